import ByteStores
import Bytes

/// Records towards the start.
extension LineReader {
  /// `count` records before the one that an offset is in, or the last ones, in the order of the file; fewer at the
  /// start, and where they are long.
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

  /// Adds what a chunk before a border tells; returns the borders before and behind it, or nil where more bytes
  /// are needed.
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

  /// First a little more than what proves most borders, then all that a page may have.
  private func nextChunk(after chunk: Int, _ rule: any BorderRule) -> Int {
    let furthest = rule.furthest(self.rule)
    return chunk < furthest ? furthest : nextChunk(after: max(chunk, Self.mostBytes))
  }
}

extension FileStretch {
  /// From where on records before a border are lines, or the pieces of one; nil where they may be something else.
  fileprivate func firstLineRecord(
    from first: Int, before border: RecordBorder, _ rule: any BorderRule
  ) -> Int? {
    switch border.kind {
    case .record: rule.areLines(first..<border.offset, of: self) ? first : nil
    // A record of one line has no line feed before its end, in quotes or not.
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
