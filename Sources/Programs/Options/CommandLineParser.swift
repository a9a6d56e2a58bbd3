package import Viewers

/// Reads the words of the command line as getopt_long(3) does: options and what is none in any order,
/// `--name=value` or `--name value`, short flags together, and `--` before what is no option.
nonisolated package struct CommandLineParser {
  private var options: CommandLineOptions
  private var rest: ArraySlice<[UInt8]>
  /// Made with the first option, because most command lines have none.
  private lazy var table = CommandOption.all

  private init(_ words: [[UInt8]], hasStandardInput: Bool) {
    options = CommandLineOptions(hasStandardInput: hasStandardInput)
    rest = words[...]
  }

  /// - Throws: what is wrong with them, in words for the reader.
  package static func parse(
    _ words: [[UInt8]], hasStandardInput: Bool = false
  ) throws(Failure) -> CommandLineOptions {
    var parser = CommandLineParser(words, hasStandardInput: hasStandardInput)
    try parser.takeAll()
    if parser.options.asks == nil { try parser.options.validate() }
    return parser.options
  }

  private mutating func takeAll() throws(Failure) {
    while let word = rest.popFirst() {
      let text = String(decoding: word, as: UTF8.self)
      if text == "--" {
        while let word = rest.popFirst() { take(source: word) }
      } else if text.hasPrefix("--") {
        try take(long: text)
      } else if text.hasPrefix("-"), text.count > 1 {
        try take(short: text)
      } else if text.hasPrefix("+") {
        try take(start: text)
      } else {
        take(source: word)
      }
    }
  }

  private mutating func take(long text: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    try perform(named: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// Short flags may stand together; what takes a value has it beside it or behind it.
  private mutating func take(short text: String) throws(Failure) {
    var letters = text.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      if case .word? = option(named: name)?.value, !letters.isEmpty {
        return try perform(named: name, value: String(letters))
      }
      try perform(named: name, value: nil)
    }
  }

  private mutating func option(named name: String) -> CommandOption? {
    table.first { $0.names.contains(name) }
  }

  private mutating func perform(named name: String, value: String?) throws(Failure) {
    guard let option = option(named: name) else { throw unknown(name) }
    switch option.value {
    case .none(let set):
      guard value == nil else { throw .usage("\(name) takes no value") }
      set(&options)
    case .word(let what, let set):
      guard let value = value ?? rest.popFirst().map({ String(decoding: $0, as: UTF8.self) }) else {
        throw .usage("\(name) needs a value: \(what)")
      }
      try set(&options, value)
    }
  }

  /// Suggests the option that was meant, if only one begins with these letters.
  private mutating func unknown(_ name: String) -> Failure {
    let meant = table.flatMap(\.names).filter { name.count > 2 && $0.hasPrefix(name) }
    let hint = meant.count == 1 ? " (did you mean '\(meant[0])'?)" : ""
    return .usage("unknown option '\(name)'\(hint)")
  }

  private mutating func take(source word: [UInt8]) { options.sources.append(word) }

  private mutating func take(start text: String) throws(Failure) {
    let rest = text.dropFirst()
    if rest == "G" {
      options.start = .end
    } else if rest == "F" {
      options.follow()
    } else if let number = Int(rest), number > 0 {
      options.start = .item(number)
    } else {
      throw .usage("invalid position '\(text)'; use +N, +G or +F")
    }
  }
}
