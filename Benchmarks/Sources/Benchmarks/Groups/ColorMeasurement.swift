/// The cost of showing text that has its own colors.
struct ColorMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    var bench = bench
    (bench.less, bench.others) = (bench.less.with("-R"), [])
    let file = try bench.files.file(megabytes: 100, isColored: true)
    let starts = try StartMeasurement().samples(file, bench)
    var rows = try KeyWalk(.row, file, bench)
    try rows.walk(500)
    var pages = try KeyWalk(.page, file, bench)
    try pages.walk(300)
    return starts.rows("first screen", reach: .ratio(2)) + rows.times(reach: .ratio(2))
      + pages.times(reach: .ratio(2))
  }
}
