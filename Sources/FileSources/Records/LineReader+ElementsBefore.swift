import ByteStores

/// Elements of an array towards the start.
extension LineReader {
  /// `count` elements before the one that an offset is in, or the last ones, in the order of the file; fewer at the
  /// start, and where they are long.
  func elements(
    before offset: Int?, count: Int, _ borders: EditionBorders
  ) throws(FileError) -> LineRun {
    noteStart(borders)
    var border = RecordBorder.record(at: size)
    if let offset { border = try elementBorder(at: offset, borders) }
    let last = offset == nil ? nil : border
    var run = LineRun(at: border.offset)
    let limit = max(file.start, border.offset - Self.mostBytes)
    var chunk = firstChunk(for: count)
    while run.lines.count < count, run.start > limit {
      let missing = count - run.lines.count
      if let first = try prepend(missing, chunk, before: border, limit, to: &run, borders) {
        border = first
      }
      chunk = nextChunk(after: max(chunk, elementReach))
    }
    borders.note(border, edition: file.edition)
    if let last { borders.note(last, edition: file.edition) }
    return run
  }

  /// Adds what a chunk before a border tells; returns the border before it, or nil where more bytes are needed.
  private func prepend(
    _ count: Int, _ chunk: Int, before border: RecordBorder, _ limit: Int, to run: inout LineRun,
    _ borders: EditionBorders
  ) throws(FileError) -> RecordBorder? {
    let first = max(file.start, border.offset - chunk)
    let stretch = try stretch(first - 1..<border.offset)
    // What is behind the end of the file is not known.
    let kind = border.offset == size ? nil : border.kind
    var anchor = elementAnchor(in: stretch, from: first, before: border, kind, borders)
    if anchor == nil, first == file.start || chunk >= rule.reach + rule.size {
      let place = stretch.elementPieces(from: first, upTo: border.offset).first ?? first
      anchor = stretch.elementPiece(at: place, from: first, before: border)
    }
    guard let anchor else { return nil }
    let parts = stretch.elements(from: anchor, to: border.offset, kind)
    let kept = parts.last(count, limit: limit)
    guard parts.end == border.offset, let found = kept.first else { return nil }
    run.prepend(stretch.lines(ofElements: kept, edition: file.edition))
    return RecordBorder(
      offset: found.range.lowerBound, kind: found.kind, isProved: anchor.isProved)
  }

  /// A border of a stretch from which on all elements up to another border are told.
  private func elementAnchor(
    in stretch: FileStretch, from first: Int, before border: RecordBorder,
    _ kind: RecordBorder.Kind?, _ borders: EditionBorders
  ) -> RecordBorder? {
    if let known = borders.last(upTo: border.offset - 1, edition: file.edition),
      known.offset >= first, known.kind != .longRecord, known.isProved || !border.isProved
    {
      return known
    }
    guard let found = stretch.elementBorder(in: first..<border.offset, before: kind) else {
      return nil
    }
    return .record(at: found.offset, isProved: found.isProved && border.isProved)
  }
}
