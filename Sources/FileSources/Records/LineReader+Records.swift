import ByteStores

/// Records of a text in both directions, as lines are read.
///
/// From a border that is known on, the records behind it are certain. So are those before it that have no quotes;
/// others are found from a border further up.
extension LineReader {
  /// `count` records from the beginning of the one that an offset is in; fewer at the end, and where they are long.
  func records(
    from offset: Int, count: Int, _ borders: RecordBorders
  ) throws(FileError) -> LineRun {
    let place = try recordBorder(at: offset, borders)
    var (run, next) = (LineRun(at: place.offset), place)
    let limit = place.offset + Self.mostBytes
    var chunk = firstChunk(for: count)
    while run.lines.count < count, run.end < min(size, limit) {
      let stretch = try stretch(run.end - 1..<run.end + chunk)
      next = append(count - run.lines.count, of: stretch, from: next, limit, to: &run, borders)
      chunk = nextChunk(after: chunk)
    }
    borders.note(place, edition: file.edition)
    borders.note(next, edition: file.edition)
    return run
  }

  /// Adds what a stretch tells; returns the border behind it, or that of a last record which may go on.
  private func append(
    _ count: Int, of stretch: FileStretch, from border: RecordBorder, _ limit: Int,
    to run: inout LineRun, _ borders: RecordBorders
  ) -> RecordBorder {
    let rest = border.offset..<stretch.end
    if border.kind == .record, stretch.isUnquoted(rest) {
      let found = stretch.boundaries(from: border.offset, count: count, limit: limit)
      run.append(stretch.lines(between: found, edition: file.edition))
      return Self.border(behind: run, isProved: border.isProved)
    }
    let found = stretch.parts(
      from: border, to: stretch.end, nil, count: count, limit: limit, borders.reader)
    run.append(stretch.lines(of: found.parts, edition: file.edition))
    guard let last = found.parts.last else { return border }
    let isProved = border.isProved || border.kind == .longRecord && found.after == .record
    let offset = last.isOpen ? last.range.lowerBound : last.range.upperBound
    return RecordBorder(
      offset: offset, kind: last.isOpen ? last.kind : found.after, isProved: isProved)
  }

  /// The border behind lines without quotes, or that of the last one where it has no line end.
  static func border(behind run: LineRun, isProved: Bool) -> RecordBorder {
    guard let last = run.lines.last else { return .record(at: run.end, isProved: isProved) }
    if last.isUnfinished {
      let kind: RecordBorder.Kind = last.isContinuation ? .line : .record
      return RecordBorder(offset: last.id.bytes, kind: kind, isProved: isProved)
    }
    return RecordBorder(
      offset: run.end, kind: last.isContinued ? .line : .record, isProved: isProved)
  }
}
