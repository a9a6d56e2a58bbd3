import Bytes

/// The names of the fields of a text of comma-separated values.
///
/// No two are the same, and none is blank: a blank one is the number of its column, and one that was there before has a
/// number behind it, as in `id`, `id_2`.
public struct CSVHeader: Sendable {
  /// How many names there are; further fields have the numbers of their columns as names, from 1 on.
  public let count: Int
  private let values: [Value]
  /// All names, where one of them is the number of a column.
  private let taken: Set<ArraySlice<UInt8>>

  /// No names: all fields have the numbers of their columns.
  public static let numbered = CSVHeader([], taken: [])

  private init(_ values: [Value], taken: Set<ArraySlice<UInt8>>) {
    (self.values, count) = (values, values.count)
    self.taken = taken.contains { $0.first?.isDigit ?? false } ? taken : []
  }

  /// Names that are known, of which no two are the same.
  init(_ names: [String]) {
    self.init(names.map { Value(.string, .plain, raw: Array($0.utf8)[...]) }, taken: [])
  }

  /// The names that a first record most likely has; nil where it most likely is one of values.
  ///
  /// It is one of values if all of them are numbers, or blank. Numbers behind a blank are names: that is how tables are
  /// written whose rows have a number.
  public init?(_ record: Record) {
    let names = record.map { $0.value.utf8.trimmed(\.isJSONBlank) }
    let isNumbered = names.first?.isEmpty ?? false
    guard names.contains(where: { !$0.isEmpty && (isNumbered || !$0.isWrittenNumber) }) else {
      return nil
    }
    self.init(naming: record)
  }

  /// The names that a first record has, whatever they are.
  ///
  /// Cost: the bytes of the names.
  public init(naming record: Record) {
    var names = record.map(\.value)
    var taken = Set(names.map(\.utf8))
    var seen: Set<ArraySlice<UInt8>> = []
    /// The number that was tried last behind a name, because all below it are taken.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    for index in names.indices {
      let name = names[index].utf8
      let isBlank = name.allSatisfy(\.isJSONBlank)
      guard isBlank || !seen.insert(name).inserted else { continue }
      let stem = isBlank ? Array(String(index + 1).utf8)[...] : name
      let free = Self.free(stem, isBlank: isBlank, in: taken, from: &numbers[stem, default: 2])
      taken.insert(free)
      names[index] = Value(.string, .plain, raw: free)
    }
    self.init(names, taken: taken)
  }

  /// A name that no column has: the same, or with a number behind it.
  ///
  /// - Parameter number: the first that may be free; afterwards the one that was.
  private static func free(
    _ name: ArraySlice<UInt8>, isBlank: Bool, in taken: Set<ArraySlice<UInt8>>,
    from number: inout Int
  ) -> ArraySlice<UInt8> {
    if isBlank, !taken.contains(name) { return name }
    while taken.contains(name + "_\(number)".utf8) { number += 1 }
    return name + "_\(number)".utf8
  }

  /// The names as texts, without those of further fields; made at each use.
  public var names: [String] { values.map(\.text) }

  /// The name of a column, from 0 on.
  func name(at index: Int) -> Value {
    if index < count { return values[index] }
    let number = Array(String(index + 1).utf8)[...]
    var first = 2
    let name = taken.isEmpty ? number : Self.free(number, isBlank: true, in: taken, from: &first)
    return Value(.string, .plain, raw: name)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is a number as people write it, also with a comma before its decimals.
  fileprivate var isWrittenNumber: Bool {
    if withUnsafeBytes({ DecimalNumber($0) != nil }) { return true }
    guard count(where: { $0 == .comma }) == 1 else { return false }
    return map { $0 == .comma ? UInt8.dot : $0 }.withUnsafeBytes { DecimalNumber($0) != nil }
  }
}

/// What comes before the first record of a text of comma-separated values.
public struct CSVHead: Sendable {
  /// The names, or none.
  public let header: CSVHeader
  /// The names as texts; without a header they are numbers, as many as the first record has fields.
  public let names: [String]
  /// The offsets of the bytes of the record that has the names; empty where there is none.
  public let row: Range<Int>
  /// Where the first record begins: bytes before it of those at hand.
  public let start: Int
}

extension CSVReader {
  /// The names of a text, and where its first record begins; nil if more bytes are needed, or the text has no record.
  ///
  /// Cost: the bytes up to there.
  ///
  /// - Parameters:
  ///   - offset: where the text begins.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - isComplete: whether nothing follows the bytes.
  public func head(
    at offset: Int, in bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) -> CSVHead? {
    var start = bytes.offset(behindLines: dialect.skippedLines, from: offset)
    while let extent = record(at: start, in: bytes, isComplete: isComplete) {
      guard extent.content.isEmpty else { return head(of: extent, in: bytes) }
      start = extent.end
    }
    return nil
  }

  private func head(of extent: RecordExtent, in bytes: UnsafeRawBufferPointer) -> CSVHead {
    let first = record(Array(bytes[extent.content])[...])
    guard dialect.hasHeader else {
      let start = extent.content.lowerBound
      return CSVHead(
        header: .numbered, names: first.map(\.name), row: start..<start, start: start)
    }
    let header = CSVHeader(naming: first)
    return CSVHead(header: header, names: header.names, row: extent.content, start: extent.end)
  }
}

extension UnsafeRawBufferPointer {
  /// Where a line begins: behind n lines, whatever ends each of them; the end of all where there are fewer.
  func offset(behindLines count: Int, from start: Int) -> Int {
    var (offset, left) = (start, count)
    while left > 0, offset < self.count {
      offset = offsetBehindLine(at: offset)
      left -= 1
    }
    return offset
  }

  /// Where the line ends that an offset is in, with its line end.
  func offsetBehindLine(at start: Int) -> Int {
    guard let end = self[start...].firstIndex(where: \.isLineEnd) else { return count }
    let isPair = self[end] == .carriageReturn && end + 1 < count && self[end + 1] == .lineFeed
    return isPair ? end + 2 : end + 1
  }
}
