import Terminal

/// How serious a line of a log is.
nonisolated enum LogLevel {
  case failure, warning, information, detail

  /// The names of syslog(3), log4j, Python and Go, as numbers: each word of a line is held against them.
  private static let words: [(number: UInt64, level: LogLevel)] = [
    (failure, ["EMERG", "ALERT", "CRIT", "CRITICAL", "FATAL", "PANIC", "SEVERE", "ERROR", "ERR"]),
    (warning, ["WARN", "WARNING"]), (information, ["INFO", "NOTICE"]),
    (detail, ["DEBUG", "TRACE", "VERBOSE"]),
  ].flatMap { level, words in words.map { (number(of: Array($0.utf8)[...]), level) } }

  /// Letters as one number, the same for capitals and small ones.
  private static func number(of letters: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for letter in letters { number = number << 8 | UInt64(letter & 0xDF) }
    return number
  }

  /// Reads a word of letters, in capitals or not.
  init?(_ word: ArraySlice<UInt8>) {
    guard (3...8).contains(word.count) else { return nil }
    let number = Self.number(of: word)
    guard let found = Self.words.first(where: { $0.number == number }) else { return nil }
    self = found.level
  }

  /// Reads the first letter of a line of klog, as Kubernetes has it.
  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "F"), UInt8(ascii: "E"): self = .failure
    case UInt8(ascii: "W"): self = .warning
    case UInt8(ascii: "I"): self = .information
    default: return nil
    }
  }

  /// In the terminal's own colours, which are two bytes each and right on any ground.
  func style(in depth: ColorDepth) -> Style {
    switch self {
    case .failure: Style(foreground: depth == .none ? .default : .indexed(1), attributes: .bold)
    case .warning: depth == .none ? Style(.bold) : Style(foreground: .indexed(3))
    case .information: depth == .none ? .plain : Style(foreground: .indexed(2))
    case .detail: Style(.dim)
    }
  }
}
