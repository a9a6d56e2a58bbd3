import Foundation

/// The cost of going to a time with `:TIME`, and of writing items with `--filter` and `:w`.
struct SavingMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 1_000)
    var rows = [try goingToTime(file, bench)]
    let rare = SearchedPattern(title: "rare text", text: " INFO 9e37")
    let frequent = SearchedPattern(title: "text in two lines of three", text: "passed")
    for pattern in [rare, frequent] { rows.append(try filter(pattern, file, bench)) }
    return rows + [try filterOfRecords(bench), try saving(file, bench)]
  }

  // MARK: Times

  /// The time from the first key to the last byte of the screen; each round goes to another hour of
  /// another day.
  private func goingToTime(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    let open = try OpenViewer(bench.endless, file, in: bench.home)
    open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
    var ours = Sample()
    for round in 0..<bench.rounds(20) {
      // With these steps, the lines of consecutive rounds have marks that differ in each letter.
      let second = (round * 7 % 15 + 1) * 86_400 + round * 3_601
      let line = LogLine(number: second * 7)
      let time = line.time.prefix(19).replacing(" ", with: "T")
      let start = try open.terminal.type(":\(time)\r")
      ours.add(try open.terminal.frame(since: start, holding: [line.mark]).whole)
    }
    return Row(
      title: "`:2026-03-08T10:02:10`", unit: .seconds, endless: ours.median, reach: .most(0.02))
  }

  // MARK: Filters

  /// The time that the whole process takes, compared with the time that the same filter takes on
  /// the screen, from its first key until all matches are counted.
  private func filter(
    _ pattern: SearchedPattern, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Row {
    let program = bench.endless.program
    let ours = try bench.time(
      of: "'\(program)' --plain --filter '\(pattern.text)' \"$0\" >/dev/null", file)
    let rg = try bench.time(of: "rg -F -e '\(pattern.text)' \"$0\" >/dev/null", file)
    let screen = try timeOnScreen(of: pattern.text, file, bench.endless, bench)
    return Row(
      title: "`--filter`, \(pattern.title)", unit: .seconds, endless: ours,
      compared: Row.Named(name: "`&`", value: screen), reach: .ratio(1.2),
      others: [Row.Named(name: "rg", value: rg)])
  }

  /// The time of a filter by a condition on a column, compared with the time on the screen; `jq` is
  /// measured with a file of a tenth of the size.
  private func filterOfRecords(_ bench: Bench) throws(MeasureError) -> Row {
    let file = try bench.files.file(megabytes: 1_000, of: .ndjson)
    let tenth = try bench.files.file(megabytes: 100, of: .ndjson)
    let ours = "'\(bench.endless.program)' --plain --filter 'status>=500' \"$0\" >/dev/null"
    let viewer = bench.endless.showing(.ndjson, namesAbove: true)
    return Row(
      title: "`--filter 'status>=500'`, NDJSON", unit: .seconds,
      endless: try bench.time(of: ours, file),
      compared: Row.Named(
        name: "`&`", value: try timeOnScreen(of: "status>=500", file, viewer, bench)),
      reach: .ratio(1.2),
      others: [
        Row.Named(name: "100 MB", value: try bench.time(of: ours, tenth)),
        Row.Named(
          name: "jq, 100 MB",
          value: try bench.time(of: "jq -c 'select(.status >= 500)' \"$0\" >/dev/null", tenth)),
      ])
  }

  private func timeOnScreen(
    of filter: String, _ file: LogFile, _ viewer: Viewer, _ bench: Bench
  ) throws(MeasureError) -> Double {
    let count = try numberWritten(by: filter, file, bench)
    var sample = Sample()
    for _ in 0..<bench.rounds(3) {
      let open = try OpenViewer(viewer, file, in: bench.home)
      open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
      let start = try open.terminal.type("&\(filter)\r")
      let frame = try open.terminal.frame(
        since: start, holding: [Array("\(count.grouped) records".utf8)], within: .seconds(60))
      sample.add(frame.awaited)
    }
    return sample.median
  }

  private func numberWritten(
    by filter: String, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Int {
    let script = "'\(bench.endless.program)' --plain --filter '\(filter)' \"$0\" | wc -l; echo DONE"
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", script, file.path], environment: bench.home.environment))
    let frame = try terminal.frame(
      since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero, within: .seconds(60))
    return Int(String(decoding: frame.bytes.prefix { $0 >= 48 && $0 < 58 }, as: UTF8.self)) ?? 0
  }

  // MARK: Saving

  /// The time to save a whole file, compared with cp(1); each copy is removed before the next one
  /// is made.
  private func saving(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    let copy = bench.files.folder.appending(path: "copy.out").path
    defer { unlink(copy) }
    let open = try OpenViewer(bench.endless, file, in: bench.home)
    open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
    var (ours, theirs) = (Sample(), Sample())
    for round in 0...bench.rounds(7) {
      unlink(copy)
      let start = try open.terminal.type(":w \(copy)\r")
      // The copy gets its name only when it is complete.
      while access(copy, F_OK) != 0, .now - start < .seconds(60) { usleep(200) }
      let saved = ContinuousClock.now - start
      open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
      unlink(copy)
      let copied = try bench.timeOnce(of: "cp \"$0\" '\(copy)'", file)
      // The first round is not counted, because the system must first find memory for the copies.
      guard round > 0 else { continue }
      ours.add(saved)
      theirs.add(copied)
    }
    return Row(
      title: "`:w` of the whole file", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "cp", value: theirs.median), reach: .ratio(1.5))
  }
}
