/// Goes from one record to the next in bytes of a file.
protocol RecordWalk {
  /// The record that begins at an offset, or the rest of one; nil where the bytes do not tell.
  ///
  /// - Parameter kind: what stands at the offset.
  mutating func group(from first: Int, _ kind: RecordBorder.Kind) -> RecordParts?
}

extension FileStretch {
  /// Parts from a border on, by a walk over the bytes up to an end: at most `count`, and none that begins at the limit
  /// or after it.
  func parts(
    from border: RecordBorder, to end: Int, count: Int, limit: Int,
    by makeWalk: (UnsafeRawBufferPointer) -> some RecordWalk
  ) -> RecordParts {
    bytes.withUnsafeBytes { all in
      var walk = makeWalk(UnsafeRawBufferPointer(rebasing: all[..<(end - start)]))
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

  /// Lines of the text, as its records have them.
  func lines(of parts: [RecordPart], edition: Int) -> [TextLine] {
    guard let first = parts.first, let last = parts.last else { return [] }
    let (shared, origin) = shared(first.range.lowerBound..<last.range.upperBound)
    return parts.map { part in
      let place = part.range.lowerBound - origin..<part.range.upperBound - origin
      let endsHere = !part.isOpen && part.contentEnd == nil
      var line = TextLine(
        id: FileOffset(bytes: part.range.lowerBound, edition: edition), raw: shared[place],
        end: endsHere ? LineEnd(of: place, in: shared) : .none,
        isContinuation: part.kind != .record, isContinued: part.isContinued)
      line.mayHaveLines = true
      line.isFollowed = !part.isOpen
      line.separatorCount = part.contentEnd.map { part.range.upperBound - $0 } ?? 0
      return line
    }
  }
}
