import Foundation
import Glibc

/// The cost of staying at the end of a file to which a busy program writes.
struct FollowedFile {
  /// The number of lines written per second.
  static let rate = 100_000
  /// The number of seconds during which lines are written.
  private static let duration = 10

  /// The average number of processors that the viewer kept busy.
  let processors: Double
  /// The number of seconds from writing the last line until it was on the screen.
  let delay: Double
  /// The maximum memory of the viewer.
  let peakMemory: Double

  /// Opens a new file in a viewer, and writes lines to it.
  init(_ viewer: Viewer, _ bench: Bench) throws(MeasureError) {
    let path = bench.files.folder.appending(path: "growing.log").path
    unlink(path)
    guard let file = fopen(path, "w") else { throw MeasureError("cannot write \(path)") }
    defer {
      fclose(file)
      unlink(path)
    }
    let terminal = try MeasuredTerminal(
      Launch(
        program: viewer.program, arguments: viewer.arguments + (viewer.following ?? []) + [path],
        environment: bench.home.environment))
    _ = try terminal.frame(since: terminal.start, quiet: .milliseconds(200))
    let process = ProcessStatus(identifier: terminal.child.identifier)
    let before = try process.processorTime()
    delay = try Self.grow(file, terminal)
    processors = (try process.processorTime() - before) / Double(Self.duration)
    peakMemory = try process.peakMemory()
  }

  /// Writes lines every ten milliseconds; returns the seconds from the writing of the last line
  /// until it was on the screen.
  private static func grow(
    _ file: UnsafeMutablePointer<FILE>, _ terminal: MeasuredTerminal
  ) throws(MeasureError) -> Double {
    let (start, steps) = (ContinuousClock.now, duration * 100)
    for step in 0..<steps {
      for number in 0..<rate / 100 {
        fputs("2026-11-22 line \(step * rate / 100 + number) of many that nobody reads\n", file)
      }
      fflush(file)
      // Output is read in the meantime, because a terminal that accepts no output would block the
      // program.
      terminal.settle(
        quiet: .milliseconds(10), within: start + .milliseconds(10 * (step + 1)) - .now)
    }
    fputs("THE-LAST-LINE\n", file)
    let last = ContinuousClock.now
    fflush(file)
    return try terminal.frame(since: last, holding: [Array("THE-LAST-LINE".utf8)]).awaited
      / .seconds(1)
  }
}
