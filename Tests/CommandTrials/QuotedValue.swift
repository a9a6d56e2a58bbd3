package import Randomness

/// A placeholder that is nested in quotes, substitutions and parameters, and the word that a shell
/// makes of it.
package struct QuotedValue: Sendable, CustomStringConvertible {
  /// A shell word that contains the placeholder.
  private(set) var command = "{last}"
  /// The text before the value in the word, and the text after it.
  private(set) var before = ""
  private(set) var after = ""
  /// Whether the command must be put into double quotes.
  private var isInner = false

  package var description: String { command }

  /// Draws a command at random.
  package init(_ random: inout SplitMix64) {
    isInner = random.occurs(inPercent: 50)
    for _ in 0..<random.within(0...5) { wrap(&random) }
    if isInner { quote() }
  }

  /// The word that the shell makes of the command.
  func word(of value: String) -> String { before + value + after }

  private mutating func quote() { (command, isInner) = ("\"\(command)\"", false) }

  private mutating func wrap(_ random: inout SplitMix64) {
    switch random.within(0...6) {
    case 0: add(random.pick(["x", "--from=", "a.b", "=", "@", "7", ":"]))
    case 1 where !isInner:
      add(random.pick(["a b", "$(x)", "\"", "`x`", "\\", "*", "#;&|<>"]), in: "'")
    case 2 where isInner: add(random.pick(["a b", "'", "*", "# ", ";&|<>", "it's "]))
    case 3:
      // The period keeps the line ends that a substitution would drop.
      if isInner { quote() }
      (command, after, isInner) = ("$(printf %s. \(command))", after + ".", true)
    case 4:
      if isInner { quote() }
      (command, after, isInner) = ("$(A=\(command); printf %s. \"$A\")", after + ".", true)
    case 5: command = "${ENDLESS_LAST:+\(command)}"
    default: if isInner { quote() }
    }
  }

  private mutating func add(_ text: String, in quotes: String = "") {
    (command, before) = (quotes + text + quotes + command, text + before)
  }
}
