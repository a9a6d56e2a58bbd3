import Feeds
import NCursesTerminal
import Terminal
import Viewers

/// The examination of the terminal for `--doctor`; it opens the screen as an ordinary run does, but
/// only for a moment.
struct TerminalExamination {
  let options: CommandLineOptions

  /// The maximum time to wait for a finding about emoji; the screen itself waits two seconds for
  /// each answer of the terminal.
  private static let timeout = Duration.seconds(3)

  func findings() -> [Finding] {
    let type = Environment.value("TERM") ?? ""
    guard StandardOutput.isTerminal else {
      return [Finding("terminal", .remark, "no terminal: items are written as lines")]
    }
    guard !type.isEmpty, type != "dumb" else {
      return [
        Finding(
          "terminal", .remark,
          "TERM is \(type.isEmpty ? "not set" : type): items are written as lines",
          advice: "export TERM=xterm-256color")
      ]
    }
    do throws(NCursesScreenError) {
      var screenOptions = options.looks.screenOptions()
      screenOptions.joinsEmoji = true
      let screen = try NCursesScreen(options: screenOptions)
      let emoji = askAboutEmoji(on: screen)
      screen.close()
      return findings(of: screen, type, emoji)
    } catch {
      return [Finding("terminal", .wrong, error.description)]
    }
  }

  /// Draws a sequence of emoji, and waits until the screen has found out how the terminal shows it;
  /// returns nil if this takes too long.
  private func askAboutEmoji(on screen: NCursesScreen) -> EmojiFinding? {
    var finding: EmojiFinding?
    var isOver = false
    screen.onEmojiFinding = { finding = $0 }
    screen.after(Self.timeout) { isOver = true }
    var canvas = Canvas(size: screen.size)
    canvas.draw("\u{1F469}\u{200D}\u{1F4BB}", at: Point(line: 0, column: 0))
    screen.present(canvas)
    screen.run { finding != nil || isOver }
    return finding
  }

  private func findings(
    of screen: NCursesScreen, _ type: String, _ emoji: EmojiFinding?
  ) -> [Finding] {
    [
      Finding(
        "terminal", .right,
        "\(type), \(screen.size.lines) lines of \(screen.size.columns) columns"),
      colors(of: screen.colorDepth),
      screen.isASCII
        ? Finding(
          "painter", .wrong, "\(screen.painter); only ASCII can be shown",
          advice: "install a UTF-8 locale, or use --painter direct")
        : Finding("painter", .right, "\(screen.painter)"),
      Finding("widths", .right, Self.widths(emoji)),
    ]
  }

  private func colors(of depth: ColorDepth) -> Finding {
    switch depth {
    case .trueColor: Finding("colours", .right, "16 million")
    case .palette256:
      Finding("colours", .right, "256; set COLORTERM=truecolor if the terminal has more")
    case .eight:
      Finding(
        "colours", .remark, "8",
        advice: "set TERM to the type of the terminal, such as xterm-256color")
    case .none:
      Finding(
        "colours", .remark,
        Environment.value("NO_COLOR").map { !$0.isEmpty } == true
          ? "none, because NO_COLOR is set" : "none, because the terminal type in TERM has none")
    }
  }

  private static func widths(_ emoji: EmojiFinding?) -> String {
    let own = "as in Unicode 17"
    return switch emoji {
    case .whole: "\(own); emoji sequences are drawn as one character"
    case let finding?: "\(own); \(finding)"
    case nil: "\(own); emoji sequences are drawn in parts: the terminal does not answer"
    }
  }
}
