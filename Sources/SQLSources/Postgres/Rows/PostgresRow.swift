import Records

/// The current row of a result.
final class PostgresRow: QueryRow {
  private let result: PostgresResult
  private let forms: [ColumnForm]
  private let writesBlobs: Bool
  /// The index of the row in the result.
  var place = 0

  var columnCount: Int { result.columnCount }

  init(_ result: PostgresResult, _ layout: RowLayout) {
    (self.result, forms, writesBlobs) = (result, layout.forms ?? [], layout.writesBlobs)
  }

  func value(shownAt column: Int) -> ShownValue {
    guard let text = result.value(place, column) else { return .null }
    switch forms[column] {
    case .integer: return .number(text)
    case .number, .float: return Self.isNumber(text) ? .number(text) : .text(text)
    case .date, .short, .text, .long, .place: return .text(text)
    case .bytes: return writesBlobs ? .text(text) : .words(Self.words(of: text))
    }
  }

  /// Whether the text is a number in JSON, which has no `NaN` and no infinities.
  private static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    text.last.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  /// Describes a blob by its shortened form (see `ColumnForm`): its length, and its first bytes in
  /// hexadecimal digits.
  private static func words(of text: UnsafeRawBufferPointer) -> String {
    let parts = text.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let count = Int(String(decoding: parts[0], as: UTF8.self)) ?? 0
    let digits = Array(parts.count > 1 ? parts[1] : parts[0].prefix(0))
    let start = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
    return BlobKind.words(of: start, count: count)
  }

  // MARK: Stored values

  func isMet(
    at column: Int, inNumbers: Bool, _ layout: RowLayout,
    _ isMet: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    switch value(shownAt: column) {
    case .null: "NULL".withBytes(isMet)
    case .number(let text): inNumbers && isMet(text)
    case .text(let text), .blob(let text): isMet(text)
    case .words(let words): words.withBytes(isMet)
    case .integer, .real: false
    }
  }

  func record(in layout: RowLayout) -> Record { layout.record(of: self).record }

  func values(at places: [Int], _ forms: [ColumnForm?]) -> [SQLValue] {
    zip(places, forms).map { column, form in
      guard let text = result.value(place, column) else { return .null }
      if form == .integer, let number = Int64(String(decoding: text, as: UTF8.self)) {
        return .integer(number)
      }
      if form == .place, let place = RowPlace(text) { return place.value }
      if form == .float, let number = Self.float(text) { return .text(number) }
      return .text(Array(text))
    }
  }

  /// A floating-point number, from its bits in hexadecimal digits (see `ColumnForm.key`), as text
  /// without loss.
  private static func float(_ bits: UnsafeRawBufferPointer) -> String? {
    let number = UInt64(String(decoding: bits, as: UTF8.self), radix: 16).map(
      Double.init(bitPattern:))
    return number.map { $0.isNaN ? "NaN" : $0.description }
  }

  func truth(at column: Int) -> Bool? {
    result.value(place, column).map { $0.first == UInt8(ascii: "t") }
  }

  func integer(at column: Int) -> Int? {
    result.text(place, column).flatMap { Int($0) }
  }
}
