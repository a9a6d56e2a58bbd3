/// Many viewers of the timeline that run at the same time.
struct LoadMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let timeline = try Timeline(bench)
    let posts = ["--posts", timeline.folder]
    return try viewers(bench, posts) + [capacity(bench, posts)]
      + SSHLoadMeasurement(posts: timeline.folder).rows(bench)
  }

  private func viewers(_ bench: Bench, _ posts: [String]) throws(MeasureError) -> [Row] {
    let count = bench.isQuick ? 20 : 100
    let shared = try figures(count, bench, posts)
    let own = try figures(count, bench, [])
    let others = LoadFigures.Named(name: "in memory", figures: own.figures)
    return shared.figures.rows("\(count) viewers", "each", beside: others) + [
      Row(
        title: "\(count) viewers: still running after `q`", unit: .times,
        endless: Double(shared.failures), reach: .most(0),
        others: [Row.Named(name: "in memory", value: Double(own.failures))])
    ]
  }

  private func figures(
    _ count: Int, _ bench: Bench, _ posts: [String]
  ) throws(MeasureError) -> (figures: LoadFigures, failures: Int) {
    let crowd = Crowd(launch(bench, posts))
    try crowd.grow(to: count)
    let sessions = crowd.guests.map { guest in
      Session(processes: [ProcessStatus(identifier: guest.terminal.child.identifier)])
    }
    let figures = try LoadFigures(crowd, sessions, keys: bench.rounds(50))
    return (figures, try crowd.shrink())
  }

  private func capacity(_ bench: Bench, _ posts: [String]) throws(MeasureError) -> Row {
    let most = bench.isQuick ? 50 : Capacity.most
    let crowd = Crowd(launch(bench, posts))
    let found = try Capacity(crowd, keys: bench.rounds(20)).search(upTo: most)
    _ = try crowd.shrink()
    let limit = Unit.seconds.text(Capacity.limit / .seconds(1))
    return Row(
      title: "most viewers with a 99th percentile under \(limit), of at most \(most)",
      unit: .times, endless: Double(found))
  }

  private func launch(_ bench: Bench, _ posts: [String]) -> Launch {
    Launch(
      program: bench.endless.program, arguments: ["--secure"] + posts,
      environment: bench.home.environment)
  }
}
