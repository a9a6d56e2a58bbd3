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
      entry.words.map { ($0, rank) }
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
