import Bytes

/// A parser that reads conditions from left to right; text that does not begin with a column is not
/// a condition.
struct ConditionReader {
  private let bytes: [UInt8]
  private let isStrict: Bool
  private let column: (String) -> String?
  private var offset = 0
  /// The number of open parentheses.
  private var depth = 0

  /// The largest allowed depth of nested parentheses.
  private static let deepest = 50

  init(_ text: String, isStrict: Bool, named column: @escaping (String) -> String?) {
    (bytes, self.isStrict, self.column) = (Array(text.utf8), isStrict, column)
  }

  /// Parses the whole text.
  mutating func expression() throws(ConditionError) -> ConditionExpression? {
    guard let found = try alternatives() else { return nil }
    skipBlanks()
    guard offset == bytes.count else {
      if bytes[offset] == .closeParenthesis { throw error("')' without '('") }
      throw error("'and' or 'or' is missing")
    }
    return found
  }

  // MARK: Combinations

  private mutating func alternatives() throws(ConditionError) -> ConditionExpression? {
    try joined(by: "or", ConditionExpression.any) { reader throws(ConditionError) in
      try reader.joined(by: "and", ConditionExpression.all) { reader throws(ConditionError) in
        try reader.term()
      }
    }
  }

  private mutating func joined(
    by word: String, _ join: ([ConditionExpression]) -> ConditionExpression,
    _ next: (inout ConditionReader) throws(ConditionError) -> ConditionExpression?
  ) throws(ConditionError) -> ConditionExpression? {
    guard let first = try next(&self) else { return nil }
    var parts = [first]
    while skip(word: word) {
      guard let part = try next(&self) else { throw error("no condition after '\(word)'") }
      parts.append(part)
    }
    return parts.count == 1 ? first : join(parts)
  }

  private mutating func term() throws(ConditionError) -> ConditionExpression? {
    skipBlanks()
    let start = offset
    if skip(word: "not") {
      if let inner = try term() { return .not(inner) }
      offset = start
    }
    guard offset < bytes.count, bytes[offset] == .openParenthesis, depth < Self.deepest else {
      return try condition().map { .condition($0) }
    }
    (offset, depth) = (offset + 1, depth + 1)
    defer { depth -= 1 }
    guard let inner = try alternatives() else {
      offset = start
      return nil
    }
    skipBlanks()
    guard offset < bytes.count, bytes[offset] == .closeParenthesis else {
      throw error("')' is missing")
    }
    offset += 1
    return inner
  }

  // MARK: A condition

  private mutating func condition() throws(ConditionError) -> ColumnCondition? {
    guard let head = head(at: offset) else { return nil }
    guard let name = head.column else {
      if isStrict { throw .noColumn(head.written) }
      return nil
    }
    offset = head.end
    return ColumnCondition(name, head.comparison, try value())
  }

  /// A column and the operator after it.
  private struct Head {
    /// The full name of the column; nil if no column has the typed name.
    let column: String?
    /// The name as typed.
    let written: String
    let comparison: ColumnOperator
    /// The offset after the operator, where blanks or the value begin.
    let end: Int
  }

  /// The name and operator at an offset; nil if the text does not have the form of a condition or,
  /// except in strict mode, does not begin with a known column.
  private func head(at start: Int) -> Head? {
    guard start < bytes.count else { return nil }
    if bytes[start] == .quote { return quotedHead(at: start) }
    for index in bytes.indices.dropFirst(start) {
      guard let (comparison, count) = ColumnOperator.read(at: index, in: bytes) else { continue }
      let before = bytes[start..<index]
      let written = String(decoding: before.trimmed(\.isBlank), as: UTF8.self)
      // A name may end with blanks.
      let name = column(String(decoding: before, as: UTF8.self)) ?? column(written)
      guard let name else { continue }
      return Head(column: name, written: written, comparison: comparison, end: index + count)
    }
    return isStrict ? unknownHead(at: start) : nil
  }

  private func quotedHead(at start: Int) -> Head? {
    guard let end = bytes[(start + 1)...].firstIndex(of: .quote) else { return nil }
    let written = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    let index = bytes[(end + 1)...].firstIndex { !$0.isBlank } ?? bytes.count
    guard index < bytes.count, let operation = ColumnOperator.read(at: index, in: bytes) else {
      return nil
    }
    let name = column(written)
    guard name != nil || isStrict else { return nil }
    return Head(
      column: name, written: written, comparison: operation.found, end: index + operation.count)
  }

  /// A name of letters, digits and `_ . -` that no column has, followed by an operator and a value.
  private func unknownHead(at start: Int) -> Head? {
    let name = bytes[start...].prefix { $0.isNamePart || $0 == .dot || $0 == .minus }
    let rest = bytes[name.endIndex...].drop(while: \.isBlank)
    guard let first = name.first, !first.isDigit, first != .minus, first != .dot,
      let operation = ColumnOperator.read(at: rest.startIndex, in: bytes),
      rest.dropFirst(operation.count).contains(where: { !$0.isBlank })
    else { return nil }
    return Head(
      column: nil, written: String(decoding: name, as: UTF8.self), comparison: operation.found,
      end: rest.startIndex + operation.count)
  }

  // MARK: A value

  private mutating func value() throws(ConditionError) -> String {
    if endsValue(at: offset) { return "" }
    skipBlanks()
    if offset < bytes.count, bytes[offset] == .quote,
      let end = bytes[(offset + 1)...].firstIndex(of: .quote), endsValue(at: end + 1)
    {
      defer { offset = end + 1 }
      return String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)
    }
    let start = offset
    var open = 0
    while offset < bytes.count, open > 0 || !endsValue(at: offset) {
      if bytes[offset] == .openParenthesis { open += 1 }
      if bytes[offset] == .closeParenthesis, open > 0 { open -= 1 }
      offset += 1
    }
    let value = bytes[start..<offset].trimmed(\.isBlank)
    for word in ["and", "or"] where value.ends(withWord: word) {
      throw error("no condition after '\(word)' (quote a value that contains this word)")
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// Whether a value ends at an index: the end of the text, a closing parenthesis, or `and` or `or`
  /// with another condition must follow.
  private func endsValue(at index: Int) -> Bool {
    let next = bytes[index...].firstIndex { !$0.isBlank } ?? bytes.count
    if next == bytes.count { return true }
    if depth > 0, bytes[next] == .closeParenthesis { return true }
    guard next > index || index > 0 && bytes[index - 1] == .quote else { return false }
    return ["and", "or"].contains { word in
      end(ofWord: word, at: next).map { begins(at: $0) } ?? false
    }
  }

  /// Whether a condition with its operator begins at an index, after blanks and parentheses.
  private func begins(at index: Int) -> Bool {
    let start = bytes[index...].firstIndex { !$0.isBlank && $0 != .openParenthesis } ?? bytes.count
    if let end = end(ofWord: "not", at: start) { return begins(at: end) }
    guard let head = head(at: start) else { return false }
    // In strict mode, a condition may begin with an unknown name, which is then an error.
    return head.column != nil || isStrict
  }

  // MARK: Bytes

  private mutating func skipBlanks() {
    offset = bytes[offset...].firstIndex { !$0.isBlank } ?? bytes.count
  }

  private mutating func skip(word: String) -> Bool {
    let start = bytes[offset...].firstIndex { !$0.isBlank } ?? bytes.count
    guard let end = end(ofWord: word, at: start) else { return false }
    offset = end
    return true
  }

  /// The end of the given word at an index, in lower or upper case; nil if the word is not there,
  /// or is not followed by a blank or a parenthesis.
  private func end(ofWord word: String, at index: Int) -> Int? {
    let end = index + word.utf8.count
    guard end < bytes.count, bytes[end].isBlank || bytes[end] == .openParenthesis,
      bytes[index..<end].elementsEqual(word.utf8)
        || bytes[index..<end].elementsEqual(word.uppercased().utf8)
    else { return nil }
    return end
  }

  private func error(_ words: String) -> ConditionError { .invalid(words, offset: offset) }
}

extension ArraySlice<UInt8> {
  /// Whether the last word is the given one and other words precede it.
  fileprivate func ends(withWord word: String) -> Bool {
    let rest = dropLast(word.utf8.count)
    return suffix(word.utf8.count).elementsEqual(word.utf8) && rest.last?.isBlank ?? false
  }
}
