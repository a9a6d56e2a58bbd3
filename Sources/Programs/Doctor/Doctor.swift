import Feeds
import Viewers

/// The checks of the installation and the terminal for `--doctor`.
enum Doctor {
  /// Performs the checks, and returns the report.
  ///
  /// - Parameters:
  ///   - options: the command line, from which the appearance options are taken.
  ///   - libraries: findings about libraries that are loaded on demand.
  static func report(_ options: CommandLineOptions, _ libraries: [Finding]) -> DoctorReport {
    let around = Surroundings(environment: Environment.value, state: Folders.state)
    let clipboard = Clipboard(environment: Environment.value)
    return DoctorReport(
      TerminalExamination(options: options).findings() + [around.locale()]
        + [around.clipboard(clipboard.names)] + around.pagers()
        + around.parts { OtherViewer.paths(of: $0) } + libraries + [around.places()])
  }
}
