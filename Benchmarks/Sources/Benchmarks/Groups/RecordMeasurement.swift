/// The cost of records in columns, compared with text and with other programs.
struct RecordMeasurement: Measurement {
  private static let mostMemory = 13.0 * 1_048_576

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let table = try bench.files.file(megabytes: 80, of: .csv)
    var rows = [try start(table, bench)]
    for records in [RecordForm.csv, .ndjson] {
      let file = try bench.files.file(megabytes: 1_000, of: records)
      rows += [try start(file, bench), try row(file, bench)]
      rows += try jumps(file, bench)
      rows += try filterAndMemory(file, bench)
    }
    rows += [try json(bench), try document(bench)]
    return rows + (try logInColumns(bench))
  }

  private func title(_ what: String, _ file: LogFile) -> String {
    "\(what), \(file.records == .csv ? "CSV" : "NDJSON") of \(file.size)"
  }

  private func ours(_ file: LogFile, _ bench: Bench) -> Viewer {
    bench.endless.showing(file.records ?? .csv, namesAbove: true)
  }

  private func less(_ file: LogFile, _ bench: Bench) -> Viewer {
    bench.less.showing(file.records ?? .csv, namesAbove: file.records == .csv)
  }

  // MARK: The screen

  private func start(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    var (ours, theirs) = (Sample(), Sample())
    for round in 0...bench.rounds(20) {
      let our = try OpenViewer(self.ours(file, bench), file, in: bench.home).opening.whole
      let their = try OpenViewer(less(file, bench), file, in: bench.home).opening.whole
      guard round > 0 else { continue }
      ours.add(our)
      theirs.add(their)
    }
    var table = bench
    table.others = file.records == .csv ? Viewer.othersOfRecords.filter(\.isThere) : []
    let others = table.others(showing: file) { viewer throws(MeasureError) in
      try OpenViewer(viewer, file, in: bench.home, within: .seconds(30)).opening.whole
    }
    return Row(
      title: title("first screen", file), unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "less", value: theirs.median), reach: .ratio(2),
      others: others.map { Row.Named(name: $0.name, value: $0.value / .seconds(1)) })
  }

  private func row(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    let text = try bench.files.file(megabytes: 100)
    var records = try OpenViewer(ours(file, bench), file, in: bench.home)
    var lines = try OpenViewer(bench.endless, text, in: bench.home)
    var (ours, theirs) = (Sample(), Sample())
    for round in 0..<bench.rounds(300) {
      let (our, their) = (try records.press(.row).whole, try lines.press(.row).whole)
      guard round > 20 || bench.isQuick else { continue }
      ours.add(our)
      theirs.add(their)
    }
    return Row(
      title: title("a row", file), unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "a row of text", value: theirs.median), reach: .ratio(2))
  }

  private func jumps(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> [Row] {
    var samples: [Move: Samples] = [.end: Samples(), .middle: Samples()]
    var ours = try OpenViewer(ours(file, bench), file, in: bench.home)
    var theirs = try OpenViewer(less(file, bench), file, in: bench.home)
    for _ in 0..<bench.rounds(20) {
      for move in [Move.end, .middle] {
        samples[move]?.endless.add(try ours.press(move).whole)
        samples[move]?.less.add(try theirs.press(move).whole)
        try ours.press(.start)
        try theirs.press(.start)
      }
    }
    return [Move.end, .middle].compactMap { move in
      samples[move]?.row(title(move.rawValue, file), reach: nil, \.median)
    }
  }

  // MARK: Documents and logs

  /// The time until the name of the file is in the last line, which both programs write last.
  private func document(_ bench: Bench) throws(MeasureError) -> Row {
    let file = try bench.files.file(megabytes: 300, of: .document)
    func opening(_ viewer: Viewer) throws(MeasureError) -> Duration {
      let terminal = try MeasuredTerminal(viewer.launch(file, in: bench.home))
      let frame = try terminal.frame(
        since: terminal.start, holding: [Array("300.json".utf8)], within: .seconds(30))
      return frame.whole
    }
    var samples = Samples()
    for round in 0...bench.rounds(20) {
      let (ours, theirs) = (try opening(bench.endless), try opening(bench.less))
      guard round > 0 else { continue }
      samples.endless.add(ours)
      samples.less.add(theirs)
    }
    return Row(
      title: "first screen, a document of \(file.size) on one line", unit: .seconds,
      endless: samples.endless.median,
      compared: Row.Named(name: "less", value: samples.less.median), reach: .ratio(2))
  }

  /// Rows for a log whose lines have fields; they compare the log in columns with the same log as
  /// plain lines, both in the same program.
  private func logInColumns(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 100, of: .log)
    let inColumns = bench.endless.showing(
      .log, namesAbove: true, arguments: ["--columns", "time,level,message"])
    var starts = Samples()
    for round in 0...bench.rounds(20) {
      let ours = try OpenViewer(inColumns, file, in: bench.home).opening.whole
      let theirs = try OpenViewer(bench.endless, file, in: bench.home).opening.whole
      guard round > 0 else { continue }
      starts.endless.add(ours)
      starts.less.add(theirs)
    }
    var keys: [Move: Samples] = [.row: Samples(), .page: Samples()]
    var columns = try OpenViewer(inColumns, file, in: bench.home)
    var lines = try OpenViewer(bench.endless, file, in: bench.home)
    for _ in 0..<bench.rounds(100) {
      for move in [Move.row, .page] {
        keys[move]?.endless.add(try columns.press(move).whole)
        keys[move]?.less.add(try lines.press(move).whole)
      }
    }
    return
      ([("first screen", starts)] + [Move.row, .page].map { ($0.rawValue, keys[$0] ?? Samples()) })
      .map { what, samples in
        Row(
          title: "\(what), a log of \(file.size) in columns", unit: .seconds,
          endless: samples.endless.median,
          compared: Row.Named(name: "as text", value: samples.less.median), reach: .ratio(1.5))
      }
  }

  // MARK: All records

  private func filterAndMemory(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> [Row] {
    var open = try OpenViewer(ours(file, bench), file, in: bench.home)
    for move in [Move.end, .middle, .start] { try open.press(move) }
    let status = ProcessStatus(identifier: open.terminal.child.identifier)
    let before = try status.peakMemory()
    let start = try open.terminal.type("&status>=500\r")
    let frame = try open.terminal.frame(
      since: start, holding: [Array(" records".utf8)], within: .seconds(60))
    let text = file.records == .csv ? ",503," : "\"status\":503"
    let counted = try bench.time(of: "rg -c '\(text)' \"$0\"", file)
    return [
      Row(
        title: title("a filter by `status>=500`", file), unit: .seconds,
        endless: frame.awaited / .seconds(1),
        compared: Row.Named(name: "rg -c", value: counted)),
      Row(
        title: title("peak memory, with a filter", file), unit: .memory,
        endless: try status.peakMemory(),
        compared: Row.Named(name: "before", value: before), reach: .most(Self.mostMemory)),
    ]
  }

  private func json(_ bench: Bench) throws(MeasureError) -> Row {
    let file = try bench.files.file(megabytes: 100, of: .ndjson)
    let program = bench.endless.program
    let ours = try bench.time(of: "'\(program)' --json \"$0\" | cat >/dev/null", file)
    let theirs = try bench.time(of: "jq -c . \"$0\" | cat >/dev/null", file)
    return Row(
      title: title("`--json` to a pipe", file), unit: .seconds, endless: ours,
      compared: Row.Named(name: "jq -c .", value: theirs), reach: .ratio(0.25))
  }
}
