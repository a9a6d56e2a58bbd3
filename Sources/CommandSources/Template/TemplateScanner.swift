import Answers
import Bytes

/// A scanner of a command, which follows its quoting and replaces placeholders with references.
struct TemplateScanner {
  let bytes: [UInt8]
  var offset = 0
  var contexts: [ShellContext] = [.plain(ShellWord())]
  /// The delimiters of here-documents whose text begins with the next line.
  var hereDocuments: [(delimiter: [UInt8], stripsTabs: Bool, joinsLines: Bool)] = []
  /// A construct that rules out placeholders anywhere in the command.
  var problem: TemplateProblem?
  /// Whether a single quote or a backquote is not closed.
  var isUnfinished = false
  private(set) var program: [UInt8] = []
  private(set) var placeholders: Set<Placeholder> = []
  private(set) var wordStarts: Set<Placeholder> = []

  init(_ command: String) { bytes = Array(command.utf8) }

  var context: ShellContext {
    get { contexts[contexts.count - 1] }
    set { contexts[contexts.count - 1] = newValue }
  }

  /// The byte at the given distance from the current one; nil after the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Copies bytes of the command unchanged to the program.
  mutating func copy(_ count: Int = 1) {
    let end = min(bytes.count, offset + count)
    program += bytes[offset..<end]
    offset = end
  }

  /// Scans the whole command.
  ///
  /// - Throws: `.refused` if a placeholder is in a place where it is not allowed, and `.unfinished`
  ///   if a quote or bracket is not closed.
  mutating func run() throws(CommandError) {
    while offset < bytes.count { try step() }
    // A command without placeholders is not checked here; the shell reports its errors.
    guard let first = placeholders.first else { return }
    if let problem { throw .refused(first, problem) }
    guard contexts.count == 1, hereDocuments.isEmpty, !isUnfinished else { throw .unfinished }
  }

  private mutating func step() throws(CommandError) {
    if scanLiteral() { return }
    if let placeholder = placeholder() { return try replace(placeholder) }
    switch context {
    case .plain, .substitution, .group: try stepInWords()
    case .doubleQuotes: try stepInDoubleQuotes()
    case .parameter(let isQuoted): try stepInParameter(isQuoted: isQuoted)
    case .arithmetic(let open): try stepInArithmetic(open)
    }
  }

  // MARK: Placeholders

  /// The placeholder that begins at the current byte; nil if none does.
  func placeholder() -> Placeholder? {
    guard peek() == .openBrace else { return nil }
    return Placeholder.allCases.first { bytes[offset...].starts(with: $0.text.utf8) }
  }

  /// Copies `{{page}}` as the text `{page}`; returns false if the current text is something else.
  mutating func scanLiteral() -> Bool {
    guard peek() == .openBrace, peek(1) == .openBrace else { return false }
    offset += 1
    guard let placeholder = placeholder(),
      peek(placeholder.text.utf8.count) == .closeBrace
    else {
      offset -= 1
      return false
    }
    noteText(Array(placeholder.text.utf8))
    copy(placeholder.text.utf8.count)
    offset += 1
    return true
  }

  private mutating func replace(_ placeholder: Placeholder) throws(CommandError) {
    if let problem = problem ?? problem(of: placeholder) { throw .refused(placeholder, problem) }
    placeholders.insert(placeholder)
    if beginsWord { wordStarts.insert(placeholder) }
    let reference = "${\(placeholder.variable)}"
    program += (needsQuotes ? "\"\(reference)\"" : reference).utf8
    offset += placeholder.text.utf8.count
    noteReference()
  }

  private func problem(of placeholder: Placeholder) -> TemplateProblem? {
    if case .arithmetic = context { return placeholder.isFromAnswer ? .arithmetic : nil }
    if contexts.contains(where: { if case .arithmetic = $0 { true } else { false } }),
      placeholder.isFromAnswer
    {
      return .arithmetic
    }
    let words = contexts.compactMap(\.word)
    guard let word = words.last else { return nil }
    if word.isName { return .commandName }
    // The output of a substitution may also be evaluated, or be the name of a command.
    let isRun =
      words.contains { $0.isEvaluated }
      || words.contains { $0.isBegun && $0.isName && $0.text.isEmpty }
    return isRun && placeholder.isFromAnswer ? .commandName : nil
  }

  /// Whether the shell would split the value of an unquoted reference into words.
  private var needsQuotes: Bool {
    switch context {
    case .plain, .substitution, .group, .parameter(isQuoted: false): true
    case .doubleQuotes, .parameter(isQuoted: true), .arithmetic: false
    }
  }

  /// Whether the value may be the start of its word, because everything before it in the word may
  /// be empty.
  private var beginsWord: Bool {
    switch context {
    case .plain(let word), .substitution(let word), .group(let word): return word.text.isEmpty
    case .parameter, .arithmetic: return true
    case .doubleQuotes:
      // Quotes within a parameter may begin a word.
      guard let word = contexts[contexts.count - 2].word else { return true }
      return word.text.isEmpty
    }
  }

  // MARK: Words

  /// Adds literal text to the current word.
  mutating func noteText(_ text: [UInt8]) {
    guard let index = contexts.lastIndex(where: { $0.word != nil }) else { return }
    // Text in a parameter expansion might not be used at run time.
    guard !contexts[index...].contains(where: \.isUncertain) else {
      contexts[index].word?.isBegun = true
      return
    }
    contexts[index].word?.text += text
    contexts[index].word?.isBegun = true
  }

  mutating func noteReference() {
    guard let index = contexts.lastIndex(where: { $0.word != nil }) else { return }
    contexts[index].word?.isBegun = true
    contexts[index].word?.hasReference = true
  }
}

extension ShellContext {
  /// Whether the content of this context might not be used at run time.
  fileprivate var isUncertain: Bool {
    switch self {
    case .parameter, .arithmetic: true
    case .plain, .substitution, .group, .doubleQuotes: false
    }
  }
}
