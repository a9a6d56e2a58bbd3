/// The cost of the pseudo-terminal itself: the round trip of a byte.
struct FloorMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", "stty raw -echo; printf ready; exec cat"],
        environment: bench.home.environment))
    _ = try terminal.frame(since: terminal.start, holding: [Array("ready".utf8)])
    terminal.settle(quiet: .milliseconds(100))
    var sample = Sample()
    for _ in 0..<bench.rounds(500) {
      sample.add(try terminal.frame(since: try terminal.type("x")).whole)
    }
    return [
      row("a bare echo, median", sample.median),
      row("a bare echo, 99th percentile", sample.percentile(99)),
    ]
  }

  private func row(_ title: String, _ value: Double) -> Row {
    Row(title: title, unit: .seconds, others: [Row.Named(name: "cat", value: value)])
  }
}
