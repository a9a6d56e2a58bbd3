package import Feeds
import Viewers

/// A parser of the command line like getopt_long(3): options and other arguments in any order,
/// `--name=value` or `--name value`, combined short options, and `--` before arguments that are not
/// options.
///
/// An option that `endless` does not have may be one of `less`; see the extension below.
nonisolated package struct CommandLineParser {
  var options: CommandLineOptions
  private(set) var rest: ArraySlice<[UInt8]>
  /// The table of options, created when the first option is parsed, because most command lines have
  /// none.
  private lazy var table = CommandOption.all(sources())
  private let sources: () -> [SourceOptions]
  /// The table of `less` options, created on demand.
  lazy var lessTable = LessOption.all

  private init(
    _ words: [[UInt8]], onto options: CommandLineOptions, _ sources: @escaping () -> [SourceOptions]
  ) {
    (self.options, self.sources) = (options, sources)
    rest = words[...]
  }

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - sources: returns the options of the sources; called only if the command line has options.
  ///   - less: the environment variables of `less`; the options in `LESS` are applied before the
  ///     arguments.
  /// - Throws: an error that fits on one line.
  package static func parse(
    _ words: [[UInt8]], sources: @escaping () -> [SourceOptions] = { [] },
    hasStandardInput: Bool = false, less: LessEnvironment = LessEnvironment()
  ) throws(Failure) -> CommandLineOptions {
    var base = CommandLineOptions(hasStandardInput: hasStandardInput)
    if less.isSecure { base.viewer.restriction = .environment }
    (base.viewer.lessOpen, base.viewer.lessClose) = (less.preprocessor, less.postprocessor)
    let options = try parse(words, onto: base, sources)
    // The options in `LESS` are applied neither to the timeline nor with `--plain`, because there
    // they would have no effect or be an error.
    guard let said = less.options, options.asks == nil, !options.isTimeline, !options.isPlainAsked
    else { return options }
    LessVariable.apply(said, to: &base)
    return try parse(words, onto: base, sources)
  }

  private static func parse(
    _ words: [[UInt8]], onto base: CommandLineOptions, _ sources: @escaping () -> [SourceOptions]
  ) throws(Failure) -> CommandLineOptions {
    var parser = CommandLineParser(words, onto: base, sources)
    try parser.parseAll()
    if parser.options.asks == nil { try parser.options.validate(sources) }
    return parser.options
  }

  private mutating func parseAll() throws(Failure) {
    while let word = rest.popFirst() {
      let text = String(decoding: word, as: UTF8.self)
      if text == "--" {
        while let word = rest.popFirst() { appendSource(word) }
      } else if text.hasPrefix("--") {
        try parse(long: text)
      } else if text.hasPrefix("-"), text.count > 1 {
        try parse(short: text)
      } else if text.hasPrefix("+") {
        try parse(start: text)
      } else {
        appendSource(word)
      }
    }
  }

  private mutating func parse(long text: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    try perform(named: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil)
  }

  mutating func option(named name: String) -> CommandOption? {
    table.first { $0.names.contains(name) }
  }

  mutating func perform(named name: String, value: String?) throws(Failure) {
    guard let option = option(named: name) else { return try performLess(named: name, value) }
    switch option.value {
    case .none(let set):
      guard value == nil else { throw .usage("\(name) takes no value") }
      set(&options)
    case .word(let what, let set):
      try set(&options, word(value, of: name, what))
    }
  }

  /// Returns the value of an option: the text after `=`, or the next argument.
  mutating func word(
    _ value: String?, of name: String, _ what: String
  ) throws(Failure) -> String {
    if let value { return value }
    guard let word = rest.popFirst() else {
      throw .usage("\(name) needs a value: \(name) \(what.uppercased())")
    }
    return String(decoding: word, as: UTF8.self)
  }

  /// Returns an error for an unknown option; if exactly one option begins with the given name, the
  /// error suggests that option.
  mutating func unknown(_ name: String) -> Failure {
    let meant = table.flatMap(\.names).filter { name.count > 2 && $0.hasPrefix(name) }
    let hint = meant.count == 1 ? " (did you mean '\(meant[0])'?)" : ""
    return .usage("unknown option '\(name)'\(hint)")
  }

  private mutating func appendSource(_ word: [UInt8]) { options.sources.append(word) }

  private mutating func parse(start text: String) throws(Failure) {
    let command = text.dropFirst()
    guard options.begin(at: command) else {
      throw .usage("invalid position '\(text)'; use +N, +G, +F or +/PATTERN")
    }
  }
}

/// Short and long options that `less` also has: an option of `endless` usually takes precedence,
/// and a value ends as in `less`.
nonisolated extension CommandLineParser {
  /// Parses short options, which may be combined; a value follows directly or as the next argument.
  mutating func parse(short text: String) throws(Failure) {
    var letters = text.dropFirst()
    if letters.first == "+" { return try reset(letters.dropFirst()) }
    while let letter = letters.popFirst() {
      // Digits are ignored; in `less`, `-10` sets the size of the scrolling window.
      if ("0"..."9").contains(letter) { continue }
      let name = "-\(letter)"
      if let less = lessTable.with(letter), isLess(less, before: letters, named: name) {
        try parse(less, named: name, from: &letters)
      } else if case .word? = option(named: name)?.value, !letters.isEmpty {
        return try perform(named: name, value: String(letters))
      } else {
        try perform(named: name, value: nil)
      }
    }
  }

  /// Whether a letter is parsed as in `less`: a value of the `less` option follows it, or `endless`
  /// does not have the letter as an option without a value.
  ///
  /// For example, `-h` is help, but `-h10` is the option of `less`.
  private mutating func isLess(
    _ less: LessOption, before letters: Substring, named name: String
  ) -> Bool {
    guard case .none? = option(named: name)?.value else { return true }
    var letters = letters
    return !less.argument.read(from: &letters).isEmpty
  }

  /// Resets options to their defaults, as in `-+SN`, regardless of whether they were set in `LESS`
  /// or earlier on the command line.
  private mutating func reset(_ letters: Substring) throws(Failure) {
    for letter in letters {
      guard let less = lessTable.with(letter) else { throw unknown("-+\(letter)") }
      less.effect?(&options, .reset)
    }
  }

  private mutating func parse(
    _ less: LessOption, named name: String, from letters: inout Substring
  ) throws(Failure) {
    guard !less.argument.isNone else { return try perform(less, .on) }
    let isOwn = if case .word? = option(named: name)?.value { true } else { false }
    if letters.isEmpty {
      return try isOwn ? perform(named: name, value: nil) : performLess(less, named: name, nil)
    }
    let value = less.argument.read(from: &letters)
    guard !value.isEmpty else { throw .usage("\(name) needs \(less.argumentName)") }
    try isOwn ? perform(named: name, value: value) : performLess(less, named: name, value)
  }

  /// Applies a long option that only `less` has.
  mutating func performLess(named name: String, _ value: String?) throws(Failure) {
    guard let less = lessTable.first(where: { $0.names.contains(String(name.dropFirst(2))) }) else {
      throw unknown(name)
    }
    guard less.argument.isNone else { return try performLess(less, named: name, value) }
    guard value == nil else { throw .usage("\(name) takes no value") }
    try perform(less, .on)
  }

  private mutating func performLess(
    _ less: LessOption, named name: String, _ value: String?
  ) throws(Failure) {
    guard let word = value ?? rest.popFirst().map({ String(decoding: $0, as: UTF8.self) }) else {
      throw .usage("\(name) needs \(less.argumentName)")
    }
    try perform(less, .to(word))
  }

  private mutating func perform(
    _ less: LessOption, _ setting: LessOption.Setting
  ) throws(Failure) {
    less.effect?(&options, setting)
  }
}
