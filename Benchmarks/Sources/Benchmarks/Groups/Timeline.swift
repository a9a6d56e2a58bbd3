/// The program with its sample timeline, which is filled first.
struct Timeline {
  private let launch: Launch

  /// Fills the timeline in the home folder, unless it is already filled; filling it takes some
  /// seconds.
  init(_ bench: Bench) throws(MeasureError) {
    launch = Launch(
      program: bench.endless.program, arguments: [], environment: bench.home.environment)
    let script = #""$0" --plain --json >/dev/null && echo filled"#
    let filling = Launch(
      program: "sh", arguments: ["-c", script, launch.program], environment: launch.environment)
    let terminal = try MeasuredTerminal(filling)
    do throws(MeasureError) {
      _ = try terminal.frame(
        since: terminal.start, holding: [Array("filled".utf8)], quiet: .zero,
        within: .seconds(300))
    } catch {
      throw MeasureError("the timeline could not be filled: \(error)")
    }
  }

  /// The folder of the timeline, for `--posts`.
  var folder: String { (launch.environment["XDG_DATA_HOME"] ?? "") + "/endless" }

  /// Starts the program, and waits until it shows the first posts.
  func open() throws(MeasureError) -> (terminal: MeasuredTerminal, opening: Frame) {
    let terminal = try MeasuredTerminal(launch)
    do throws(MeasureError) {
      // The status line is the last part of a frame, and says `loaded` when posts are shown.
      let opening = try terminal.frame(
        since: terminal.start, holding: [Array("loaded".utf8)], quiet: .milliseconds(200))
      return (terminal, opening)
    } catch {
      throw MeasureError("the timeline's first screen: \(error)")
    }
  }
}
