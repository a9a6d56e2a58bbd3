/// How long a key takes that scrolls, and how many bytes.
struct KeyMeasurement: Measurement {
  func rows(_ bench: Bench) throws(MeasureError) -> [Row] {
    let file = try bench.files.file(megabytes: 100)
    var rows = try KeyWalk(.row, file, bench)
    try rows.walk(1_000)
    var pages = try KeyWalk(.page, file, bench)
    try pages.walk(500)
    var untinted = bench
    (untinted.endless, untinted.others) = (bench.endless.with("--tint=never"), [])
    var bare = try KeyWalk(.row, file, untinted)
    try bare.walk(200)
    return rows.times(reach: .ratio(2.3), tail: .ratio(3))
      + pages.times(reach: .ratio(1.6), tail: .ratio(2)) + [pages.shortPages]
      + bare.bytes + [rows.tintBytes(over: bare)]
  }
}
