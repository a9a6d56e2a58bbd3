import ByteStores

/// Records towards the start.
extension LineReader {
  /// `count` records before the one that an offset is in, or the last ones, in the order of the file; fewer at the
  /// start, and where they are long.
  func records(
    before offset: Int?, count: Int, _ borders: RecordBorders
  ) throws(FileError) -> LineRun {
    let place = try offset.map { offset throws(FileError) in
      try recordBorder(at: offset, borders)
    }
    var border = place ?? RecordBorder(offset: size, kind: .longRecord, isProved: true)
    var run = LineRun(at: border.offset)
    let limit = max(file.start, border.offset - Self.mostBytes)
    var chunk = firstChunk(for: count)
    while run.lines.count < count, run.start > limit {
      let missing = count - run.lines.count
      if let first = try prepend(missing, chunk, before: border, limit, to: &run, borders) {
        border = first
      } else {
        chunk = nextRecordChunk(after: chunk, borders)
      }
    }
    guard !run.lines.isEmpty else { return run }
    borders.note(border, edition: file.edition)
    let last = place ?? Self.border(behind: run, isProved: border.isProved)
    borders.note(last, edition: file.edition)
    return run
  }

  /// Adds what a chunk before a border tells; returns the border before it, or nil where more bytes are needed.
  private func prepend(
    _ count: Int, _ chunk: Int, before border: RecordBorder, _ limit: Int, to run: inout LineRun,
    _ borders: RecordBorders
  ) throws(FileError) -> RecordBorder? {
    let first = max(file.start, border.offset - chunk)
    let stretch = try stretch(first - 1..<border.offset + PieceRule.lookAhead)
    let lower = stretch.lineRecords(from: first, before: border)
    if let lower {
      let found = stretch.boundaries(downFrom: border.offset, count: count, limit: limit)
        .filter { $0 >= lower }
      run.prepend(stretch.lines(between: found, edition: file.edition))
      guard found.count > 1 else { return nil }
      let kind: RecordBorder.Kind = stretch.isLineStart(run.start) ? .record : .line
      return RecordBorder(offset: run.start, kind: kind, isProved: border.isProved)
    }
    let isLast = chunk >= borders.furthest || first == file.start
    guard
      let anchor = anchor(of: stretch, from: first, before: border, borders, guesses: isLast)
    else { return nil }
    let isEnd = border.offset == size && border.kind == .longRecord
    let parts = stretch.parts(
      from: anchor, to: border.offset, isEnd ? nil : border.kind, borders.reader
    ).last(count, limit: limit)
    guard let found = parts.first, parts.last?.range.upperBound == border.offset else { return nil }
    run.prepend(stretch.lines(of: parts, edition: file.edition))
    return RecordBorder(
      offset: found.range.lowerBound, kind: found.kind, isProved: anchor.isProved)
  }

  /// A border of a stretch from which on all records up to another border are told.
  private func anchor(
    of stretch: FileStretch, from first: Int, before border: RecordBorder,
    _ borders: RecordBorders, guesses: Bool
  ) -> RecordBorder? {
    if first == file.start { return .record(at: first) }
    let end = border.offset
    let isBorder = border.kind == .record
    let proved =
      stretch.provedBorder(from: first, to: end, isBorder: isBorder, borders.reader)
    if let proved, proved < end { return .record(at: proved) }
    if isBorder, let proved = stretch.provedBorder(before: end, borders.reader) {
      return .record(at: proved)
    }
    if let known = borders.last(upTo: end - 1, edition: file.edition), known.offset >= first,
      known.isProved
    {
      return known
    }
    guard guesses else { return nil }
    let guess = stretch.guessedBorder(from: first, upTo: end - 1, borders.reader)
    return guess.map { .record(at: $0, isProved: false) }
      ?? RecordBorder(
        offset: stretch.boundaries(downFrom: end, count: 1, limit: first).first ?? first,
        kind: .longRecord, isProved: false)
  }

  /// First a little more than a text without quotes needs to prove a border, then all that a page may have.
  private func nextRecordChunk(after chunk: Int, _ borders: RecordBorders) -> Int {
    chunk < borders.furthest ? borders.furthest : nextChunk(after: max(chunk, Self.mostBytes))
  }
}

extension FileStretch {
  /// From where on records before a border are lines, or the pieces of one; nil where they may be something else.
  fileprivate func lineRecords(from first: Int, before border: RecordBorder) -> Int? {
    switch border.kind {
    case .record: isUnquoted(first..<border.offset) ? first : nil
    // A record of one line has no line feed before its end, in quotes or not.
    case .line:
      bytes.withUnsafeBytes {
        $0.lastLineFeed(in: first - start..<border.offset - start).map { start + $0 + 1 } ?? first
      }
    case .longRecord, .element: nil
    }
  }
}
