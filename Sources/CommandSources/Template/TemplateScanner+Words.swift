import Bytes

/// Scanning of text outside quotes: words, operators, comments and here-documents.
extension TemplateScanner {
  mutating func stepInWords() throws(CommandError) {
    guard let byte = peek() else { return }
    switch byte {
    case .backslash: scanEscape()
    case .apostrophe: try scanSingleQuotes()
    case .quote:
      context.word?.isBegun = true
      contexts.append(.doubleQuotes)
      copy()
    case UInt8(ascii: "`"): try scanBackquotes()
    case UInt8(ascii: "$"): scanDollar()
    case UInt8(ascii: "#") where context.word?.isBegun == false: try scanComment()
    case .space, .tab:
      endWord()
      copy()
    case .lineFeed:
      beginCommand()
      copy()
      try scanHereDocuments()
    case UInt8(ascii: "<"), UInt8(ascii: ">"): scanRedirection(byte)
    case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"):
      beginCommand()
      copy()
    case UInt8(ascii: "("): openParenthesis()
    case UInt8(ascii: ")"): closeParenthesis()
    default:
      noteText([byte])
      copy()
    }
  }

  private mutating func endWord() {
    guard let word = context.word else { return }
    if word.namesCommand, word.string == "case", contexts.count > 1 {
      problem = .caseInSubstitution
    }
    context.word = word.next
  }

  private mutating func beginCommand() {
    endWord()
    context.word = ShellWord()
  }

  private mutating func scanEscape() {
    if let next = peek(1), next != .lineFeed { noteText([next]) }
    copy(2)
  }

  private mutating func scanSingleQuotes() throws(CommandError) {
    context.word?.isBegun = true
    copy()
    while let byte = peek(), byte != .apostrophe {
      if scanLiteral() { continue }
      if let placeholder = placeholder() { throw .refused(placeholder, .singleQuotes) }
      noteText([byte])
      copy()
    }
    guard peek() != nil else { return isUnfinished = true }
    copy()
  }

  /// Copies a command in backquotes, where quoting has different rules.
  mutating func scanBackquotes() throws(CommandError) {
    noteReference()
    copy()
    while let byte = peek(), byte != UInt8(ascii: "`") {
      if scanLiteral() { continue }
      if let placeholder = placeholder() { throw .refused(placeholder, .backquotes) }
      copy(byte == .backslash ? 2 : 1)
    }
    guard peek() != nil else { return isUnfinished = true }
    copy()
  }

  private mutating func scanComment() throws(CommandError) {
    while let byte = peek(), byte != .lineFeed {
      if scanLiteral() { continue }
      if let placeholder = placeholder() { throw .refused(placeholder, .comment) }
      copy()
    }
  }

  // MARK: Parentheses

  private mutating func openParenthesis() {
    // bash takes `((` for the start of an arithmetic expression.
    if peek(1) == UInt8(ascii: "(") { problem = .expressions }
    beginCommand()
    if contexts.count > 1 { contexts.append(.group(ShellWord())) }
    copy()
  }

  private mutating func closeParenthesis() {
    endWord()
    copy()
    switch context {
    case .substitution:
      contexts.removeLast()
      noteReference()
    case .group:
      contexts.removeLast()
      context.word = ShellWord()
    default: context.word = ShellWord()
    }
  }

  // MARK: Redirections

  private mutating func scanRedirection(_ byte: UInt8) {
    // A number before the operator is a descriptor, not a word.
    if let word = context.word, word.isBegun, word.text.allSatisfy(\.isDigit),
      !word.hasReference
    {
      context.word?.isBegun = false
      context.word?.text = []
    } else {
      endWord()
    }
    let isHereString = bytes[offset...].starts(with: Array("<<<".utf8))
    if !isHereString, bytes[offset...].starts(with: Array("<<".utf8)) { return scanDelimiter() }
    copy(isHereString ? 3 : peek(1) == byte ? 2 : 1)
    if peek() == UInt8(ascii: "&") || peek() == UInt8(ascii: "|") { copy() }
    context.word?.isTarget = true
  }

  /// Scans the delimiter of a here-document; quotes in the delimiter mean that the text of the
  /// here-document is not expanded.
  private mutating func scanDelimiter() {
    copy(2)
    let stripsTabs = peek() == .minus
    if stripsTabs { copy() }
    while peek() == .space || peek() == .tab { copy() }
    var (delimiter, hasQuotes): ([UInt8], Bool) = ([], false)
    while let byte = peek(), !byte.endsDelimiter {
      if byte.isQuote { hasQuotes = true } else { delimiter.append(byte) }
      copy()
    }
    hereDocuments.append((delimiter, stripsTabs, joinsLines: !hasQuotes))
  }

  private mutating func scanHereDocuments() throws(CommandError) {
    // A line that continues the previous one cannot end the here-document.
    var goesOn = false
    while let next = hereDocuments.first, offset < bytes.count {
      let end = bytes[offset...].firstIndex(of: .lineFeed) ?? bytes.count
      var line = bytes[offset..<end]
      if next.stripsTabs { line = line.drop { $0 == .tab } }
      if !goesOn, Array(line) == next.delimiter { hereDocuments.removeFirst() }
      let escapes = line.reversed().prefix { $0 == .backslash }
      goesOn = next.joinsLines && escapes.count % 2 == 1
      while offset < end {
        if scanLiteral() { continue }
        if let placeholder = placeholder() { throw .refused(placeholder, .hereDocument) }
        copy()
      }
      copy()
    }
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool {
    self == .apostrophe || self == .quote || self == .backslash
  }

  fileprivate var endsDelimiter: Bool { " \t\n;|&<>()".utf8.contains(self) }
}
