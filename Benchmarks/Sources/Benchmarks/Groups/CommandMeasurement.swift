/// The time to load all pages of a command that takes 100 ms for each page, when a reader goes to
/// the end.
struct CommandMeasurement: Measurement {
  private static let pages = 20

  /// A script that prints page `$p` as an object that names the next page.
  private static let link =
    "n=$((p + 1)); [ $p -lt \(pages) ] || n=null; sleep 0.1; "
    + "printf '{\"next\": %s, \"items\": [%s]}' $n \"$(seq -s, -f '\"%gth\"' \(range))\""
  /// A script that prints page `$p` as lines.
  private static let lines = "[ $p -gt \(pages) ] || { sleep 0.1; seq -f %gth \(range); }"
  private static let range = "$(( (p - 1) * 50 + 1 )) $(( p * 50 ))"

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    [
      try row("a chain by `{cursor}`", "p={cursor}; p=${p:-1}; ", Self.link, .ratio(1.05), bench),
      try row("pages with numbers", "p={page}; ", Self.lines, .ratio(0.55), bench),
    ]
  }

  private func row(
    _ title: String, _ start: String, _ body: String, _ reach: Reach, _ bench: Bench
  ) throws(MeasureError) -> Row {
    var (ours, theirs) = (Sample(), Sample())
    for _ in 0..<bench.rounds(5) {
      ours.add(try time(of: "exec:" + start + body, bench))
      theirs.add(try timeInTurn(of: body, bench))
    }
    return Row(
      title: "\(Self.pages) pages of 100 ms, \(title)", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "sh, in turn", value: theirs.median), reach: reach)
  }

  /// The time from the start of the process to the last line.
  private func time(of address: String, _ bench: Bench) throws(MeasureError) -> Duration {
    let terminal = try MeasuredTerminal(
      Launch(
        program: bench.endless.program, arguments: [address],
        environment: bench.home.environment))
    _ = try terminal.frame(since: terminal.start, holding: [Array("40th".utf8)])
    // The first `G` goes to the last loaded line, and the second one to the end.
    _ = try terminal.type("GG")
    let mark = Array("\(Self.pages * 50)th".utf8)
    return try terminal.frame(since: terminal.start, holding: [mark]).awaited
  }

  /// The time that the same commands take if they are run one after another.
  private func timeInTurn(of body: String, _ bench: Bench) throws(MeasureError) -> Duration {
    let script = "for p in $(seq \(Self.pages)); do p=$p sh -c \"$0\" >/dev/null; done; echo DONE"
    let terminal = try MeasuredTerminal(
      Launch(
        program: "sh", arguments: ["-c", script, body], environment: bench.home.environment))
    return try terminal.frame(since: terminal.start, holding: [Array("DONE".utf8)], quiet: .zero)
      .awaited
  }
}
