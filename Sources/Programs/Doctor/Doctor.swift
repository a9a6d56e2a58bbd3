import Feeds
import Viewers

/// `--doctor`: what is right here, what is not, and what to do.
enum Doctor {
  /// - Parameters:
  ///   - options: what the command line says of looks.
  ///   - libraries: what was found of the libraries that are loaded where they are used.
  static func report(_ options: CommandLineOptions, _ libraries: [Finding]) -> DoctorReport {
    let around = Surroundings(environment: Environment.value, state: Folders.state)
    let clipboard = Clipboard(environment: Environment.value)
    return DoctorReport(
      TerminalExamination(options: options).findings() + [around.locale()]
        + [around.clipboard(clipboard.names)] + around.pagers()
        + around.parts { OtherViewer.paths(of: $0) } + libraries + [around.places()])
  }
}
