import ByteStores

/// Where the record begins that an offset is in.
extension LineReader {
  /// The beginning of the record or piece that an offset is in; the end of the file is in the last one if that may
  /// still grow.
  ///
  /// Cost: nothing at a border that is known; else reads as the rule says.
  func recordBorder(at offset: Int, _ rule: any BorderRule) throws(FileError) -> RecordBorder {
    if let start = rule.start(of: file), offset <= start.offset { return start }
    let known = knownBorder(upTo: offset, rule)
    if let known, known.offset == offset { return known }
    let anchor = try rule.anchor(at: offset, known: known, in: self)
    return anchor.kind == .longRecord ? anchor : try recordBorder(at: offset, from: anchor, rule)
  }

  /// The last border that is known at an offset or before it, and is still there.
  func knownBorder(upTo offset: Int, _ rule: any BorderRule) -> RecordBorder? {
    let known = rule.known.last(upTo: offset, edition: file.edition)
    if let known, known.offset >= file.start { return known }
    return rule.start(of: file)
  }

  /// Goes from a border on to the record or piece that an offset is in.
  func recordBorder(
    at offset: Int, from border: RecordBorder, _ rule: any BorderRule
  ) throws(FileError) -> RecordBorder {
    var (place, chunk) = (border, offset - border.offset + Self.leastChunk)
    while place.offset < min(offset, size) {
      let stretch = try stretch(place.offset - 1..<place.offset + chunk)
      if let line = stretch.lineRecord(at: offset, from: place, rule) { return line }
      let found = rule.parts(
        of: stretch, from: place, to: stretch.end, nil, count: .max, limit: offset)
      if let last = found.parts.last, last.range.upperBound > offset || last.isOpen {
        return RecordBorder(
          offset: last.range.lowerBound, kind: last.kind, isProved: border.isProved)
      }
      place = found.border(isProved: border.isProved) ?? place
      chunk = nextChunk(after: chunk)
    }
    return place
  }

  /// Where the first record begins at an offset or behind it, or a place that is not before a limit.
  ///
  /// Cost: that of the border, once, and the bytes of what is passed over.
  func recordStart(
    from offset: Int, upTo limit: Int, _ rule: any BorderRule
  ) throws(FileError) -> Int {
    var (border, chunk) = (try passedBorder(at: offset, rule), Self.leastChunk)
    while border.offset < offset || border.kind != .record, border.offset < min(limit, size) {
      let last = max(offset, border.offset + 1)
      let stretch = try stretch(border.offset - 1..<last + chunk)
      let found = rule.parts(
        of: stretch, from: border, to: stretch.end, nil, count: .max, limit: last)
      if let open = found.parts.last, open.isOpen { return open.range.upperBound }
      if let next = found.border(isProved: border.isProved) {
        border = next
      } else {
        chunk = nextChunk(after: chunk)
      }
    }
    return border.offset
  }

  /// The same border as of a record that is handed out, which is remembered for other searches alone.
  private func passedBorder(
    at offset: Int, _ rule: any BorderRule
  ) throws(FileError) -> RecordBorder {
    let known = knownBorder(upTo: offset, rule)?.offset ?? file.start
    if let passed = rule.passed.last(upTo: offset, edition: file.edition),
      passed.offset >= known, passed.kind != .longRecord, offset - passed.offset <= self.rule.size
    {
      return try recordBorder(at: offset, from: passed, rule)
    }
    let border = try recordBorder(at: offset, rule)
    rule.passed.note(border, edition: file.edition)
    return border
  }
}

extension FileStretch {
  /// The line or piece that an offset is in, where all from a border on are lines.
  fileprivate func lineRecord(
    at offset: Int, from border: RecordBorder, _ rule: any BorderRule
  ) -> RecordBorder? {
    guard border.kind == .record, offset < end, rule.areLines(border.offset..<end, of: self),
      let found = boundary(at: offset), found >= border.offset
    else { return nil }
    let kind: RecordBorder.Kind = isLineStart(found) ? .record : .line
    return RecordBorder(offset: found, kind: kind, isProved: border.isProved)
  }
}
