/// The time and the bytes that a scrolling key takes.
struct KeyMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] { try rows(bench, .ncurses) }

  func rows(_ bench: Bench, _ reach: PainterReach) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 100)
    var rows = try KeyWalk(.row, file, bench)
    try rows.walk(1_000)
    var pages = try KeyWalk(.page, file, bench)
    try pages.walk(500)
    var untinted = bench
    (untinted.endless, untinted.others) = (bench.endless.with("--tint=never"), [])
    var bare = try KeyWalk(.row, file, untinted)
    try bare.walk(200)
    return rows.times(reach: reach.row, tail: .ratio(3))
      + pages.times(reach: reach.page, tail: .ratio(2)) + [pages.shortPages]
      + bare.bytes(reach) + [rows.tintBytes(over: bare)]
  }
}

/// The time and the bytes that keys and the first screen take if the program paints the screen
/// itself.
struct DirectMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    var bench = bench
    bench.endless = bench.endless.with("--painter=direct")
    bench.others = bench.others.filter { $0.name == Viewer.plainName }.map {
      $0.with("--painter=direct")
    }
    let file = try bench.files.file(megabytes: 100)
    let start = try StartMeasurement().samples(file, bench)
    return start.rows("first screen", reach: PainterReach.direct.start)
      + (try KeyMeasurement().rows(bench, .direct))
  }
}

/// The targets, by painter.
struct PainterReach {
  let start: Reach
  let row: Reach
  let page: Reach
  /// The targets for the number of bytes that are sent to scroll by a row: without the bytes that
  /// change the status line, and with them.
  let rowBytes: Reach
  let allBytes: Reach

  static let ncurses = PainterReach(
    start: .ratio(2), row: .ratio(3), page: .ratio(2), rowBytes: .most(130), allBytes: .most(165))
  static let direct = PainterReach(
    start: .ratio(1.6), row: .ratio(2.3), page: .ratio(1.6), rowBytes: .most(112),
    allBytes: .most(140))
}
