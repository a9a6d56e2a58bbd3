import Bytes

/// A parser that reads a log line part by part.
struct LogScan {
  private let line: ArraySlice<UInt8>
  private var offset: Int
  /// A slot for each field; the slot is empty if the line lacks the field.
  private(set) var slots: [FieldSlot] = []

  init(_ line: ArraySlice<UInt8>) { (self.line, offset) = (line, line.startIndex) }

  /// Whether the whole line was read.
  var isAtEnd: Bool { offset == line.endIndex }

  /// The unread rest of the line.
  var rest: ArraySlice<UInt8> { line[offset...] }

  /// A slot for a message that consists of the given text.
  static func message(_ text: ArraySlice<UInt8>) -> FieldSlot {
    FieldSlot(value: text.startIndex..<text.endIndex, kind: .string, notation: .plain)
  }

  /// Reads consecutive parts; returns false if one is missing.
  mutating func read(_ parts: [LogPart]) -> Bool {
    for part in parts {
      guard read(part) else { return false }
    }
    return true
  }

  private mutating func read(_ part: LogPart) -> Bool {
    switch part {
    case .text(let text): skip(text)
    case .blanks: skipBlanks()
    case .time(let forms): readTime(forms)
    case .level, .letter, .priority, .status: readLevel(part)
    case .request: readRequest()
    case .quoted: readQuoted()
    case .elements: readElements()
    case .optional(let parts): readOptional(parts)
    case .host, .word, .known, .name, .digits: readWord(part)
    case .until(_, let end): take(upTo: end, isTrimmed: false)
    case .trimmed(_, let end): take(upTo: end, isTrimmed: true)
    case .rest: take(to: line.endIndex)
    }
  }

  private mutating func readTime(_ forms: [LogTimeForm]) -> Bool {
    for form in forms {
      if let end = form.end(in: rest) { return take(to: end) }
    }
    return false
  }

  private mutating func readWord(_ part: LogPart) -> Bool {
    guard let end = endOfWord(part), end > offset else { return false }
    return take(to: end)
  }

  /// The end of the word at the current offset; nil if the part does not allow this word.
  private func endOfWord(_ part: LogPart) -> Int? {
    switch part {
    case .host:
      let end = end { !($0.isNamePart || $0 == .dot || $0 == .minus || $0 == .colon) }
      let name = line[offset..<end]
      return LogLevel(name) == nil && name.last != .colon ? end : nil
    case .word(_, let words):
      let end = end { $0.isBlank }
      return words.isEmpty || words.contains(where: line[offset..<end].elementsEqual) ? end : nil
    case .known(_, let words):
      return words.first { rest.starts(with: $0) }.map { offset + $0.count }
    case .name(_, let ends):
      let end = end { $0.isBlank || ends.contains($0) }
      return end < line.endIndex && !line[end].isBlank ? end : nil
    default: return end { !$0.isDigit }
    }
  }

  // MARK: Steps

  private mutating func append(_ range: Range<Int>, _ notation: Value.Notation = .plain) {
    slots.append(FieldSlot(value: range, kind: .string, notation: notation))
  }

  private mutating func appendNothing() {
    slots.append(FieldSlot(value: offset..<offset, kind: .null, notation: .plain))
  }

  private mutating func take(to end: Int) -> Bool {
    append(offset..<end)
    offset = end
    return true
  }

  private mutating func skip(_ text: [UInt8]) -> Bool {
    guard rest.starts(with: text) else { return false }
    offset += text.count
    return true
  }

  private mutating func skipBlanks() -> Bool {
    let start = offset
    offset = end { !$0.isBlank }
    return offset > start
  }

  private func end(where isEnd: (UInt8) -> Bool) -> Int {
    rest.firstIndex(where: isEnd) ?? line.endIndex
  }

  private mutating func take(upTo text: [UInt8], isTrimmed: Bool) -> Bool {
    guard let found = rest.firstPlace(of: text) else { return false }
    let field = isTrimmed ? line[offset..<found].trimmed(\.isBlank) : line[offset..<found]
    append(field.startIndex..<field.endIndex)
    offset = found + text.count
    return true
  }

  private mutating func readOptional(_ parts: [LogPart]) -> Bool {
    let (start, count) = (offset, slots.count)
    if !read(parts) {
      offset = start
      slots.removeLast(slots.count - count)
      for _ in 0..<parts.reduce(0, { $0 + $1.fields.count }) { appendNothing() }
    }
    return true
  }
}

/// Levels, and fields that imply them.
extension LogScan {
  private mutating func readLevel(_ part: LogPart) -> Bool {
    switch part {
    case .level:
      let end = end { !$0.isLetter }
      return LogLevel(line[offset..<end]) != nil && take(to: end)
    case .letter:
      guard let word = rest.first.flatMap(LogWord.init(letter:)) else { return false }
      append(offset..<offset + 1, .level(word))
      offset += 1
      return true
    case .priority: return readPriority()
    default: return readStatus()
    }
  }

  private mutating func readPriority() -> Bool {
    let digits = rest.dropFirst().prefix { $0.isDigit }
    guard rest.first == UInt8(ascii: "<"), (1...3).contains(digits.count),
      digits.endIndex < line.endIndex, line[digits.endIndex] == UInt8(ascii: ">")
    else { return false }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - .zero) }
    guard let word = LogWord(ofPriority: number) else { return false }
    append(digits.startIndex..<digits.endIndex, .level(word))
    offset = digits.endIndex + 1
    return true
  }

  /// Reads a status, and the level that its first digit implies; the range of the level begins
  /// after that digit, so that the two fields have different ranges.
  private mutating func readStatus() -> Bool {
    let digits = rest.prefix { $0.isDigit }
    guard digits.count == 3, let first = digits.first else { return false }
    append(digits.startIndex..<digits.endIndex)
    append(digits.startIndex + 1..<digits.endIndex, .level(LogWord(ofStatus: first)))
    offset = digits.endIndex
    return true
  }
}

/// Text in quotes and brackets.
extension LogScan {
  /// The range between two quotes; a quote after a backslash does not end it.
  private func insideOfQuotes() -> Range<Int>? {
    guard rest.first == .quote else { return nil }
    var index = offset + 1
    while index < line.endIndex, line[index] != .quote {
      index += line[index] == .backslash ? 2 : 1
    }
    return index < line.endIndex ? offset + 1..<index : nil
  }

  private mutating func readQuoted() -> Bool {
    guard let inside = insideOfQuotes() else { return false }
    append(inside)
    offset = inside.upperBound + 1
    return true
  }

  private mutating func readRequest() -> Bool {
    guard let inside = insideOfQuotes() else { return false }
    let words = line[inside].split(separator: .space, omittingEmptySubsequences: false)
    if words.count == 3, words[2].starts(with: "HTTP/".utf8) {
      for word in words { append(word.startIndex..<word.endIndex) }
    } else {
      appendNothing()
      append(inside)
      appendNothing()
    }
    offset = inside.upperBound + 1
    return true
  }

  private mutating func readElements() -> Bool {
    if rest.first == .minus { return take(to: offset + 1) }
    let start = offset
    while rest.first == .openBracket {
      guard let end = endOfElement else { return false }
      offset = end
    }
    append(start..<offset)
    return offset > start
  }

  /// The end of an element; a bracket within quotes does not end it.
  private var endOfElement: Int? {
    var (index, isQuoted) = (offset + 1, false)
    while index < line.endIndex {
      switch line[index] {
      case .backslash where isQuoted: index += 1
      case .quote: isQuoted.toggle()
      case .closeBracket where !isQuoted: return index + 1
      default: break
      }
      index += 1
    }
    return nil
  }
}
