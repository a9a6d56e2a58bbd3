/// The cost of the sample timeline: cells of several rows, pictures, a database.
struct TimelineMeasurement: Measurement {
  private static let posts = 10_000

  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let timeline = try Timeline(bench)
    return try starts(timeline, bench) + keys(timeline, bench) + [memory(timeline)]
  }

  private func starts(_ timeline: Timeline, _ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 10)
    var (first, pictures, files) = (Sample(), Sample(), Sample())
    for _ in 0..<bench.rounds(20) {
      let opening = try timeline.open().opening
      first.add(opening.awaited)
      pictures.add(opening.whole)
      files.add(try OpenViewer(bench.endless, file, in: bench.home).opening.whole)
    }
    return [
      Row(
        title: "first screen, median", unit: .seconds, endless: first.median,
        compared: Row.Named(name: "a file of 10 MB", value: files.median), reach: .ratio(3)),
      Row(
        title: "first screen with its pictures, median", unit: .seconds, endless: pictures.median),
    ]
  }

  private func keys(_ timeline: Timeline, _ bench: Bench) throws(MeasureError) -> [Row] {
    let terminal = try timeline.open().terminal
    var rows: [Row] = []
    for (name, key) in [("one row (`^E`)", "\u{5}"), ("one post (`j`)", "j")] {
      var (times, bytes) = (Sample(), Sample())
      for _ in 0..<bench.rounds(300) {
        let frame = try terminal.frame(since: try terminal.type(key))
        times.add(frame.whole)
        bytes.add(Double(frame.bytes.count))
      }
      rows += [
        Row(title: "\(name), median", unit: .seconds, endless: times.median),
        Row(title: "\(name), 99th percentile", unit: .seconds, endless: times.percentile(99)),
        Row(title: "\(name), median", unit: .bytes, endless: bytes.median),
      ]
    }
    return rows
  }

  private func memory(_ timeline: Timeline) throws(MeasureError) -> Row {
    let terminal = try timeline.open().terminal
    var post = 0
    // A key at the end of the loaded posts does nothing, so keys are typed until enough posts have
    // been loaded and passed.
    for _ in 0..<10_000 where post < Self.posts {
      _ = try terminal.type(String(repeating: "j", count: 50))
      terminal.settle(quiet: .milliseconds(3), within: .seconds(1))
      post = try place(in: terminal)
    }
    guard post >= Self.posts else { throw MeasureError("only \(post) posts could be walked") }
    let status = ProcessStatus(identifier: terminal.child.identifier)
    return Row(
      title: "peak memory after \(Self.posts) posts", unit: .memory,
      endless: try status.peakMemory())
  }

  /// The number of the selected post, from the status line of a completely redrawn screen.
  private func place(in terminal: MeasuredTerminal) throws(MeasureError) -> Int {
    let frame = try terminal.frame(since: try terminal.type("\u{C}"))
    let text = String(decoding: frame.bytes, as: UTF8.self)
    guard let found = text.matches(of: #/post ([0-9,]+)/#).last else { return 0 }
    return Int(found.output.1.filter { $0 != "," }) ?? 0
  }
}
