import Glibc

/// Input that arrives while it is read: a pipe, a growing file, or the contents of a compressed
/// file.
struct StreamMeasurement: Measurement {
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
      compared: Row.Named(name: "less", value: theirs.median), reach: .ratio(1.5),
      others: others(bench) { viewer throws(MeasureError) in
        var sample = Sample()
        for _ in 0..<bench.rounds(3) { sample.add(try open(viewer, file, bench)) }
        return sample.median
      }.map { Row.Named(name: $0.name, value: $0.value) })
  }

  private func open(
    _ viewer: Viewer, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Double {
    let words = ["-c", "cat \"$0\" | \"$@\"", file.path, viewer.program] + viewer.arguments
    let terminal = try MeasuredTerminal(
      Launch(program: "sh", arguments: words, environment: bench.home.environment))
    let last = LogLine(number: viewer.opensAtEnd ? file.count : viewer.lines)
    let frame = try terminal.frame(
      since: terminal.start, holding: [last.mark], within: .seconds(120))
    return frame.awaited / .seconds(1)
  }

  // MARK: A file that grows

  private func following(_ bench: Bench) throws(MeasureError) -> [Row] {
    let ours = try FollowedFile(bench.endless, bench)
    let others = others(bench) { viewer throws(MeasureError) in try FollowedFile(viewer, bench) }
    let row = { (title: String, unit: Unit, reach: Reach?, value: (FollowedFile) -> Double) in
      Row(
        title: title, unit: unit, endless: value(ours), reach: reach,
        others: others.map { Row.Named(name: $0.name, value: value($0.value)) })
    }
    return [
      row("following \(FollowedFile.rate) lines a second", .processors, .most(0.3), \.processors),
      row("time until the last line is on the screen", .seconds, .most(0.1), \.delay),
      row("peak memory after that", .memory, nil, \.peakMemory),
    ]
  }

  /// Measures the other viewers that can show input as it arrives; if a viewer is missing or cannot
  /// be measured, it is left out and a message says so.
  private func others<Value>(
    _ bench: Bench, _ measure: (Viewer) throws(MeasureError) -> Value
  ) -> [(name: String, value: Value)] {
    var values: [(name: String, value: Value)] = []
    for viewer in Viewer.others where viewer.following != nil {
      do throws(MeasureError) {
        guard viewer.isThere else { throw MeasureError("\(viewer.name) is not installed") }
        values.append((viewer.name, try measure(viewer)))
      } catch {
        Progress.say("left out: \(error)")
      }
    }
    return values
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

  /// Runs a script; returns its time in seconds.
  @discardableResult
  private func run(
    _ script: String, _ arguments: [String], _ bench: Bench
  ) throws(MeasureError) -> Double {
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", script + " && echo DONE"] + arguments,
        environment: bench.home.environment))
    let frame = try terminal.frame(
      since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero, within: .seconds(300))
    return frame.awaited / .seconds(1)
  }
}
