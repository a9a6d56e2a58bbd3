import Records
import Terminal

nonisolated extension LogLevel {
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
