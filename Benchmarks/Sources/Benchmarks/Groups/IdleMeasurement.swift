import Glibc

/// The number of times that an idle program wakes up.
struct IdleMeasurement: Measurement {
  private static let time = Duration.seconds(10)
  /// The wait before the measurement, which is longer than the time after which an idle thread of
  /// the pool ends.
  private static let timeToSettle = Duration.seconds(7)

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 10)
    var terminals: [(name: String, terminal: MeasuredTerminal)] = []
    for viewer in [bench.endless, bench.less] {
      terminals.append((viewer.name, try OpenViewer(viewer, file, in: bench.home).terminal))
    }
    terminals += bench.others(showing: file) { viewer throws(MeasureError) in
      try OpenViewer(viewer, file, in: bench.home).terminal
    }.map { (name: $0.name, terminal: $0.value) }
    let timeline = try Timeline(bench)
    terminals.append(("timeline", try timeline.open().terminal))
    let counts = try switches(of: terminals)
    return [
      Row(
        title: "with a file", unit: .times, endless: counts[0].value, compared: counts[1],
        reach: .most(0), others: Array(counts[2...].dropLast())),
      Row(
        title: "with the timeline", unit: .times, endless: counts.last?.value, reach: .most(0)),
    ]
  }

  /// The number of context switches of each program in ten seconds.
  ///
  /// All programs are measured at the same time. Their output is read in the meantime; otherwise a
  /// program that writes would wait for its terminal and do nothing.
  private func switches(
    of terminals: [(name: String, terminal: MeasuredTerminal)]
  ) throws(MeasureError) -> [Row.Named] {
    read(terminals, for: Self.timeToSettle)
    var before: [[String: Int]] = []
    for (_, terminal) in terminals { before.append(try Self.count(terminal)) }
    read(terminals, for: Self.time)
    var counts: [Row.Named] = []
    for (index, (name, terminal)) in terminals.enumerated() {
      // All context switches of a new thread count.
      let more = try Self.count(terminal).map { $1 - (before[index][$0] ?? 0) }
      counts.append(Row.Named(name: name, value: Double(more.reduce(0, +))))
    }
    return counts
  }

  private func read(
    _ terminals: [(name: String, terminal: MeasuredTerminal)], for time: Duration
  ) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      for (_, terminal) in terminals {
        terminal.settle(quiet: .zero, within: .milliseconds(10))
      }
      usleep(50_000)
    }
  }

  private static func count(_ terminal: MeasuredTerminal) throws(MeasureError) -> [String: Int] {
    try ProcessStatus(identifier: terminal.child.identifier).contextSwitches()
  }
}
