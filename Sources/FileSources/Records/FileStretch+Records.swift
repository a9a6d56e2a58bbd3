import Records

/// Where records begin and end.
///
/// A record of a text ends with a line feed outside of quotes. One that has line feeds and is longer than a piece
/// comes as its lines.
extension FileStretch {
  /// Whether there is no quote within a range: records are lines there.
  func isUnquoted(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBytes {
      $0.firstQuote(in: range.lowerBound - start..<range.upperBound - start) == nil
    }
  }

  /// Parts from a border on: at most `count`, and none that begins at the limit or after it.
  ///
  /// - Parameters:
  ///   - end: where the bytes end that are looked at.
  ///   - kind: what stands there, where a part is known to end; nil where the last may go on.
  func parts(
    from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?, count: Int = .max,
    limit: Int = .max, _ reader: CSVReader
  ) -> RecordParts {
    bytes.withUnsafeBytes { all in
      var walk = RecordWalk(
        stretch: self, bytes: UnsafeRawBufferPointer(rebasing: all[..<(end - start)]),
        endKind: kind, reader: reader)
      var found = RecordParts(parts: [], after: border.kind)
      var offset = border.offset
      while found.parts.count < count, offset < min(end, limit),
        let group = walk.group(from: offset, found.after), let groupEnd = group.end
      {
        found.append(group)
        offset = groupEnd
      }
      found.cut(at: count, limit: limit)
      return found
    }
  }

  /// A border from an offset on that the bytes prove; near, but not always the next one.
  func provedBorder(from offset: Int, to end: Int, isBorder: Bool, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<(end - start)])
      guard offset - start <= bytes.count else { return nil }
      let found = reader.border(from: offset - start, in: bytes, isComplete: isBorder)
      return found.isProved ? reader.lineBorder(of: found, in: bytes).map { start + $0 } : nil
    }
  }

  /// The last border before another one, where the bytes prove it.
  func provedBorder(before border: Int, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes {
      reader.lineBorder(before: border - start, in: $0).map { start + $0 }
    }
  }

  /// Where a record begins most likely, near an offset and not after a limit.
  func guessedBorder(from offset: Int, upTo limit: Int, _ reader: CSVReader) -> Int? {
    bytes.withUnsafeBytes {
      let found = reader.border(from: offset - start, in: $0, isComplete: false)
      let border = reader.lineBorder(of: found, in: $0).map { start + $0 }
      return border.flatMap { $0 <= limit ? $0 : nil }
    }
  }

  /// Lines of the text, as its records have them.
  func lines(of parts: [RecordPart], edition: Int) -> [TextLine] {
    guard let first = parts.first, let last = parts.last else { return [] }
    let (shared, origin) = shared(first.range.lowerBound..<last.range.upperBound)
    return parts.map { part in
      let place = part.range.lowerBound - origin..<part.range.upperBound - origin
      let end = part.isOpen ? .none : LineEnd(of: place, in: shared)
      var line = TextLine(
        id: FileOffset(bytes: part.range.lowerBound, edition: edition), raw: shared[place],
        end: end, isContinuation: part.kind != .record,
        isContinued: part.isContinued || end == .none && part.range.upperBound < fileSize)
      line.mayHaveLines = true
      return line
    }
  }
}
