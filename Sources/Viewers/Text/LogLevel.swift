import Terminal

/// How serious a line of a log is.
nonisolated enum LogLevel {
  case failure, warning, information, detail

  /// Reads a word, in capitals or not: the names of syslog(3), log4j, Python and Go.
  init?(_ word: ArraySlice<UInt8>) {
    guard (3...9).contains(word.count) else { return nil }
    switch String(decoding: word.map { $0 & 0xDF }, as: UTF8.self) {
    case "EMERG", "EMERGENCY", "ALERT", "CRIT", "CRITICAL", "FATAL", "PANIC", "SEVERE", "ERROR",
      "ERR":
      self = .failure
    case "WARN", "WARNING": self = .warning
    case "INFO", "NOTICE": self = .information
    case "DEBUG", "TRACE", "VERBOSE": self = .detail
    default: return nil
    }
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
