import Bytes
import Search

/// Finds lines of JSON in which a field may have a wanted value, without reading them.
///
/// It looks for the field's name in quotes and at what stands behind it. So it may find too much, as in a text, and
/// what it finds has to be read; but it passes over nothing: a line is found as well if its names or the value may
/// have escapes.
struct FieldSearch {
  private let names: Matcher
  private let escapes: Matcher
  /// Whether all that is searched is one record, which may have several lines.
  private let isOneRecord: Bool

  /// - Returns: nil for a name that has more than one notation anyway.
  init?(_ path: String, isOneRecord: Bool = false) {
    let name = path.utf8.split(separator: .dot, omittingEmptySubsequences: false)
    guard let last = name.last, !last.isEmpty, last.allSatisfy(Self.isPlain),
      // A field may have the whole path as its name, or any end of it.
      let names = try? SearchPattern(
        (name.count == 1 ? "\"" : "") + String(Substring(last)) + "\"", case: .sensitive,
        kind: .literal),
      let escapes = try? SearchPattern(#"\u"#, case: .sensitive, kind: .literal)
    else { return nil }
    (self.names, self.escapes) = (Matcher(names), Matcher(escapes))
    self.isOneRecord = isOneRecord
  }

  /// The first place that may be in a record with the field; nil where there is none.
  func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
    let name = names.firstCandidate(in: memory)
    let before = UnsafeRawBufferPointer(rebasing: memory[..<(name ?? memory.count)])
    return escapes.firstCandidate(in: before) ?? name
  }

  /// Whether JSON writes a byte as it is, or by its number (RFC 8259, 7).
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != .quote && byte != .backslash
      && byte != .slash
  }

  /// The next line that may have a wanted value, with its end, from the start of one on.
  ///
  /// - Parameter isWanted: told the text of a value.
  func nextLine(
    in lines: UnsafeRawBufferPointer, from start: Int,
    isWanted: (UnsafeRawBufferPointer) -> Bool
  ) -> Range<Int>? {
    if isOneRecord { return nextLine(inPart: lines, from: start, isWanted) }
    // The next one is near where they are frequent, and then not all is looked at for it.
    var (start, size) = (start, Self.part)
    while start < lines.count {
      let end = lines.lineEnd(from: min(start + size, lines.count))
      let part = UnsafeRawBufferPointer(rebasing: lines[..<end])
      if let line = nextLine(inPart: part, from: start, isWanted) { return line }
      (start, size) = (end, size * 4)
    }
    return nil
  }

  /// Bytes that are looked at first.
  private static let part = 4 << 10

  /// Each line is looked at once, however often the name stands in it.
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

  /// A text without letter case is never too hard.
  private func first(
    _ matcher: Matcher, in lines: UnsafeRawBufferPointer, from start: Int
  ) -> Range<Int>? {
    try? matcher.firstMatch(in: lines, from: start)
  }

  /// Whether a wanted value may stand behind a name.
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
  /// The line with its end that an index is in, of lines from a place on.
  fileprivate func line(around index: Int, from start: Int) -> Range<Int> {
    let first = self[start..<index].lastIndex(of: .lineFeed).map { $0 + 1 } ?? start
    return first..<lineEnd(from: index)
  }

  fileprivate func afterBlanks(from index: Int) -> Int {
    self[index...].firstIndex { !$0.isJSONBlank } ?? count
  }
}

extension UInt8 {
  /// Whether it stands behind a number or a word of JSON.
  fileprivate var endsWord: Bool {
    self <= 0x20 || self == .comma || self == .closeBrace
      || self == .closeBracket
  }
}
