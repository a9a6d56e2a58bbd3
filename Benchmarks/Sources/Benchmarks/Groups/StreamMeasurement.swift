import Foundation
import Glibc

/// What is written while it is read: a pipe, a file that grows, a file that is packed.
struct StreamMeasurement: Measurement {
  /// Lines a second that a busy program writes.
  private static let rate = 100_000
  /// How long it does.
  private static let duration = 10

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 1_000)
    return [try firstScreen(file, bench)] + (try following(bench)) + [try endOfPacked(file, bench)]
  }

  // MARK: A pipe

  private func firstScreen(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    var (ours, theirs) = (Sample(), Sample())
    for round in 0...bench.rounds(20) {
      let (our, their) = (try open(bench.endless, file, bench), try open(bench.less, file, bench))
      guard round > 0 else { continue }
      ours.add(our)
      theirs.add(their)
    }
    return Row(
      title: "first screen of a pipe of \(file.size)", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "less", value: theirs.median), reach: .ratio(1.5))
  }

  private func open(
    _ viewer: Viewer, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Double {
    let words = ["-c", "cat \"$0\" | \"$@\"", file.path, viewer.program] + viewer.arguments
    let terminal = try MeasuredTerminal(
      Launch(program: "sh", arguments: words, environment: bench.home.environment))
    let frame = try terminal.frame(
      since: terminal.start, holding: [LogLine(number: viewer.lines).mark])
    return frame.awaited / .seconds(1)
  }

  // MARK: A file that grows

  private func following(_ bench: Bench) throws(MeasureError) -> [Row] {
    let path = bench.files.folder.appending(path: "growing.log").path
    unlink(path)
    guard let file = fopen(path, "w") else { throw MeasureError("cannot write \(path)") }
    defer {
      fclose(file)
      unlink(path)
    }
    let viewer = bench.endless.with("-f")
    let terminal = try MeasuredTerminal(
      Launch(
        program: viewer.program, arguments: viewer.arguments + [path],
        environment: bench.home.environment))
    _ = try terminal.frame(since: terminal.start, quiet: .milliseconds(200))
    let process = ProcessStatus(identifier: terminal.child.identifier)
    let before = try process.processorTime()
    let delay = try grow(file, terminal)
    let time = try process.processorTime() - before
    return [
      Row(
        title: "following \(Self.rate) lines a second", unit: .processors,
        endless: time / Double(Self.duration), reach: .most(0.3)),
      Row(
        title: "the last of them on the screen", unit: .seconds, endless: delay, reach: .most(0.1)),
      Row(
        title: "peak memory after that", unit: .memory, endless: try process.peakMemory()),
    ]
  }

  /// Writes every ten milliseconds; returns how long the last line took.
  private func grow(
    _ file: UnsafeMutablePointer<FILE>, _ terminal: MeasuredTerminal
  ) throws(MeasureError) -> Double {
    let (start, steps) = (ContinuousClock.now, Self.duration * 100)
    for step in 0..<steps {
      for number in 0..<Self.rate / 100 {
        fputs(
          "2026-11-22 line \(step * Self.rate / 100 + number) of many that nobody reads\n", file)
      }
      fflush(file)
      // What comes meanwhile is read, because a terminal that takes nothing would stop the program.
      terminal.settle(
        quiet: .milliseconds(10), within: start + .milliseconds(10 * (step + 1)) - .now)
    }
    fputs("THE-LAST-LINE\n", file)
    let last = ContinuousClock.now
    fflush(file)
    return try terminal.frame(since: last, holding: [Array("THE-LAST-LINE".utf8)]).awaited
      / .seconds(1)
  }

  // MARK: A packed file

  private func endOfPacked(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    let packed = file.path + ".gz"
    if access(packed, R_OK) != 0 {
      try run(
        "gzip -1 -c \"$0\" > \"$0.part\" && mv \"$0.part\" \"$1\"", [file.path, packed], bench)
    }
    var (ours, theirs) = (Sample(), Sample())
    for _ in 0..<bench.rounds(3) {
      let terminal = try MeasuredTerminal(
        Launch(
          program: bench.endless.program, arguments: ["+G", packed],
          environment: bench.home.environment))
      let frame = try terminal.frame(
        since: terminal.start, holding: [Array("end ".utf8)], within: .seconds(120))
      ours.add(frame.awaited / .seconds(1))
      theirs.add(try run("zcat \"$0\" | wc -l", [packed], bench))
    }
    return Row(
      title: "the end of a gzip file of \(file.size)", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "zcat into wc -l", value: theirs.median), reach: .ratio(1.1))
  }

  /// Runs a script to its end; returns how long that took, in seconds.
  @discardableResult
  private func run(
    _ script: String, _ arguments: [String], _ bench: Bench
  ) throws(MeasureError) -> Double {
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", script + "; echo DONE"] + arguments,
        environment: bench.home.environment))
    let frame = try terminal.frame(
      since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero, within: .seconds(300))
    return frame.awaited / .seconds(1)
  }
}
