import Bytes

/// The field names in a text of comma-separated values.
///
/// The names are distinct and not blank: a blank name is replaced by the number of its column, and
/// a repeated name gets a number, as in `id`, `id_2`.
public struct CSVHeader: Sendable {
  /// The number of names; further fields are named by the numbers of their columns, from 1 on.
  public let count: Int
  private let values: [Value]
  /// All names, if one of them may be the number of a column; otherwise empty.
  private let taken: Set<ArraySlice<UInt8>>

  /// No names: all fields are named by the numbers of their columns.
  public static let numbered = CSVHeader([], taken: [])

  private init(_ values: [Value], taken: Set<ArraySlice<UInt8>>) {
    (self.values, count) = (values, values.count)
    self.taken = taken.contains { $0.first?.isDigit ?? false } ? taken : []
  }

  /// Creates a header from known, distinct names.
  init(_ names: [String]) {
    self.init(names.map { Value(.string, .plain, raw: Array($0.utf8)[...]) }, taken: [])
  }

  /// Creates the names from a first record; returns nil if the record more likely has values than
  /// names.
  ///
  /// The record likely has values if all its fields are numbers or blank. Numbers after a blank
  /// first field are names, because tables whose rows are numbered have such headers.
  public init?(_ record: Record) {
    let names = record.map { $0.value.utf8.trimmed(\.isJSONBlank) }
    let isNumbered = names.first?.isEmpty ?? false
    guard names.contains(where: { !$0.isEmpty && (isNumbered || !$0.isWrittenNumber) }) else {
      return nil
    }
    self.init(naming: record)
  }

  /// Creates the names from a first record, even if they are unlikely names.
  ///
  /// Cost: proportional to the number of bytes in the names.
  public init(naming record: Record) {
    var names = record.map(\.value)
    var taken = Set(names.map(\.utf8))
    var seen: Set<ArraySlice<UInt8>> = []
    /// The last number tried for each name; all smaller numbers are taken.
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

  /// A name that no column has: the given name, or that name with a number.
  ///
  /// - Parameter number: the first number that may be free; set to the one used.
  private static func free(
    _ name: ArraySlice<UInt8>, isBlank: Bool, in taken: Set<ArraySlice<UInt8>>,
    from number: inout Int
  ) -> ArraySlice<UInt8> {
    if isBlank, !taken.contains(name) { return name }
    while taken.contains(name + "_\(number)".utf8) { number += 1 }
    return name + "_\(number)".utf8
  }

  /// The names as strings, without the numbers that name further fields; created on each access.
  public var names: [String] { values.map(\.text) }

  /// The name of a column, counted from 0.
  func name(at index: Int) -> Value {
    if index < count { return values[index] }
    let number = Array(String(index + 1).utf8)[...]
    var first = 2
    let name = taken.isEmpty ? number : Self.free(number, isBlank: true, in: taken, from: &first)
    return Value(.string, .plain, raw: name)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are a number as people write it, possibly with a decimal comma.
  fileprivate var isWrittenNumber: Bool {
    if withUnsafeBytes({ DecimalNumber($0) != nil }) { return true }
    guard count(where: { $0 == .comma }) == 1 else { return false }
    return map { $0 == .comma ? UInt8.dot : $0 }.withUnsafeBytes { DecimalNumber($0) != nil }
  }
}

/// The beginning of a text of comma-separated values, before its first record.
public struct CSVHead: Sendable {
  /// The names; empty if the text has none.
  public let header: CSVHeader
  /// The names as strings; without a header, the numbers of the first record's fields.
  public let names: [String]
  /// The range of the record with the names, in bytes; empty if there is none.
  public let row: Range<Int>
  /// The offset of the first record in the given bytes.
  public let start: Int
}

extension CSVReader {
  /// Reads the column names of a text and finds the start of its first record; returns nil if more
  /// bytes are needed, or if all lines are empty.
  ///
  /// Cost: proportional to the number of bytes up to the first record.
  ///
  /// - Parameters:
  ///   - offset: the start of the text.
  ///   - bytes: the available bytes; offsets are relative to the first of them.
  ///   - isComplete: whether the text ends with the bytes.
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
  /// The start of the line after `count` lines, which may have any line ends; the end of the bytes
  /// if they have fewer lines.
  func offset(behindLines count: Int, from start: Int) -> Int {
    var (offset, left) = (start, count)
    while left > 0, offset < self.count {
      offset = offsetBehindLine(at: offset)
      left -= 1
    }
    return offset
  }

  /// The end of the line that contains an offset, including its line end.
  func offsetBehindLine(at start: Int) -> Int {
    guard let end = self[start...].firstIndex(where: \.isLineEnd) else { return count }
    let isPair = self[end] == .carriageReturn && end + 1 < count && self[end + 1] == .lineFeed
    return isPair ? end + 2 : end + 1
  }
}
