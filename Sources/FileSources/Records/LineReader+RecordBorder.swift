import ByteStores

/// Where the record begins that an offset is in.
extension LineReader {
  /// The beginning of the record or piece that an offset is in; the end of the file is in the last one if that may
  /// still grow.
  ///
  /// Cost: nothing at a border that is known; else reads of 16 KiB, or 80 KiB where a text has no quotes.
  func recordBorder(
    at offset: Int, _ borders: RecordBorders
  ) throws(FileError) -> RecordBorder {
    guard offset > file.start else { return .record(at: file.start) }
    let known = borders.last(upTo: offset, edition: file.edition)
    if let known, known.offset == offset { return known }
    if let known, known.kind == .record, offset - known.offset <= rule.size {
      return try recordBorder(at: offset, from: known, borders)
    }
    for reach in borders.lookBacks {
      if let anchor = try anchor(at: offset, reach: reach, borders) {
        return try recordBorder(at: offset, from: anchor, borders)
      }
    }
    return try guessedBorder(at: offset, borders)
  }

  /// Where the first record begins at an offset or behind it, or a place that is not before a limit.
  ///
  /// Cost: that of the border, and the bytes of what is passed over.
  func recordStart(
    from offset: Int, upTo limit: Int, _ borders: RecordBorders
  ) throws(FileError) -> Int {
    var border = try recordBorder(at: offset, borders)
    while border.offset < offset || border.kind != .record, border.offset < min(limit, size) {
      let run = try records(from: border.offset, count: 1, borders)
      guard run.end > border.offset else { break }
      border = try recordBorder(at: run.end, borders)
      if border.offset < run.end { return run.end }
    }
    return border.offset
  }

  /// A border at an offset or before it, which some bytes around prove.
  private func anchor(
    at offset: Int, reach: Int, _ borders: RecordBorders
  ) throws(FileError) -> RecordBorder? {
    let first = max(file.start, offset - reach)
    if first == file.start { return .record(at: first) }
    let stretch = try stretch(first - 1..<offset + Self.leastChunk - PieceRule.lookAhead)
    var found = stretch.provedBorder(
      from: first, to: stretch.end, isBorder: false, borders.reader)
    // What is proved behind the offset proves others before it.
    while let place = found, place > offset {
      found = stretch.provedBorder(before: place, borders.reader)
    }
    return found.map { .record(at: $0) }
  }

  private func guessedBorder(
    at offset: Int, _ borders: RecordBorders
  ) throws(FileError) -> RecordBorder {
    let first = max(file.start, offset - borders.lookBacks[0])
    let stretch = try stretch(first - 1..<offset + Self.leastChunk)
    if let guess = stretch.guessedBorder(from: first, upTo: offset, borders.reader) {
      return try recordBorder(at: offset, from: .record(at: guess, isProved: false), borders)
    }
    return RecordBorder(
      offset: try lineBoundary(at: offset), kind: .longRecord, isProved: false)
  }

  /// Goes from a border on to the record or piece that an offset is in.
  func recordBorder(
    at offset: Int, from border: RecordBorder, _ borders: RecordBorders
  ) throws(FileError) -> RecordBorder {
    var (place, chunk) = (border, offset - border.offset + Self.leastChunk)
    while place.offset < min(offset, size) {
      let stretch = try stretch(place.offset - 1..<place.offset + chunk)
      if let line = stretch.lineRecord(at: offset, from: place) { return line }
      let found = stretch.parts(
        from: place, to: stretch.end, nil, limit: offset, borders.reader)
      if let last = found.parts.last {
        if last.range.upperBound > offset || last.isOpen {
          return RecordBorder(
            offset: last.range.lowerBound, kind: last.kind, isProved: border.isProved)
        }
        place = RecordBorder(
          offset: last.range.upperBound, kind: found.after, isProved: border.isProved)
      }
      chunk = nextChunk(after: chunk)
    }
    return place
  }
}

extension FileStretch {
  /// The line or piece that an offset is in, where all from a border on are lines.
  fileprivate func lineRecord(at offset: Int, from border: RecordBorder) -> RecordBorder? {
    guard border.kind == .record, offset < end, isUnquoted(border.offset..<end),
      let found = boundary(at: offset), found >= border.offset
    else { return nil }
    let kind: RecordBorder.Kind = isLineStart(found) ? .record : .line
    return RecordBorder(offset: found, kind: kind, isProved: border.isProved)
  }
}
