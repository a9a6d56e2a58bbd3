import Paging

/// The cost of an event in the paging machine, with many items held and with few.
struct MachineMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    var many = try HeldItems(count: 1_000_000)
    var few = try HeldItems(count: 1_000)
    return [
      try row("a viewport", bench.rounds(2_000), &many, &few) { items throws(MeasureError) in
        items.viewports() / 100
      },
      try row("a refresh and its answer", bench.rounds(200), &many, &few) {
        items throws(MeasureError) in
        try items.refresh()
      },
      // There are few rounds, because each one makes the small list longer.
      try row("a load at the end and its answer", bench.rounds(20), &many, &few) {
        items throws(MeasureError) in
        try items.extend()
      },
    ]
  }

  private func row(
    _ title: String, _ rounds: Int, _ many: inout HeldItems, _ few: inout HeldItems,
    _ time: (inout HeldItems) throws(MeasureError) -> Duration
  ) throws(MeasureError) -> Row {
    var (large, small) = (Sample(), Sample())
    for _ in 0..<rounds {
      large.add(try time(&many))
      small.add(try time(&few))
    }
    return Row(
      title: title, unit: .seconds, endless: large.median,
      compared: Row.Named(name: "1,000 items", value: small.median), reach: .ratio(1.5))
  }
}
