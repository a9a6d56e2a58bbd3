package import ByteStores

/// What a word of the command line may name.
package enum Address: Sendable {
  /// Something at a path; bytes, because a name need be no UTF-8.
  case path([UInt8], FileKind, start: StartPosition?)
  /// What the program was given to read without a name: `-`.
  case standardInput(start: StartPosition?)
  /// What follows the name of a scheme and its colon.
  case scheme(String, rest: String)
  /// A line of curl, with its name.
  case curl(String)
  /// A database, or a table in it.
  case database(DatabaseAddress, start: StartPosition?)
}

/// Where a feed is opened, if not at its start.
package enum StartPosition: Hashable, Sendable {
  /// At an item by its number, from 1: of a text, a record where it has some, or else a line.
  case item(Int)
  /// At a line of a file by its number, from 1: at the record that it is in.
  case line(Int)
  /// At the end.
  case end
  /// At the first line of a text that matches a pattern; without a screen, at the start.
  case match(String)
}

extension Collection<UInt8> {
  /// Whether a word of the command line is an address of the web: it begins with `http:` or `https:` and two slashes, or is a
  /// line of curl.
  package var isWebAddress: Bool {
    if isCurlLine { return true }
    let start = String(decoding: prefix(8), as: UTF8.self).lowercased()
    return start.hasPrefix("http://") || start == "https://"
  }

  /// Whether it is a line of curl: it begins with the name and a blank.
  package var isCurlLine: Bool {
    let start = Array(prefix(5))
    return start.starts(with: "curl".utf8) && start.count == 5
      && Array(" \t\n\r".utf8).contains(start[4])
  }
}

/// The options that one kind of source has, declared beside it: the command line takes them and the help lists them,
/// and neither knows what they mean.
package struct SourceOptions: Sendable {
  /// The heading of the help.
  package let title: String
  /// What a reader must name for them to have an effect.
  package let need: String
  /// The options in the order of the help.
  package let options: [SourceOption]
  /// Whether a word of the command line names a source that has them.
  package let isFor: @Sendable (_ word: [UInt8]) -> Bool

  package init(
    _ title: String, need: String, _ options: [SourceOption],
    isFor: @escaping @Sendable (_ word: [UInt8]) -> Bool
  ) {
    (self.title, self.need, self.options, self.isFor) = (title, need, options, isFor)
  }

  /// Refuses values where no word names such a source, because an option without effect is a mistake.
  ///
  /// - Throws: which options need which source.
  package func validate(_ values: SourceValues, for words: [[UInt8]]) throws(Failure) {
    for option in options where option.isForEach && values[option.name] != nil {
      try validate(option, for: words)
    }
    let names = options.filter { !$0.isForAll && !$0.isForEach }.map(\.name)
    guard names.contains(where: { values[$0] != nil }), !words.contains(where: isFor) else {
      return
    }
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : ""
    throw .usage("\(list)\(names.last ?? "") need\(names.count > 1 ? "" : "s") \(need)")
  }

  /// Refuses an option that each source must have.
  private func validate(_ option: SourceOption, for words: [[UInt8]]) throws(Failure) {
    if words.isEmpty { throw .usage("\(option.name) needs \(need)") }
    guard let other = words.first(where: { !isFor($0) }) else { return }
    throw .usage("\(option.name) needs \(need), not '\(String(decoding: other, as: UTF8.self))'")
  }
}

/// An option of a source: a key, and what its value may be.
package struct SourceOption: Sendable {
  /// As it is written: `--next`.
  package let name: String
  /// Its letter: `-H`; nil where it has none.
  package let letter: String?
  /// What the help calls its value; empty where it has none.
  package let valueName: String
  /// What the help says of it.
  package let help: String
  /// What its value may be, where that is one of a few words.
  package let choices: [String]
  /// Whether it has an effect on any source, which says itself where it cannot take the value.
  package let isForAll: Bool
  /// Whether each source must be one that has it.
  package let isForEach: Bool
  /// Refuses a value with words for the reader.
  package let check: @Sendable (_ value: String) throws(Failure) -> Void

  package init(
    _ name: String, _ valueName: String, _ help: String, letter: String? = nil,
    choices: [String] = [], isForAll: Bool = false, isForEach: Bool = false,
    check: @escaping @Sendable (_ value: String) throws(Failure) -> Void
  ) {
    (self.name, self.valueName, self.help) = (name, valueName, help)
    self.choices = choices
    (self.letter, self.isForAll, self.isForEach, self.check) = (letter, isForAll, isForEach, check)
  }

  /// The whole number that the value of an option is.
  ///
  /// - Throws: which numbers it may be.
  package static func number(
    _ text: String, of name: String, in range: ClosedRange<Int>
  ) throws(Failure) -> Int {
    guard let number = Int(text), range.contains(number) else {
      let words =
        range.upperBound == .max
        ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw .usage("\(name) must be \(words), not '\(text)'")
    }
    return number
  }
}

/// What a reader has given for the options of sources, each by its name; the last counts.
package struct SourceValues: Equatable, Sendable {
  private var values: [String: [String]] = [:]

  package init() {}

  /// The value that was given last; setting one adds it.
  package subscript(name: String) -> String? {
    get { values[name]?.last }
    set {
      if let newValue { values[name, default: []].append(newValue) } else { values[name] = nil }
    }
  }

  /// All values that were given for an option that may be repeated, in their order.
  package func all(_ name: String) -> [String] { values[name] ?? [] }

  package var isEmpty: Bool { values.isEmpty }
}
