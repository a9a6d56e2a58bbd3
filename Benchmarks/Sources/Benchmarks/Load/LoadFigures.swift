/// The cost of a crowd, and how well it is served.
struct LoadFigures {
  /// The memory of each session, in bytes.
  private(set) var memory = Sample()
  /// The maximum memory of each session's first process.
  private(set) var peak = Sample()
  /// The times of the keys.
  let round: Round
  /// The average number of busy processors.
  let processors: Double
  /// The number of viewers whose position differs from that of most viewers, although the same keys
  /// were pressed.
  let strays: Int

  /// Takes the measurements while a crowd presses keys; the same keys must have been pressed in all
  /// its viewers before.
  init(_ crowd: Crowd, _ sessions: [Session], keys: Int) throws(MeasureError) {
    let before = try Self.processorTime(of: sessions)
    round = try crowd.round(keys: keys)
    let worked = try Self.processorTime(of: sessions) - before
    processors = worked / (round.duration / .seconds(1))
    for session in sessions {
      memory.add(try session.memory())
      guard let program = session.processes.first else { continue }
      peak.add(try program.peakMemory())
    }
    let places = Dictionary(grouping: try crowd.places()) { $0 }.mapValues(\.count)
    strays = crowd.guests.count - (places.filter { $0.key != "?" }.values.max() ?? 0)
  }

  /// Rows with all figures, each beside the same figure of another crowd if one is given.
  func rows(_ name: String, _ memoryName: String, beside other: Named? = nil) -> [Row] {
    func row(
      _ title: String, _ unit: Unit, reach: Reach? = nil, _ value: (Self) -> Double
    ) -> Row {
      let others = other.map { [Row.Named(name: $0.name, value: value($0.figures))] } ?? []
      return Row(
        title: "\(name): \(title)", unit: unit, endless: value(self), reach: reach, others: others)
    }
    return [
      row("\(memoryName) (`Pss`), median", .memory, \.memory.median),
      row("\(memoryName) (`Pss`), maximum", .memory, \.memory.most),
      row("peak of each program (`VmHWM`), median", .memory, \.peak.median),
      row("peak of each program (`VmHWM`), maximum", .memory, \.peak.most),
      row("a key, median", .seconds, \.round.times.median),
      row("a key, 99th percentile", .seconds) { $0.round.times.percentile(99) },
      row("a key from when it was due, 99th percentile", .seconds) {
        $0.round.waits.percentile(99)
      },
      row("keys followed by output", .times) { Double($0.round.times.count) },
      row("lost keys", .times, reach: .most(0)) { Double($0.round.lost) },
      row("viewers at a different post from most", .times, reach: .most(0)) { Double($0.strays) },
      row("processors at work", .processors, \.processors),
    ]
  }

  /// Figures and the name of their crowd.
  struct Named {
    let name: String
    let figures: LoadFigures
  }

  private static func processorTime(of sessions: [Session]) throws(MeasureError) -> Double {
    var sum = 0.0
    for session in sessions { sum += try session.processorTime() }
    return sum
  }
}
