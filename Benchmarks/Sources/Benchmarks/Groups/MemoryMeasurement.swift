import Glibc

/// The maximum resident memory of the viewers.
struct MemoryMeasurement: Measurement {
  private static let limit = 12.0 * 1_048_576
  private static let pages = 200

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    var rows: [Row] = []
    for megabytes in [10, 1_000] {
      let file = try bench.files.file(megabytes: megabytes)
      var row = Row(
        title: "after a walk, \(file.size)", unit: .memory,
        endless: try peak(of: bench.endless, file, bench),
        compared: Row.Named(name: "less", value: try peak(of: bench.less, file, bench)),
        reach: .most(Self.limit))
      let others = bench.others(showing: file) { viewer throws(MeasureError) in
        try peak(of: viewer, file, bench)
      }
      row.others = others.map { Row.Named(name: $0.name, value: $0.value) }
      rows.append(row)
    }
    let version = Row(
      title: "`endless --version`", unit: .memory, endless: try versionPeak(bench))
    return rows + [comparison(of: rows), version]
  }

  private func comparison(of rows: [Row]) -> Row {
    Row(
      title: "1 GB compared with 10 MB", unit: .memory, endless: rows.last?.endless,
      compared: Row.Named(name: "10 MB", value: rows.first?.endless ?? 0), reach: .ratio(1.1))
  }

  private func peak(
    of viewer: Viewer, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Double {
    var open = try OpenViewer(viewer, file, in: bench.home)
    // There is a time limit, because some viewers are never quiet: they show a clock.
    open.terminal.settle(quiet: .milliseconds(500), within: .seconds(10))
    for move in [Move.end, .middle, .start] where open.takes(move) { try open.press(move) }
    if open.takes(.page) { for _ in 0..<Self.pages { try open.press(.page) } }
    return try ProcessStatus(identifier: open.terminal.child.identifier).peakMemory()
  }

  /// The maximum memory of `--version`.
  ///
  /// A program that exits so soon can be examined only while it waits for its terminal.
  private func versionPeak(_ bench: Bench) throws(MeasureError) -> Double {
    let launch = Launch(
      program: bench.endless.program, arguments: ["--version"],
      environment: bench.home.environment)
    let terminal = try MeasuredTerminal(launch, holdsOutput: true)
    let status = ProcessStatus(identifier: terminal.child.identifier)
    var (peak, same) = (0.0, 0)
    while same < 20 {
      usleep(10_000)
      let now = try status.peakMemory()
      same = now == peak ? same + 1 : 0
      peak = now
    }
    return peak
  }
}
