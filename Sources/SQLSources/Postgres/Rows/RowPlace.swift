/// Where a table of PostgreSQL's has a row: the number of its block, and the number of the row there (`ctid`,
/// <https://www.postgresql.org/docs/current/ddl-system-columns.html>).
///
/// A row that is changed gets another place, and a place that is free gets another row.
struct RowPlace: Hashable, Comparable, Sendable {
  /// Both numbers in one, so that places have the order of numbers.
  let number: Int64

  private init(number: Int64) { self.number = number }

  /// The place before all rows of a block.
  init(block: Int) { self.init(number: Int64(block) << Self.bits) }

  /// - Parameter text: as the server writes it: `(7,42)`.
  init?(_ text: UnsafeRawBufferPointer) {
    let inner = text.dropFirst().dropLast()
    let numbers = inner.split(separator: UInt8(ascii: ",")).compactMap { digits in
      Int64(String(decoding: digits, as: UTF8.self))
    }
    guard numbers.count == 2 else { return nil }
    self.init(number: numbers[0] << Self.bits | numbers[1])
  }

  /// The place that a value of an order says; nil of any other value.
  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(number: number)
  }

  /// Bits of the number of a row in its block.
  private static let bits = 16

  var block: Int { Int(number >> Self.bits) }
  var next: RowPlace { RowPlace(number: number + 1) }
  var value: SQLValue { .integer(number) }

  /// The place as the server reads it.
  var text: [UInt8] { Array("(\(block),\(number & (1 << Self.bits - 1)))".utf8) }

  static func < (place: RowPlace, other: RowPlace) -> Bool { place.number < other.number }
}

extension KeysetColumn {
  /// Where a table has a row, as a column of an order.
  static let place: KeysetColumn = {
    var column = KeysetColumn("ctid", mayBeNull: false)
    column.type = "tid"
    return column
  }()
}

/// How a table is read block after block.
struct TableBlocks: Sendable {
  /// About how many rows a block has.
  let rowsPerBlock: Double

  /// The most blocks that one read asks for: 128 MiB, where they have the usual size.
  static let most = 16_384

  /// How many blocks hold a number of rows, about; at most as many as one read asks for.
  func count(forRows rows: Int) -> Int {
    let count = (Double(rows) / max(rowsPerBlock, 0.01)).rounded(.up)
    return Int(min(max(1, count), Double(Self.most)))
  }
}
