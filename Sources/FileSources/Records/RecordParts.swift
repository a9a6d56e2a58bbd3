/// Records and pieces that follow each other, and what stands behind them.
struct RecordParts {
  private(set) var parts: [RecordPart]
  private(set) var after: RecordBorder.Kind

  /// Where they end.
  var end: Int? { parts.last?.range.upperBound }

  /// The border behind them, or that of a last one which may go on; nil where there are none.
  func border(isProved: Bool) -> RecordBorder? {
    parts.last.map { last in
      RecordBorder(
        offset: last.isOpen ? last.range.lowerBound : last.range.upperBound,
        kind: last.isOpen ? last.kind : after, isProved: isProved)
    }
  }

  mutating func append(_ more: RecordParts) {
    parts += more.parts
    after = more.after
  }

  /// Says that more of the last one may come.
  mutating func openLast() {
    guard let last = parts.popLast() else { return }
    parts.append(RecordPart(range: last.range, kind: last.kind, isContinued: false, isOpen: true))
    after = last.kind
  }

  /// At most n of the first, and none that begins at a limit or after it.
  mutating func cut(at count: Int, limit: Int) {
    let kept = parts.prefix(max(1, count)).prefix { $0.range.lowerBound < limit }.count
    guard kept < parts.count else { return }
    after = parts[kept].kind
    parts.removeSubrange(kept...)
  }

  /// At most n of the last, and none that ends at a limit or before it.
  func last(_ count: Int, limit: Int) -> [RecordPart] {
    parts.suffix(max(1, count)).filter { $0.range.upperBound > limit }
  }
}

/// A record, or a piece of a long one, before it is made a line.
struct RecordPart: Equatable {
  let range: Range<Int>
  /// What stands at its beginning.
  let kind: RecordBorder.Kind
  /// Whether the record goes on in the next part.
  let isContinued: Bool
  /// Whether more of it may come when the file grows: it ends without a line end, or in quotes.
  var isOpen = false
  /// Where an element of an array ends, before what separates it from the next; nil of other records.
  var contentEnd: Int?
  /// Whether it is one record of comma-separated values whose quotes end with it; nil where the walk has not
  /// told.
  var isWholeRecord: Bool?
  /// Whether the rows behind it belong to it once the quote is closed that it has open.
  var mayGoOn = false
}

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
      let bounds = part.range.lowerBound - origin..<part.range.upperBound - origin
      let endsHere = !part.isOpen && part.contentEnd == nil
      var line = TextLine(
        id: FileOffset(bytes: part.range.lowerBound, edition: edition), raw: shared[bounds],
        end: endsHere ? LineEnd(of: bounds, in: shared) : .none,
        isContinuation: part.kind != .record, isContinued: part.isContinued)
      line.mayHaveLines = true
      line.isFollowed = !part.isOpen
      line.isWholeRecord = part.isWholeRecord
      line.mayGoOn = part.mayGoOn
      line.separatorCount = part.contentEnd.map { part.range.upperBound - $0 } ?? 0
      return line
    }
  }
}
