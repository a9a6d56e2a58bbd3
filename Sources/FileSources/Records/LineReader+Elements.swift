import ByteStores

/// Elements of an array towards the end, as records are read.
extension LineReader {
  /// `count` elements from the beginning of the one that an offset is in; fewer at the end, and where they are long.
  func elements(
    from offset: Int, count: Int, _ borders: EditionBorders
  ) throws(FileError) -> LineRun {
    let place = try elementBorder(at: offset, borders)
    var (run, next) = (LineRun(at: place.offset), place)
    let limit = place.offset + Self.mostBytes
    var chunk = firstChunk(for: count)
    while run.lines.count < count, run.end < min(size, limit) {
      let stretch = try stretch(run.end - 1..<run.end + chunk)
      let found = stretch.elements(
        from: next, to: stretch.end, nil, count: count - run.lines.count, limit: limit)
      run.append(stretch.lines(ofElements: found.parts, edition: file.edition))
      next = Self.border(behind: found, from: next)
      chunk = nextChunk(after: chunk)
    }
    borders.note(place, edition: file.edition)
    borders.note(next, edition: file.edition)
    return run
  }

  /// The border behind some parts, or that of a last one which may go on.
  private static func border(behind found: RecordParts, from border: RecordBorder) -> RecordBorder {
    guard let last = found.parts.last else { return border }
    return RecordBorder(
      offset: last.isOpen ? last.range.lowerBound : last.range.upperBound,
      kind: last.isOpen ? last.kind : found.after, isProved: border.isProved)
  }
}
