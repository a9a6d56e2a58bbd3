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

/// How serious a level of a log is, beside another.
package struct LogSeverity: Comparable, Sendable {
  private let rank: Int

  /// The words of syslog(3), log4j, Python, Go and others, the least serious first; those in one list are equal.
  static let ranks: [(level: LogLevel, words: [String])] = [
    (.detail, ["TRACE", "VERBOSE"]), (.detail, ["DEBUG"]),
    (.information, ["INFO", "INFORMATION", "INFORMATIONAL"]), (.information, ["NOTICE"]),
    (.warning, ["WARN", "WARNING"]), (.failure, ["ERR", "ERROR"]),
    (.failure, ["CRIT", "CRITICAL", "FATAL", "SEVERE"]), (.failure, ["ALERT", "DPANIC"]),
    (.failure, ["EMERG", "EMERGENCY", "PANIC"]),
  ]
  private static let words = Dictionary(
    uniqueKeysWithValues: ranks.enumerated().flatMap { rank, entry in
      // PostgreSQL has `LOG` in the place of `INFO`; in a line it is a word as any.
      (entry.words + (entry.words.contains("INFO") ? ["LOG"] : [])).map { ($0, rank) }
    })
  /// Bytes of the longest word.
  private static let longest = 13

  /// Reads a level's word, in capitals or not; nil of anything else.
  package init?(_ text: some Collection<UInt8>) {
    guard (3...Self.longest).contains(text.count),
      let rank = Self.words[String(decoding: text, as: UTF8.self).uppercased()]
    else { return nil }
    self.rank = rank
  }

  /// Reads a level as a record has it: a number as what it stands for.
  package init?(level text: some Collection<UInt8>) {
    guard text.count <= Self.longest else { return nil }
    self.init(Array(LogLevelName(String(decoding: text, as: UTF8.self)).word.utf8))
  }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// The name of a level, which some programs write as a number.
struct LogLevelName {
  /// In capitals; a number that stands for nothing as it is.
  let word: String

  /// What bunyan, pino and others count by tens, and syslog(3) from 0.
  private static let tens = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]
  private static let priorities = [
    "EMERG", "ALERT", "CRIT", "ERR", "WARNING", "NOTICE", "INFO", "DEBUG",
  ]

  init(_ text: String) { word = Int(text).map { Self.word(of: $0) ?? text } ?? text.uppercased() }

  /// How the word begins, with five letters at the most; one that is no level as it is.
  var short: String {
    guard word.utf8.count > 5, LogSeverity(word.utf8) != nil else { return word }
    let usual = ["WARN", "INFO", "CRIT"].first { word.utf8.starts(with: $0.utf8) }
    return usual ?? String(word.prefix(5))
  }

  private static func word(of number: Int) -> String? {
    if priorities.indices.contains(number) { return priorities[number] }
    let index = number / 10 - 1
    return tens.indices.contains(index) ? tens[index] : nil
  }
}
