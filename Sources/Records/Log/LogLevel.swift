/// The severity of a log line.
package enum LogLevel {
  case failure, warning, information, detail

  /// The names of levels as numbers, with which each word of a line is compared.
  private static let words: [(number: UInt64, level: LogLevel)] = LogSeverity.ranks.flatMap {
    rank in
    rank.words.filter { lengths.contains($0.utf8.count) }
      .map { (number(of: Array($0.utf8)[...]), rank.level) }
  }
  /// The lengths of the names that are compared; eight letters fit into one number.
  private static let lengths = 3...8

  /// Letters as one number, regardless of case.
  private static func number(of letters: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for letter in letters { number = number << 8 | UInt64(letter & 0xDF) }
    return number
  }

  /// Parses a word of letters, regardless of case.
  package init?(_ word: ArraySlice<UInt8>) {
    guard Self.lengths.contains(word.count) else { return nil }
    let number = Self.number(of: word)
    guard let found = Self.words.first(where: { $0.number == number }) else { return nil }
    self = found.level
  }

  /// Parses the first letter of a klog line, as written by Kubernetes.
  package init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "F"), UInt8(ascii: "E"): self = .failure
    case UInt8(ascii: "W"): self = .warning
    case UInt8(ascii: "I"): self = .information
    default: return nil
    }
  }
}

/// The severity of a log level, for comparisons.
package struct LogSeverity: Comparable, Sendable {
  private let rank: Int

  /// The words of syslog(3), log4j, Python, Go and others, the least severe first; words in the
  /// same list are equally severe.
  static let ranks: [(level: LogLevel, words: [String])] = [
    (.detail, ["TRACE", "VERBOSE"]), (.detail, ["DEBUG"]),
    (.information, ["INFO", "INFORMATION", "INFORMATIONAL"]), (.information, ["NOTICE"]),
    (.warning, ["WARN", "WARNING"]), (.failure, ["ERR", "ERROR"]),
    (.failure, ["CRIT", "CRITICAL", "FATAL", "SEVERE"]), (.failure, ["ALERT", "DPANIC"]),
    (.failure, ["EMERG", "EMERGENCY", "PANIC"]),
  ]
  private static let words = Dictionary(
    uniqueKeysWithValues: ranks.enumerated().flatMap { rank, entry in
      // PostgreSQL writes `LOG` in place of `INFO`; in lines of other programs `LOG` is an ordinary
      // word.
      (entry.words + (entry.words.contains("INFO") ? ["LOG"] : [])).map { ($0, rank) }
    })
  /// The length of the longest word in bytes.
  private static let longest = 13

  /// Parses a word for a level, regardless of case; nil for anything else.
  package init?(_ text: some Collection<UInt8>) {
    guard (3...Self.longest).contains(text.count),
      let rank = Self.words[String(decoding: text, as: UTF8.self).uppercased()]
    else { return nil }
    self.rank = rank
  }

  /// Parses the level in a record, which may be a number.
  package init?(level text: some Collection<UInt8>) {
    guard text.count <= Self.longest else { return nil }
    self.init(Array(LogLevelName(String(decoding: text, as: UTF8.self)).word.utf8))
  }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// The name of a level, which some programs write as a number.
struct LogLevelName {
  /// The name in capitals, or an unknown number unchanged.
  let word: String

  /// The levels that bunyan, pino and others number in tens, from 10.
  private static let tens = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]
  /// The levels that syslog(3) numbers from 0.
  private static let priorities = [
    "EMERG", "ALERT", "CRIT", "ERR", "WARNING", "NOTICE", "INFO", "DEBUG",
  ]

  init(_ text: String) { word = Int(text).map { Self.word(of: $0) ?? text } ?? text.uppercased() }

  /// The beginning of the word, at most five letters; a word that is not a level is unchanged.
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
