import ByteStores

/// Records of a text in both directions, as lines are read.
///
/// From a border that is known on, the records behind it are certain. So are those before it that are lines; others
/// are found from a border further up.
extension LineReader {
  /// `count` records from the beginning of the one that an offset is in; fewer at the end, and where they are long.
  func records(
    from offset: Int, count: Int, _ rule: any BorderRule
  ) throws(FileError) -> LineRun {
    let place = try recordBorder(at: offset, rule)
    var (run, next) = (LineRun(at: place.offset), place)
    let limit = place.offset + Self.mostBytes
    var chunk = firstChunk(for: count)
    while run.lines.count < count, run.end < min(size, limit) {
      let stretch = try stretch(run.end - 1..<run.end + chunk)
      next = append(count - run.lines.count, of: stretch, from: next, limit, to: &run, rule)
      chunk = nextChunk(after: chunk)
    }
    rule.known.note(place, edition: file.edition)
    rule.known.note(next, edition: file.edition)
    return run
  }

  /// Adds what a stretch tells; returns the border behind it, or that of a last record which may go on.
  private func append(
    _ count: Int, of stretch: FileStretch, from border: RecordBorder, _ limit: Int,
    to run: inout LineRun, _ rule: any BorderRule
  ) -> RecordBorder {
    if border.kind == .record, rule.areLines(border.offset..<stretch.end, of: stretch) {
      let found = stretch.boundaries(from: border.offset, count: count, limit: limit)
      run.append(stretch.lines(between: found, edition: file.edition))
      return Self.border(behind: run, isProved: border.isProved)
    }
    let found = rule.parts(
      of: stretch, from: border, to: stretch.end, nil, count: count, limit: limit)
    run.append(stretch.lines(of: found.parts, edition: file.edition))
    let isEnd = border.kind == .longRecord && found.after == .record
    return found.border(isProved: border.isProved || isEnd && rule.provesEnds) ?? border
  }

  /// The border behind lines, or that of the last one where it has no line end.
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
