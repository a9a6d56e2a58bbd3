import Bytes
import Search

/// A search that finds the lines of JSON in which a field may have a wanted value, without parsing
/// them.
///
/// It searches for the quoted name of the field and examines the text after it. The result may
/// include other lines, which the caller excludes by parsing them. It includes all lines that
/// match, because lines whose names or values may contain escapes are included.
struct FieldSearch {
  private let names: Matcher
  private let escapes: Matcher
  /// Whether the searched memory is a single record, which may have several lines.
  private let isOneRecord: Bool

  /// Creates a search for a field; returns nil if the last name is empty, or if JSON may write it
  /// with an escape other than `\u…`.
  ///
  /// - Parameter path: the names from the outermost field to the wanted one, separated by periods.
  init?(_ path: String, isOneRecord: Bool = false) {
    let name = path.utf8.split(separator: .dot, omittingEmptySubsequences: false)
    guard let last = name.last, !last.isEmpty, last.allSatisfy(Self.isPlain),
      // If the path has several components, the opening quote is left out, because a field may be
      // named by the whole path, or by one or more of its last components.
      let names = try? SearchPattern(
        (name.count == 1 ? "\"" : "") + String(Substring(last)) + "\"", case: .sensitive,
        kind: .literal),
      let escapes = try? SearchPattern(#"\u"#, case: .sensitive, kind: .literal)
    else { return nil }
    (self.names, self.escapes) = (Matcher(names), Matcher(escapes))
    self.isOneRecord = isOneRecord
  }

  /// The first index that may belong to a record with the field; nil if no record can have the
  /// field.
  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    let name = names.firstCandidate(in: memory)
    let before = UnsafeRawBufferPointer(rebasing: memory[..<(name ?? memory.count)])
    return escapes.firstCandidate(in: before) ?? name
  }

  /// Whether JSON writes a byte only as itself or with `\u…`, and never with another escape (RFC
  /// 8259, section 7).
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != .quote && byte != .backslash
      && byte != .slash
  }

  /// The range of the next line, including its line end, that may have a wanted value.
  ///
  /// - Parameters:
  ///   - start: where the search begins, which must be the start of a line.
  ///   - isWanted: returns whether the text of a value is wanted.
  func nextLine(
    in lines: UnsafeRawBufferPointer, from start: Int,
    isWanted: (UnsafeRawBufferPointer) -> Bool
  ) -> Range<Int>? {
    if isOneRecord { return nextLine(inPart: lines, from: start, isWanted) }
    // A small part is searched first, because frequent lines are near, and searching all memory for
    // both the name and escapes would be wasted effort.
    var (start, size) = (start, Self.part)
    while start < lines.count {
      let end = lines.lineEnd(from: min(start + size, lines.count))
      let part = UnsafeRawBufferPointer(rebasing: lines[..<end])
      if let line = nextLine(inPart: part, from: start, isWanted) { return line }
      (start, size) = (end, size * 4)
    }
    return nil
  }

  /// The number of bytes that are searched first.
  private static let part = 4 << 10

  /// The next line in `lines` that may have a wanted value.
  ///
  /// Each line is searched for escapes only once, even if it contains the name several times.
  private func nextLine(
    inPart lines: UnsafeRawBufferPointer, from start: Int,
    _ isWanted: (UnsafeRawBufferPointer) -> Bool
  ) -> Range<Int>? {
    var (line, cursor) = (start..<start, start)
    while cursor < lines.count {
      let name = first(names, in: lines, from: cursor)
      if name.map({ $0.lowerBound >= line.upperBound }) ?? true {
        let end = name.map { recordEnd(in: lines, from: $0.upperBound) } ?? lines.count
        let part = UnsafeRawBufferPointer(rebasing: lines[..<end])
        if let escape = first(escapes, in: part, from: line.upperBound) {
          return record(around: escape.lowerBound, in: part, from: line.upperBound)
        }
        line = name.map { record(around: $0.lowerBound, in: part, from: line.upperBound) } ?? line
      }
      guard let name else { return nil }
      let whole = UnsafeRawBufferPointer(rebasing: lines[..<line.upperBound])
      if mayHaveValue(in: whole, from: name.upperBound, isWanted) { return line }
      cursor = name.upperBound
    }
    return nil
  }

  private func recordEnd(in lines: UnsafeRawBufferPointer, from index: Int) -> Int {
    isOneRecord ? lines.count : lines.lineEnd(from: index)
  }

  private func record(
    around index: Int, in lines: UnsafeRawBufferPointer, from start: Int
  ) -> Range<Int> {
    isOneRecord ? start..<lines.count : lines.line(around: index, from: start)
  }

  /// The range of the first match; an error is impossible, because a literal string cannot exceed
  /// the matcher's limits.
  private func first(
    _ matcher: Matcher, in lines: UnsafeRawBufferPointer, from start: Int
  ) -> Range<Int>? {
    try? matcher.firstMatch(in: lines, from: start)
  }

  /// Whether a wanted value may follow the name that ends at `end`.
  private func mayHaveValue(
    in line: UnsafeRawBufferPointer, from end: Int, _ isWanted: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    let colon = line.afterBlanks(from: end)
    guard colon < line.count, line[colon] == .colon else { return false }
    let start = line.afterBlanks(from: colon + 1)
    guard start < line.count else { return false }
    switch line[start] {
    case .openBrace, .openBracket: return true
    case .quote:
      guard let quote = line.firstIndex(of: UInt8(ascii: "\""), from: start + 1) else {
        return false
      }
      let text = UnsafeRawBufferPointer(rebasing: line[start + 1..<quote])
      return text.firstIndex(of: .backslash, from: 0) != nil || isWanted(text)
    default:
      let word = line[start...].prefix { !$0.endsWord }
      return isWanted(UnsafeRawBufferPointer(rebasing: word))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The line that contains an index, including its line end; `start` is the start of this line or
  /// of an earlier one.
  fileprivate func line(around index: Int, from start: Int) -> Range<Int> {
    let first = self[start..<index].lastIndex(of: .lineFeed).map { $0 + 1 } ?? start
    return first..<lineEnd(from: index)
  }

  fileprivate func afterBlanks(from index: Int) -> Int {
    self[index...].firstIndex { !$0.isJSONBlank } ?? count
  }
}

extension UInt8 {
  /// Whether the byte can follow a number or a word, such as `true`, in JSON.
  fileprivate var endsWord: Bool {
    self <= 0x20 || self == .comma || self == .closeBrace
      || self == .closeBracket
  }
}
