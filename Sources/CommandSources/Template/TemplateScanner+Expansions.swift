import Bytes

/// Scanning of double quotes and expansions.
extension TemplateScanner {
  mutating func stepInDoubleQuotes() throws(CommandError) {
    guard let byte = peek() else { return }
    switch byte {
    case .backslash:
      if let next = peek(1), next != .lineFeed { noteText([next]) }
      copy(2)
    case .quote:
      contexts.removeLast()
      copy()
    case UInt8(ascii: "`"): try scanBackquotes()
    case UInt8(ascii: "$"): scanDollar()
    default:
      noteText([byte])
      copy()
    }
  }

  mutating func stepInParameter(isQuoted: Bool) throws(CommandError) {
    guard let byte = peek() else { return }
    switch byte {
    case .closeBrace:
      contexts.removeLast()
      copy()
    case .backslash: copy(2)
    case .apostrophe where !isQuoted: try scanQuotesOfParameter()
    case .quote:
      // Shells differ in how they treat quotes here.
      if isQuoted { problem = .nestedQuotes }
      contexts.append(.doubleQuotes)
      copy()
    case UInt8(ascii: "`"): try scanBackquotes()
    case UInt8(ascii: "$"): scanDollar()
    default: copy()
    }
  }

  private mutating func scanQuotesOfParameter() throws(CommandError) {
    copy()
    while let byte = peek(), byte != .apostrophe {
      if scanLiteral() { continue }
      if let placeholder = placeholder() { throw .refused(placeholder, .singleQuotes) }
      copy()
    }
    copy()
  }

  mutating func stepInArithmetic(_ open: Int) throws(CommandError) {
    guard let byte = peek() else { return }
    switch byte {
    case UInt8(ascii: "("):
      context = .arithmetic(open: open + 1)
      copy()
    case UInt8(ascii: ")") where open > 0:
      context = .arithmetic(open: open - 1)
      copy()
    case UInt8(ascii: ")"):
      // If only one parenthesis is closed, this is a substitution that begins with a parenthesis.
      if peek(1) != UInt8(ascii: ")") { problem = .parentheses }
      contexts.removeLast()
      copy(2)
    case UInt8(ascii: "`"): try scanBackquotes()
    case UInt8(ascii: "$"): scanDollar()
    default: copy()
    }
  }

  /// Scans the start of `$(…)`, `$((…))`, `$[…]`, `${…}` or `$'…'`; any other dollar sign is
  /// literal or begins a name.
  mutating func scanDollar() {
    let isPlain = context.word != nil
    noteReference()
    switch (peek(1), peek(2)) {
    case (UInt8(ascii: "("), UInt8(ascii: "(")):
      copy(3)
      contexts.append(.arithmetic(open: 0))
    case (UInt8(ascii: "("), _):
      copy(2)
      contexts.append(.substitution(ShellWord()))
    case (.openBracket, _):
      problem = .expressions
      copy()
    case (.openBrace, _):
      if hasExpression { problem = .expressions }
      // The first character of the name is not scanned as text, because it may be special, as in
      // `${#}`.
      copy(3)
      contexts.append(.parameter(isQuoted: isQuoted))
    case (.apostrophe, _) where isPlain:
      problem = .dollarQuotes
      copy()
    default: copyName()
    }
  }

  /// Whether this `${…}` has a subscript or an offset, which bash evaluates as an expression.
  private var hasExpression: Bool {
    var next = 2
    if peek(next) == UInt8(ascii: "#") || peek(next) == UInt8(ascii: "!") { next += 1 }
    while peek(next)?.isNamePart == true { next += 1 }
    if peek(next) == .openBracket { return true }
    guard peek(next) == .colon else { return false }
    return peek(next + 1).map { !"-=?+".utf8.contains($0) } ?? false
  }

  /// Copies a reference without braces, whose name is not scanned as text: `$NAME`, `$1`, `$?`.
  private mutating func copyName() {
    copy()
    guard let first = peek() else { return }
    if first.isNamePart {
      while peek()?.isNamePart == true { copy() }
    } else if "?#@*!$-".utf8.contains(first) {
      copy()
    }
  }

  /// Whether this place is within double quotes of the current command.
  private var isQuoted: Bool {
    for context in contexts.reversed() {
      switch context {
      case .doubleQuotes: return true
      case .plain, .substitution, .group: return false
      case .parameter, .arithmetic: continue
      }
    }
    return false
  }
}
