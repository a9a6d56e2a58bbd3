/// How serious a line of a log is.
package enum LogLevel {
  case failure, warning, information, detail

  /// The names that a line has them by, as numbers: each word of a line is held against them.
  private static let words: [(number: UInt64, level: LogLevel)] = LogSeverity.ranks.flatMap {
    rank in
    rank.words.filter { lengths.contains($0.utf8.count) }
      .map { (number(of: Array($0.utf8)[...]), rank.level) }
  }
  /// Letters of a name: no more than fit into a number.
  private static let lengths = 3...8

  /// Letters as one number, the same for capitals and small ones.
  private static func number(of letters: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for letter in letters { number = number << 8 | UInt64(letter & 0xDF) }
    return number
  }

  /// Reads a word of letters, in capitals or not.
  package init?(_ word: ArraySlice<UInt8>) {
    guard Self.lengths.contains(word.count) else { return nil }
    let number = Self.number(of: word)
    guard let found = Self.words.first(where: { $0.number == number }) else { return nil }
    self = found.level
  }

  /// Reads the first letter of a line of klog, as Kubernetes has it.
  package init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "F"), UInt8(ascii: "E"): self = .failure
    case UInt8(ascii: "W"): self = .warning
    case UInt8(ascii: "I"): self = .information
    default: return nil
    }
  }
}
