/// Pages of a command that takes 100 ms for each: all of them, as a reader goes to the end.
struct CommandMeasurement: Measurement {
  private static let pages = 20
  /// What the command itself takes for all pages, one after the other.
  private static let slept = 2.0

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let range = "$(( (p - 1) * 50 + 1 )) $(( p * 50 ))"
    let chain =
      "p={cursor}; p=${p:-1}; n=$((p + 1)); [ $p -lt \(Self.pages) ] || n=null; sleep 0.1; "
      + "printf '{\"next\": %s, \"items\": [%s]}' $n \"$(seq -s, -f '\"%gth\"' \(range))\""
    let numbered = "p={page}; [ $p -gt \(Self.pages) ] || { sleep 0.1; seq -f %gth \(range); }"
    return [
      try row("a chain by `{cursor}`", chain, .ratio(1.05), bench),
      try row("pages with numbers", numbered, .ratio(0.55), bench),
    ]
  }

  /// From before the start of the process until the last line is there.
  private func row(
    _ title: String, _ command: String, _ reach: Reach, _ bench: Bench
  ) throws(MeasureError) -> Row {
    var sample = Sample()
    for _ in 0..<bench.rounds(5) {
      let terminal = try MeasuredTerminal(
        Launch(
          program: bench.endless.program, arguments: ["exec:" + command],
          environment: bench.home.environment))
      _ = try terminal.frame(since: terminal.start, holding: [Array("40th".utf8)])
      // Once goes to the last that is loaded, and again to the end.
      _ = try terminal.type("GG")
      let frame = try terminal.frame(
        since: terminal.start, holding: [Array("\(Self.pages * 50)th".utf8)],
        within: .seconds(20))
      sample.add(frame.awaited)
    }
    return Row(
      title: "\(Self.pages) pages of 100 ms, \(title)", unit: .seconds, endless: sample.median,
      compared: Row.Named(name: "100 ms × \(Self.pages)", value: Self.slept), reach: reach)
  }
}
