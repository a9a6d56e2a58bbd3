import Feeds
import NCursesTerminal
import TableUI
import Terminal
import Viewers

/// How the screen looks.
nonisolated package struct AppearanceOptions: Sendable {
  package enum ColorUse: String, Sendable { case auto, always, never }

  package var color = ColorUse.auto
  package var ascii = false
  package var mouse = false

  /// What is asked of the terminal.
  ///
  /// A lone escape waits longer where bytes travel.
  @MainActor func screenOptions() -> NCursesOptions {
    let noColor = Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false
    let isRemote = Environment.value("SSH_CONNECTION") != nil
    let delay = Environment.value("ESCDELAY").flatMap { Int($0) } ?? (isRemote ? 100 : 25)
    return NCursesOptions(
      colors: colorUse(noColor: noColor), mouse: mouse,
      escapeDelay: .milliseconds(min(max(delay, 1), 1_000)))
  }

  /// How everything looks on a screen.
  ///
  /// rxvt, Konsole and others tell by `COLORFGBG` what they draw with: `0;15` is black on white.
  @MainActor func theme(in depth: ColorDepth) -> Theme {
    let ground = Environment.value("COLORFGBG")?.split(separator: ";").last
    return Theme(depth: depth, ascii: ascii, isLight: ground == "7" || ground == "15")
  }

  private func colorUse(noColor: Bool) -> NCursesOptions.ColorUse {
    switch color {
    case .auto: noColor ? .never : .auto
    case .always: .always
    case .never: .never
    }
  }
}
