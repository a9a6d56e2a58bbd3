/// The cost of line numbers: the wait for a key while lines are counted, and the time of the count.
struct NumberMeasurement: Measurement {
  /// The duration of a frame at 60 Hz, which is too short to be noticed as a delay.
  private static let noWait = 1 / 60.0

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 1_000)
    return [try longestKeyTime(file, bench), try exactCount(file, bench)]
  }

  private func longestKeyTime(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    var (counting, plain) = (Sample(), Sample())
    for _ in 0..<bench.rounds(10) {
      for frame in try keys(bench.endless.with("-N"), file, bench) { counting.add(frame.whole) }
      for frame in try keys(bench.endless, file, bench) { plain.add(frame.whole) }
    }
    return Row(
      title: "longest wait for a key while counting", unit: .seconds, endless: counting.most,
      compared: Row.Named(name: "without `-N`", value: plain.most), reach: .most(Self.noWait))
  }

  /// The frames after keys that are typed in the first tenths of a second; with `-N`, the lines are
  /// counted meanwhile.
  private func keys(
    _ viewer: Viewer, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> [Frame] {
    var open = try OpenViewer(viewer, file, in: bench.home)
    var frames: [Frame] = []
    for move in [Move.end, .middle, .row, .row, .row] { frames.append(try open.press(move)) }
    return frames
  }

  private func exactCount(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Row {
    var (ours, theirs) = (Sample(), Sample())
    for _ in 0..<bench.rounds(10) {
      ours.add(try timeToLastNumber(bench.endless, file, bench))
      theirs.add(try timeOfCounting(file, bench))
    }
    return Row(
      title: "exact count", unit: .seconds, endless: ours.median,
      compared: Row.Named(name: "wc -l", value: theirs.median), reach: .ratio(3),
      others: [
        Row.Named(name: "less -N", value: try timeToLastNumber(Viewer.lessCounting, file, bench))
      ])
  }

  /// The number of seconds until the number of the second-to-last line is shown.
  ///
  /// The number of the last line is not awaited, because it has eight digits and may not fit.
  private func timeToLastNumber(
    _ viewer: Viewer, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Double {
    let open = try OpenViewer(viewer.with("-N"), file, in: bench.home)
    let start = try open.terminal.type("G")
    do throws(MeasureError) {
      return try open.terminal.frame(since: start, holding: [Array("\(file.count - 1)".utf8)])
        .awaited / .seconds(1)
    } catch {
      throw MeasureError("\(viewer.name) -N, the last number of \(file.size): \(error)")
    }
  }

  private func timeOfCounting(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Double {
    let terminal = try MeasuredTerminal(
      Launch(
        program: "wc", arguments: ["-l", file.path], environment: bench.home.environment))
    let frame = try terminal.frame(
      since: terminal.start, holding: [Array("\(file.count) ".utf8)], quiet: .zero)
    return frame.awaited / .seconds(1)
  }
}
