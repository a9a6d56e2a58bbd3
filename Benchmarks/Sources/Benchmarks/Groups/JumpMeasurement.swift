/// The time to go to another position in a large file.
struct JumpMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 1_000)
    var samples: [Move: Samples] = [.end: Samples(), .middle: Samples()]
    var (endless, less) = try bench.openPair(file)
    for _ in 0..<bench.rounds(50) {
      for move in [Move.end, .middle] {
        samples[move]?.endless.add(try endless.press(move).whole)
        samples[move]?.less.add(try less.press(move).whole)
        try endless.press(.start)
        try less.press(.start)
      }
    }
    let others = bench.others(showing: file, going: [.end, .middle]) {
      viewer throws(MeasureError) in
      try jumps(of: viewer, in: file, bench)
    }
    for (name, jumps) in others {
      for (move, sample) in jumps { samples[move]?.others.append((name, sample)) }
    }
    return [Move.end, .middle].flatMap { move in
      samples[move]?.rows(move.rawValue, reach: .ratio(2)) ?? []
    }
  }

  private func jumps(
    of viewer: Viewer, in file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> [Move: Sample] {
    var open = try OpenViewer(viewer, file, in: bench.home)
    open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
    var samples: [Move: Sample] = [.end: Sample(), .middle: Sample()]
    for _ in 0..<bench.rounds(10) {
      for move in [Move.middle, .end] { samples[move]?.add(try open.press(move).whole) }
      try open.press(.start)
    }
    return samples
  }
}
