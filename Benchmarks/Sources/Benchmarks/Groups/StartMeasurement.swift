/// The time to the first screen.
struct StartMeasurement: Measurement {
  private static let timeout = Duration.seconds(10)

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    var rows: [Row] = []
    for megabytes in [100, 1_000] {
      let file = try bench.files.file(megabytes: megabytes)
      rows += try samples(file, bench).rows(file.size, reach: PainterReach.ncurses.start)
    }
    return rows
  }

  func samples(_ file: LogFile, _ bench: Bench) throws(MeasureError) -> Samples {
    var samples = Samples()
    for round in 0...bench.rounds(40) {
      let ours = try OpenViewer(bench.endless, file, in: bench.home).opening.whole
      let theirs = try OpenViewer(bench.less, file, in: bench.home).opening.whole
      // In the first round, the programs themselves may not be in the page cache.
      guard round > 0 else { continue }
      samples.endless.add(ours)
      samples.less.add(theirs)
    }
    samples.others = bench.others(showing: file) { viewer throws(MeasureError) in
      try sample(of: viewer, file, bench)
    }
    return samples
  }

  private func sample(
    of viewer: Viewer, _ file: LogFile, _ bench: Bench
  ) throws(MeasureError) -> Sample {
    let start = ContinuousClock.now
    var sample = Sample()
    // The time is limited, because some viewers take half a minute for each start.
    while sample.count < bench.rounds(5), sample.count == 0 || .now - start < Self.timeout {
      sample.add(try OpenViewer(viewer, file, in: bench.home).opening.whole)
    }
    return sample
  }
}
