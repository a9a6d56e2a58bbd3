/// The position of a row in a PostgreSQL table: the number of its block, and the number of the row
/// in the block (`ctid`, <https://www.postgresql.org/docs/current/ddl-system-columns.html>).
///
/// A row that is changed gets a new position, and its old position may be given to another row.
struct RowPlace: Hashable, Comparable, Sendable {
  /// Both numbers combined, so that positions are ordered like numbers.
  let number: Int64

  private init(number: Int64) { self.number = number }

  /// The position before all rows of a block.
  init(block: Int) { self.init(number: Int64(block) << Self.bits) }

  /// Parses a position; nil if the text does not contain two numbers.
  ///
  /// - Parameter text: the form that the server writes: `(7,42)`.
  init?(_ text: UnsafeRawBufferPointer) {
    let inner = text.dropFirst().dropLast()
    let numbers = inner.split(separator: UInt8(ascii: ",")).compactMap { digits in
      Int64(String(decoding: digits, as: UTF8.self))
    }
    guard numbers.count == 2 else { return nil }
    self.init(number: numbers[0] << Self.bits | numbers[1])
  }

  /// Creates the position that a cursor stores as a value; returns nil if the value is not a
  /// position.
  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(number: number)
  }

  /// The number of bits for the number of a row in its block.
  private static let bits = 16

  var block: Int { Int(number >> Self.bits) }
  var next: RowPlace { RowPlace(number: number + 1) }
  var value: SQLValue { .integer(number) }

  /// The position in the form that the server reads.
  var text: [UInt8] { Array("(\(block),\(number & (1 << Self.bits - 1)))".utf8) }

  static func < (place: RowPlace, other: RowPlace) -> Bool { place.number < other.number }
}

extension KeysetColumn {
  /// The position of a row, as a column of an order.
  static let place: KeysetColumn = {
    var column = KeysetColumn("ctid", mayBeNull: false)
    column.type = "tid"
    return column
  }()
}

/// The figures that determine how a table is read block by block.
struct TableBlocks: Sendable {
  /// The approximate number of rows in a block.
  let rowsPerBlock: Double

  /// The maximum number of blocks in one read: 128 MiB if they have the usual size.
  static let most = 16_384

  /// The approximate number of blocks that contain the given number of rows, limited to `most`.
  func count(forRows rows: Int) -> Int {
    let count = (Double(rows) / max(rowsPerBlock, 0.01)).rounded(.up)
    return Int(min(max(1, count), Double(Self.most)))
  }
}
