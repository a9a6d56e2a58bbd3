/// Searches and filters in a large file.
struct SearchMeasurement: Measurement {
  /// The time of a frame at 60 Hz.
  private static let frame = 0.016

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 1_000)
    var rows: [Row] = []
    for pattern in SearchedPattern.all(in: file) { rows.append(try row(pattern, file, bench)) }
    let last = SearchedPattern.all(in: file)[0]
    rows[0].others.append(
      Row.Named(name: "less", value: try timeToLastLine(bench.less, last, file, bench)))
    rows.append(try filter(file, bench))
    rows.append(try key(file, bench))
    return rows + [try memory(file, bench)]
  }

  // MARK: Counts

  /// The time from the pattern's first key until the number of matching lines, or the message that
  /// no line matches, is shown.
  private func row(
    _ pattern: SearchedPattern, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Row {
    let others = try pattern.commands.map { command throws(MeasureError) in
      try counted(command, file, bench)
    }
    let count = others[0].count
    var ours = Sample()
    for _ in 0..<bench.rounds(5) {
      let open = try OpenViewer(bench.endless, file, in: bench.home)
      open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
      if pattern.ignoresCase {
        _ = try open.terminal.frame(since: try open.terminal.type("-i"))
        open.terminal.settle(quiet: .milliseconds(20))
      }
      let mark = count == 0 ? "not found" : "of \(count.grouped)"
      ours.add(try time(of: "/\(pattern.text)\r", until: mark, in: open))
    }
    return Row(
      title: pattern.title, unit: .seconds, endless: ours.median,
      compared: others.first { $0.figure.name == pattern.measure }?.figure, reach: pattern.reach,
      others: others.map(\.figure).filter { $0.name != pattern.measure })
  }

  private func time(
    of keys: String, until mark: String, in open: OpenViewer
  ) throws(MeasureError) -> Double {
    let start = try open.terminal.type(keys)
    let frame = try open.terminal.frame(
      since: start, holding: [Array(mark.utf8)], within: .seconds(60))
    return frame.awaited / .seconds(1)
  }

  /// The median time of a shell command, and its count.
  private func counted(
    _ command: (name: String, command: String), _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> (figure: Row.Named, count: Int) {
    var (sample, count) = (Sample(), 0)
    // A command that takes ten seconds or longer is not repeated, because some commands take a
    // minute.
    for _ in 0..<bench.rounds(3) where sample.count == 0 || sample.most < 10 {
      let terminal = try MeasuredTerminal(
        Launch(
          program: "sh", arguments: ["-c", command.command + "; echo =", file.path],
          environment: bench.home.environment))
      let frame = try terminal.frame(
        since: terminal.start, holding: [Array("=".utf8)], quiet: .zero, within: .seconds(120))
      sample.add(frame.awaited)
      count = Int(String(decoding: frame.bytes.prefix { $0 >= 48 && $0 < 58 }, as: UTF8.self)) ?? 0
    }
    return (Row.Named(name: command.name, value: sample.median), count)
  }

  private func timeToLastLine(
    _ viewer: Viewer, _ pattern: SearchedPattern, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Double {
    let open = try OpenViewer(viewer, file, in: bench.home)
    let start = try open.terminal.type("/\(pattern.text)\r")
    let frame = try open.terminal.frame(
      since: start, holding: [LogLine(number: file.count).mark], within: .seconds(120))
    return frame.awaited / .seconds(1)
  }

  // MARK: The rest

  /// The time until all matching lines are counted, compared with `rg`.
  private func filter(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    let pattern = SearchedPattern(title: "a filter to its end", text: " INFO 9e37")
    let others = try pattern.commands.map { command throws(MeasureError) in
      try counted(command, file, bench)
    }
    var ours = Sample()
    for _ in 0..<bench.rounds(5) {
      let open = try OpenViewer(bench.endless, file, in: bench.home)
      open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
      ours.add(
        try time(of: "&\(pattern.text)\r", until: "\(others[0].count.grouped) records", in: open))
    }
    return Row(
      title: pattern.title, unit: .seconds, endless: ours.median, compared: others[0].figure,
      reach: .ratio(1.2), others: [others[1].figure])
  }

  /// The time to scroll by a row while the matches of an expression are being counted.
  ///
  /// Counting them takes a second, even with two processors at work. The expression matches each
  /// line, because keys wait until the first match is found.
  private func key(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    var (searching, resting) = (Sample(), Sample())
    for _ in 0..<bench.rounds(5) {
      var open = try OpenViewer(bench.endless, file, in: bench.home)
      open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
      for _ in 0..<10 { resting.add(try open.press(.row).whole) }
      _ = try open.terminal.type("/\\b[a-zA-Z]{10}\\b\r")
      open.terminal.settle(quiet: .milliseconds(20), within: .milliseconds(60))
      for _ in 0..<10 { searching.add(try open.press(.row).whole) }
    }
    return Row(
      title: "one row while all matches are counted, longest", unit: .seconds,
      endless: searching.most,
      compared: Row.Named(name: "without a search", value: resting.most),
      reach: .most(Self.frame))
  }

  private func memory(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    let open = try OpenViewer(bench.endless, file, in: bench.home)
    open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
    let status = ProcessStatus(identifier: open.terminal.child.identifier)
    let before = try status.peakMemory()
    for keys in ["/answered\r", "n", "&passed\r", "G", "?9e37\r"] {
      _ = try open.terminal.type(keys)
      open.terminal.settle(quiet: .milliseconds(400), within: .seconds(5))
    }
    return Row(
      title: "peak memory, with searches and a filter", unit: .memory,
      endless: try status.peakMemory(),
      compared: Row.Named(name: "before", value: before), reach: .most(before + 4 * 1_048_576))
  }
}

extension Int {
  /// The number with commas, as in a status line.
  var grouped: String {
    var (text, rest) = ("\(self % 1_000)", self / 1_000)
    var digits = self
    while rest > 0 {
      text = String(repeating: "0", count: 3 - String(digits % 1_000).count) + text
      (text, digits, rest) = ("\(rest % 1_000)," + text, rest, rest / 1_000)
    }
    return text
  }
}
