import Glibc

/// The maximum memory of a shell command.
struct PeakMemory {
  /// The memory that a walk over many pages may take, in bytes.
  static let most = 24.0 * 1_048_576

  let bytes: Double

  /// - Parameter command: a shell command, which must replace the shell by `exec`, because only one
  ///   process is examined.
  /// - Throws: an error if the command failed, or if its memory could not be read.
  init(of command: String, _ bench: Bench) throws(MeasureError) {
    let terminal = try MeasuredTerminal(
      Launch(program: "sh", arguments: ["-c", command], environment: bench.home.environment))
    let status = ProcessStatus(identifier: terminal.child.identifier)
    var peak = 0.0
    while terminal.child.exitStatus == nil {
      peak = max(peak, (try? status.peakMemory()) ?? 0)
      usleep(20_000)
    }
    guard terminal.child.exitStatus == 0, peak > 0 else {
      throw MeasureError("\(command) ended with \(terminal.child.exitStatus ?? -1)")
    }
    bytes = peak
  }
}
