/// The bytes of frames that scroll by one row.
struct RowBytes {
  private var all = Sample()
  private var text = Sample()

  /// Adds a frame.
  mutating func add(_ frame: Frame) {
    all.add(Double(frame.bytes.count))
    text.add(Double(frame.countBeforeLine(MeasuredTerminal.lines)))
  }

  /// A row with the number of bytes that the tint of a log takes: these frames have the tint, and
  /// those of `bare` do not.
  func tintRow(over bare: RowBytes) -> Row {
    Row(
      title: "bytes for the tint of one row, not counted above", unit: .bytes,
      endless: text.median - bare.text.median, reach: .most(20))
  }

  /// Rows that compare these bytes with those of `less`.
  func rows(against less: RowBytes, _ reach: PainterReach) -> [Row] {
    [
      Row(
        title: "bytes for one row, without the change of the status line", unit: .bytes,
        endless: text.median, compared: Row.Named(name: "less", value: less.text.median),
        reach: reach.rowBytes),
      Row(
        title: "bytes for one row, in total", unit: .bytes, endless: all.median,
        compared: Row.Named(name: "less", value: less.all.median),
        reach: reach.allBytes),
    ]
  }
}
