/// The costs of showing pages of an API on this machine, compared with loading the pages with
/// `curl`.
struct AddressMeasurement: Measurement {
  private static let pages = 100

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    guard let path = bench.service else {
      Progress.say("no service is given, and addresses are left out")
      return []
    }
    let service = try SampleService(path, in: bench.home)
    defer { service.end() }
    return [
      try opening(of: service, bench),
      try walk("a chain by `Link`", "link/users?per_page=50", .ratio(1.02), service, bench),
      try walk(
        "pages with numbers", "pages/users?page={page}&per_page=50", .ratio(0.27), service, bench),
      try held("a chain by `Link`", "link/users?per_page=50", service, bench),
      try held("pages with numbers", "pages/users?page={page}&per_page=50", service, bench),
      try memory(of: service, bench),
    ]
  }

  /// The time from the start of the process to the first screen.
  private func opening(of service: SampleService, _ bench: Bench) throws(MeasureError) -> Row {
    let address = service.address + "/pages/users?per_page=50&page="
    var (ours, theirs) = (Sample(), Sample())
    for round in 0...bench.rounds(40) {
      let terminal = try MeasuredTerminal(
        Launch(
          program: bench.endless.program, arguments: [address + "{page}"],
          environment: bench.home.environment))
      let shown = try terminal.frame(since: terminal.start, holding: [Array("lupe.1@".utf8)]).whole
      let fetched = try run("curl -s '\(address)1'", bench)
      guard round > 0 else { continue }
      ours.add(shown)
      theirs.add(fetched)
    }
    return Row(
      title: "first screen of 50 users", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "curl", value: theirs.median), reach: .ratio(1.5))
  }

  /// The time to load all pages, each of which takes 100 ms; `curl` requests them one by one over
  /// one connection.
  private func walk(
    _ title: String, _ list: String, _ reach: Reach, _ service: SampleService, _ bench: Bench
  ) throws(MeasureError) -> Row {
    let address = service.address + "/with/count=\(50 * Self.pages);latency=100/"
    let turn = address + "pages/users?per_page=50&page=[1-\(Self.pages)]"
    var (ours, theirs) = (Sample(), Sample())
    for _ in 0..<bench.rounds(3) {
      ours.add(try run("'\(bench.endless.program)' --plain '\(address)\(list)'", bench))
      theirs.add(try run("curl -s '\(turn)'", bench))
    }
    return Row(
      title: "\(Self.pages) pages of 100 ms, \(title)", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "curl, in turn", value: theirs.median), reach: reach)
  }

  /// How often the row that says that a page is loading is drawn while `j` is held down.
  ///
  /// `j` moves by 30 rows a second, and each page takes 100 ms to load. Frames in the first second
  /// are not counted.
  private func held(
    _ title: String, _ list: String, _ service: SampleService, _ bench: Bench
  ) throws(MeasureError) -> Row {
    let address = service.address + "/with/count=10000;latency=100/" + list
    let terminal = try MeasuredTerminal(
      Launch(
        program: bench.endless.program, arguments: [address],
        environment: bench.home.environment))
    _ = try terminal.frame(since: terminal.start, holding: [Array("lupe.1@".utf8)])
    let pause = Duration.seconds(1) / 30
    var lines = LineTracker(lines: MeasuredTerminal.lines)
    _ = lines.count(of: Self.loading, in: try terminal.hold("j", 30, every: pause))
    let bytes = try terminal.hold("j", bench.rounds(600), every: pause)
    guard !bytes.isEmpty else { throw MeasureError("no row has come: \(title)") }
    return Row(
      title: "30 rows a second over pages of 100 ms, loading rows, \(title)", unit: .times,
      endless: Double(lines.count(of: Self.loading, in: bytes)), reach: .most(0))
  }

  /// The text of the row that says that a page is loading, from `StatusWords`; the status line may
  /// show it, too.
  private static let loading = Array("loading".utf8)

  /// The maximum memory that a walk over many pages takes.
  private func memory(of service: SampleService, _ bench: Bench) throws(MeasureError) -> Row {
    let count = bench.isQuick ? 1_000 : 10_000
    let address = service.address + "/with/count=\(50 * count)/link/users?per_page=50"
    let words =
      "exec '\(bench.endless.program)' --plain --max-requests 20000 '\(address)' >/dev/null"
    return Row(
      title: "peak memory after \(count) pages", unit: .memory,
      endless: try PeakMemory(of: words, bench).bytes, reach: .most(PeakMemory.most))
  }

  private func run(_ command: String, _ bench: Bench) throws(MeasureError) -> Duration {
    let terminal = try terminal(command + " >/dev/null; echo DONE", bench)
    return try terminal.frame(
      since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero, within: .seconds(120)
    ).awaited
  }

  private func terminal(_ script: String, _ bench: Bench) throws(MeasureError) -> MeasuredTerminal {
    try MeasuredTerminal(
      Launch(program: "sh", arguments: ["-c", script], environment: bench.home.environment))
  }
}
