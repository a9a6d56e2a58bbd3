package import ByteStores
import Bytes

/// The source that a command-line argument names.
package enum Address: Sendable {
  /// A path, stored as bytes because a file name may be invalid UTF-8.
  case path([UInt8], FileKind, start: StartPosition?)
  /// Standard input: `-`, or no argument.
  case standardInput(start: StartPosition?)
  /// The name of a scheme, and the text after its colon.
  case scheme(String, rest: String)
  /// A curl command line.
  case curl(String)
  /// A database, or a table in it.
  case database(DatabaseAddress, start: StartPosition?)
}

/// The position where a feed is opened, if it is not the start.
package enum StartPosition: Hashable, Sendable {
  /// At the item with this number, counted from 1; an item of a text is a record or, if the text
  /// has no records, a line.
  case item(Int)
  /// At the line with this number in a file, counted from 1, or at the record that contains the
  /// line.
  case line(Int)
  /// At the end.
  case end
  /// At the first line of a text or item of a list that matches a pattern; without a screen, at the
  /// start.
  case match(String)
}

/// These members are defined only for arrays, because generic ones would take a fortieth of the
/// start-up time of the viewer.
extension [UInt8] {
  /// Whether an argument is a web address: it begins with `http://` or `https://`, or is a curl
  /// command line.
  package var isWebAddress: Bool {
    isCurlLine || begins(withScheme: "http://") || begins(withScheme: "https://")
  }

  private func begins(withScheme scheme: StaticString) -> Bool {
    guard count >= scheme.utf8CodeUnitCount else { return false }
    for index in 0..<scheme.utf8CodeUnitCount {
      let byte = self[index]
      if (byte.isUppercase ? byte | 0x20 : byte) != scheme.utf8Start[index] { return false }
    }
    return true
  }

  /// Whether an argument is a curl command line: it begins with `curl` and a blank.
  package var isCurlLine: Bool {
    guard count >= 5, starts(with: "curl".utf8) else { return false }
    return self[4] == .space || self[4] == .tab || self[4] == .lineFeed
      || self[4] == .carriageReturn
  }
}

/// The options of one kind of source, declared together with the source.
///
/// The command line parses them and the help lists them, without knowing their meaning.
package struct SourceOptions: Sendable {
  /// The heading in the help.
  package let title: String
  /// A description of the kind of source that the options require.
  package let need: String
  /// The options in the order of the help.
  package let options: [SourceOption]
  /// Whether an argument names a source that has these options.
  package let isFor: @Sendable (_ word: [UInt8]) -> Bool

  package init(
    _ title: String, need: String, _ options: [SourceOption],
    isFor: @escaping @Sendable (_ word: [UInt8]) -> Bool
  ) {
    (self.title, self.need, self.options, self.isFor) = (title, need, options, isFor)
  }

  /// Refuses option values if no argument names a source with these options, because they would
  /// have no effect.
  ///
  /// - Throws: an error if options require another source.
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

  /// Refuses an option unless all sources support it.
  private func validate(_ option: SourceOption, for words: [[UInt8]]) throws(Failure) {
    if words.isEmpty { throw .usage("\(option.name) needs \(need)") }
    guard let other = words.first(where: { !isFor($0) }) else { return }
    throw .usage("\(option.name) needs \(need), not '\(String(decoding: other, as: UTF8.self))'")
  }
}

/// An option of a source: its name and its possible values.
package struct SourceOption: Sendable {
  /// The name as it is typed: `--next`.
  package let name: String
  /// The short name, such as `-H`; nil if it has none.
  package let letter: String?
  /// The name of the value in the help; empty if the option has no value.
  package let valueName: String
  /// The description in the help.
  package let help: String
  /// The possible values, if they are a fixed set.
  package let choices: [String]
  /// Whether the option applies to all sources; a source that cannot use a value reports this
  /// itself.
  package let isForAll: Bool
  /// Whether all sources must support the option.
  package let isForEach: Bool
  /// Checks a value, and throws an error with a message if it is invalid.
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

  /// Parses the value of an option as an integer.
  ///
  /// - Throws: an error that names the allowed range.
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

/// The values that the reader has set for options of sources, by name.
package struct SourceValues: Equatable, Sendable {
  private var values: [String: [String]] = [:]

  package init() {}

  /// The last value of an option; setting a value adds it, and setting nil removes all values.
  package subscript(name: String) -> String? {
    get { values[name]?.last }
    set {
      if let newValue { values[name, default: []].append(newValue) } else { values[name] = nil }
    }
  }

  /// All values of an option that may be repeated, in order.
  package func all(_ name: String) -> [String] { values[name] ?? [] }

  package var isEmpty: Bool { values.isEmpty }
}
