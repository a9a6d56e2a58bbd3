/// The same key, pressed repeatedly in our viewer, in `less`, and in other viewers.
struct KeyWalk {
  private let move: Move
  private let file: LogFile
  private let bench: Bench
  private var endless: OpenViewer
  private var less: OpenViewer
  private var samples = Samples()
  private var (ours, theirs) = (RowBytes(), RowBytes())

  /// Opens our viewer and `less`, and presses the key 20 times without measuring.
  init(_ move: Move, _ file: LogFile, _ bench: Bench) throws(MeasureError) {
    (self.move, self.file, self.bench) = (move, file, bench)
    (endless, less) = try bench.openPair(file)
    // The first keys are the slowest, because memory is allocated and the processor's cache is
    // filled.
    for _ in 0..<20 {
      try endless.press(move)
      try less.press(move)
    }
  }

  /// Presses the key `wanted` times in our viewer and in `less`, and a fifth as often in the other
  /// viewers; a quick run has fewer rounds.
  mutating func walk(_ wanted: Int) throws(MeasureError) {
    for _ in 0..<bench.rounds(wanted) {
      let (frame, other) = (try endless.press(move), try less.press(move))
      // A page that fell short is not timed: it is counted in `shortPages`.
      guard frame.isFinished, other.isFinished else { continue }
      samples.endless.add(frame.whole)
      ours.add(frame)
      samples.less.add(other.whole)
      theirs.add(other)
    }
    samples.others = bench.others(showing: file, going: [move]) { viewer throws(MeasureError) in
      try walk(viewer, bench.rounds(wanted / 5))
    }
  }

  private func walk(_ viewer: Viewer, _ rounds: Int) throws(MeasureError) -> Sample {
    var sample = Sample()
    var open = try OpenViewer(viewer, file, in: bench.home)
    open.terminal.settle(quiet: .milliseconds(300), within: .seconds(5))
    if viewer.opensAtEnd { try open.press(.start) }
    for _ in 0..<rounds { sample.add(try open.press(move).whole) }
    return sample
  }

  /// Rows with the times.
  ///
  /// - Parameter tail: the target of the 99th percentile; if it is nil, that percentile has the
  ///   target of the median.
  func times(reach: Reach, tail: Reach? = nil) -> [Row] {
    samples.rowsWithTail(move.rawValue, reach: reach, tail: tail ?? reach)
  }

  /// A row with the number of pages that fell short because the next lines had not been loaded yet.
  var shortPages: Row {
    Row(
      title: "pages that fell short because the next was not loaded",
      unit: .times, endless: Double(endless.shortPages), reach: .most(0))
  }

  /// Rows with the numbers of bytes.
  func bytes(_ reach: PainterReach) -> [Row] { ours.rows(against: theirs, reach) }

  /// A row with the number of bytes that the tint takes, given a walk without the tint.
  func tintBytes(over bare: KeyWalk) -> Row { ours.tintRow(over: bare.ours) }
}
