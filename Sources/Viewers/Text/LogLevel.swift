import Terminal

/// How serious a line of a log is.
nonisolated enum LogLevel {
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
  init?(_ word: ArraySlice<UInt8>) {
    guard Self.lengths.contains(word.count) else { return nil }
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

  /// What is serious stands out, what is usual does not.
  ///
  /// Contrast of red and orange with black and with white is at least 3.7 and 4.4 (WCAG 2.1, 1.4.3 counts
  /// 3 as enough for bold text; computed for xterm's palette): the terminal's own red is unreadable on many
  /// dark grounds.
  func style(in depth: ColorDepth) -> Style {
    switch self {
    case .failure: Style(foreground: Self.color(167, or: 1, in: depth), attributes: .bold)
    case .warning: Style(foreground: Self.color(130, or: 3, in: depth), attributes: .bold)
    case .information: .plain
    case .detail: Style(.dim)
    }
  }

  private static func color(_ rich: UInt8, or plain: UInt8, in depth: ColorDepth) -> Color {
    switch depth {
    case .none: .default
    case .eight: .indexed(plain)
    case .palette256, .trueColor: .indexed(rich)
    }
  }
}
