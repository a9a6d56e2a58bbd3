import Bytes
import ByteStores

/// Reading records in both directions, in the same way as lines.
///
/// After a proved border, all records are certain. Before it, only records that are lines are
/// certain; all others are found from a border earlier in the file.
extension LineReader {
  /// Returns `count` records from the start of the record at an offset, or fewer at the end of the
  /// file or if the records are long.
  func records(
    from offset: Int, count: Int, _ rule: any BorderRule
  ) throws(FileError) -> LineRun {
    let first = try recordBorder(at: offset, rule)
    var (run, next) = (LineRun(at: first.offset), first)
    let limit = first.offset + Self.mostBytes
    var chunk = firstChunk(for: count)
    while run.lines.count < count, run.end < min(size, limit) {
      let stretch = try stretch(run.end - 1..<run.end + chunk)
      next = append(count - run.lines.count, of: stretch, from: next, limit, to: &run, rule)
      chunk = nextChunk(after: chunk)
    }
    rule.known.note(first, edition: file.edition)
    rule.known.note(next, edition: file.edition)
    return run
  }

  /// Appends the records of a stretch; returns the border after them, or the border of the last
  /// record if that record may continue.
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

  /// The border after the lines, or the border of the last line if that line has no line end.
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

/// Reading records backward.
extension LineReader {
  /// Returns `count` records before the record at an offset, or the last records of the file, in
  /// the order of the file.
  ///
  /// Fewer records are returned at the start of the file, or if the records are long.
  func records(
    before offset: Int?, count: Int, _ rule: any BorderRule
  ) throws(FileError) -> LineRun {
    var last = try offset.map { offset throws(FileError) in try recordBorder(at: offset, rule) }
    var border = last ?? rule.end(ofSize: size)
    var run = LineRun(at: border.offset)
    let limit = max(file.start, border.offset - Self.mostBytes)
    var chunk = firstChunk(for: count)
    while run.lines.count < count, run.start > limit {
      let missing = count - run.lines.count
      if let found = try prepend(missing, chunk, before: border, limit, to: &run, rule) {
        (border, last) = (found.first, last ?? found.last)
      } else {
        chunk = nextChunk(after: chunk, rule)
      }
    }
    guard !run.lines.isEmpty else { return run }
    rule.known.note(border, edition: file.edition)
    if let last { rule.known.note(last, edition: file.edition) }
    return run
  }

  /// Prepends the records of a chunk before a border; returns the borders before and after these
  /// records, or nil if more bytes are needed.
  private func prepend(
    _ count: Int, _ chunk: Int, before border: RecordBorder, _ limit: Int, to run: inout LineRun,
    _ rule: any BorderRule
  ) throws(FileError) -> (first: RecordBorder, last: RecordBorder?)? {
    let first = max(file.start, border.offset - chunk)
    let stretch = try stretch(first - 1..<border.offset + PieceRule.lookAhead)
    if let lower = stretch.firstLineRecord(from: first, before: border, rule) {
      let found = stretch.boundaries(downFrom: border.offset, count: count, limit: limit)
        .filter { $0 >= lower }
      run.prepend(stretch.lines(between: found, edition: file.edition))
      guard found.count > 1 else { return nil }
      let kind: RecordBorder.Kind = stretch.isLineStart(run.start) ? .record : .line
      return (
        RecordBorder(offset: run.start, kind: kind, isProved: border.isProved),
        Self.border(behind: run, isProved: border.isProved)
      )
    }
    let kind = border == rule.end(ofSize: size) ? nil : border.kind
    guard let anchor = rule.anchor(in: stretch, from: first, before: border, kind, of: self) else {
      return nil
    }
    let found = rule.parts(
      of: stretch, from: anchor, to: border.offset, kind, count: .max, limit: .max)
    let parts = found.last(count, limit: limit)
    guard found.end == border.offset, let before = parts.first else { return nil }
    run.prepend(stretch.lines(of: parts, edition: file.edition))
    return (
      RecordBorder(
        offset: before.range.lowerBound, kind: before.kind, isProved: anchor.isProved),
      found.border(isProved: anchor.isProved)
    )
  }

  /// The size of the next chunk: first the number of bytes in which a border is searched for, then
  /// enough for a page or a long record.
  private func nextChunk(after chunk: Int, _ rule: any BorderRule) -> Int {
    let furthest = rule.furthest(self.rule)
    return chunk < furthest ? furthest : nextChunk(after: max(chunk, Self.mostBytes))
  }
}

extension FileStretch {
  /// The offset from which all records up to a border are lines, or pieces of a line; nil if they
  /// may be something else.
  fileprivate func firstLineRecord(
    from first: Int, before border: RecordBorder, _ rule: any BorderRule
  ) -> Int? {
    switch border.kind {
    case .record: rule.areLines(first..<border.offset, of: self) ? first : nil
    // A record on one line has no line feed before its end, whether in quotes or not.
    case .line:
      bytes.withUnsafeBytes {
        $0.lastIndex(of: .lineFeed, in: first - start..<border.offset - start).map {
          start + $0 + 1
        } ?? first
      }
    case .longRecord, .element: nil
    }
  }
}

/// Finding the start of the record at an offset.
extension LineReader {
  /// The start of the record or piece at an offset; the end of the file counts as part of a last
  /// record that may grow.
  ///
  /// Cost: none at a known border; otherwise the reads that the rule requires.
  func recordBorder(at offset: Int, _ rule: any BorderRule) throws(FileError) -> RecordBorder {
    if let start = rule.start(of: file), offset <= start.offset { return start }
    let known = knownBorder(upTo: offset, rule)
    if let known, known.offset == offset { return known }
    let anchor = try rule.anchor(at: offset, known: known, in: self)
    return anchor.kind == .longRecord ? anchor : try recordBorder(at: offset, from: anchor, rule)
  }

  /// The last known border at or before an offset; if there is none, or if its text was dropped,
  /// the border at the start of the file, if any.
  func knownBorder(upTo offset: Int, _ rule: any BorderRule) -> RecordBorder? {
    let known = rule.known.last(upTo: offset, edition: file.edition)
    if let known, known.offset >= file.start { return known }
    return rule.start(of: file)
  }

  /// Walks from a border to the record or piece at an offset.
  func recordBorder(
    at offset: Int, from border: RecordBorder, _ rule: any BorderRule
  ) throws(FileError) -> RecordBorder {
    var (reached, chunk) = (border, offset - border.offset + Self.leastChunk)
    while reached.offset < min(offset, size) {
      let stretch = try stretch(reached.offset - 1..<reached.offset + chunk)
      if let line = stretch.lineRecord(at: offset, from: reached, rule) { return line }
      let found = rule.parts(
        of: stretch, from: reached, to: stretch.end, nil, count: .max, limit: offset)
      if let last = found.parts.last, last.range.upperBound > offset || last.isOpen {
        return RecordBorder(
          offset: last.range.lowerBound, kind: last.kind, isProved: border.isProved)
      }
      reached = found.border(isProved: border.isProved) ?? reached
      chunk = nextChunk(after: chunk)
    }
    return reached
  }

  /// The start of the first record at or after an offset; if none begins before a limit, a position
  /// at or after the limit.
  ///
  /// Cost: finds the border at the offset once, and reads the bytes from there to the result.
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

  /// The border at an offset, remembered for searches only.
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
  /// The line or piece at an offset, if everything from a border on consists of lines.
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
