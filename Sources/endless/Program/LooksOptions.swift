import ArgumentParser
import Foundation
import NCursesTerminal

/// How the screen looks.
struct LooksOptions: ParsableArguments {
  enum ColorUse: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

  @Option(help: "Colours: auto, always or never; NO_COLOR is honoured.")
  var color: ColorUse = .auto

  @Flag(help: "Draw signs and pictures with ASCII alone.")
  var ascii = false

  @Flag(help: "Scroll with the wheel; selecting text then needs Shift.")
  var mouse = false

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

  private func colorUse(noColor: Bool) -> NCursesOptions.ColorUse {
    switch color {
    case .auto: noColor ? .never : .auto
    case .always: .always
    case .never: .never
    }
  }
}
