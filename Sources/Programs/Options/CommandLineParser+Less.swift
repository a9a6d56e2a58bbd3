import Feeds
import Viewers

/// Letters and names that `less` has too: an option of `endless` comes first, and a value ends where
/// `less` would end it.
nonisolated extension CommandLineParser {
  /// Short flags may stand together; what takes a value has it beside it or behind it.
  mutating func take(short text: String) throws(Failure) {
    var letters = text.dropFirst()
    if letters.first == "+" { return try reset(letters.dropFirst()) }
    while let letter = letters.popFirst() {
      // `-10` is the size of a screenful.
      if ("0"..."9").contains(letter) { continue }
      let name = "-\(letter)"
      if let less = lessTable.with(letter), isLess(less, before: letters, named: name) {
        try take(less, named: name, from: &letters)
      } else {
        try perform(named: name, value: nil)
      }
    }
  }

  /// Whether a letter is to be read as `less` does: where it has a value, or is no option of `endless`.
  ///
  /// `-h` is help, and `-h10` is not.
  private mutating func isLess(
    _ less: LessOption, before letters: Substring, named name: String
  ) -> Bool {
    guard case .none? = option(named: name)?.value else { return true }
    var letters = letters
    return !less.argument.take(from: &letters).isEmpty
  }

  /// `-+SN`: each as if it had not been said, in `LESS` or before.
  private mutating func reset(_ letters: Substring) throws(Failure) {
    for letter in letters {
      guard let less = lessTable.with(letter) else { throw unknown("-+\(letter)") }
      less.effect?(&options, .reset)
    }
  }

  private mutating func take(
    _ less: LessOption, named name: String, from letters: inout Substring
  ) throws(Failure) {
    guard !less.argument.isNone else { return try perform(less, .on) }
    let isOwn = if case .word? = option(named: name)?.value { true } else { false }
    if letters.isEmpty {
      return try isOwn ? perform(named: name, value: nil) : performLess(less, named: name, nil)
    }
    let value = less.argument.take(from: &letters)
    guard !value.isEmpty else { throw .usage("\(name) needs a value; see less(1)") }
    try isOwn ? perform(named: name, value: value) : performLess(less, named: name, value)
  }

  /// A long name that only `less` has, written out.
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
    try perform(less, .to(word(value, of: name, "see less(1)")))
  }

  private mutating func perform(
    _ less: LessOption, _ setting: LessOption.Setting
  ) throws(Failure) {
    if let refusal = less.refusal { throw .usage(refusal) }
    less.effect?(&options, setting)
  }
}
