/// Consecutive records and pieces, with the border after them.
struct RecordParts {
  private(set) var parts: [RecordPart]
  private(set) var after: RecordBorder.Kind

  /// The end of the last part.
  var end: Int? { parts.last?.range.upperBound }

  /// The border after the parts, or the border of the last part if that part may continue; nil if
  /// there are no parts.
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

  /// Marks the last part as one that may continue.
  mutating func openLast() {
    guard let last = parts.popLast() else { return }
    parts.append(RecordPart(range: last.range, kind: last.kind, isContinued: false, isOpen: true))
    after = last.kind
  }

  /// Keeps at most `count` of the first parts, none of which begins at a limit or after it.
  mutating func cut(at count: Int, limit: Int) {
    let kept = parts.prefix(max(1, count)).prefix { $0.range.lowerBound < limit }.count
    guard kept < parts.count else { return }
    after = parts[kept].kind
    parts.removeSubrange(kept...)
  }

  /// At most `count` of the last parts, none of which ends at a limit or before it.
  func last(_ count: Int, limit: Int) -> [RecordPart] {
    parts.suffix(max(1, count)).filter { $0.range.upperBound > limit }
  }
}

/// A record, or a piece of a long record, before it becomes a `TextLine`.
struct RecordPart: Equatable {
  let range: Range<Int>
  /// The kind of the border at the start of the part.
  let kind: RecordBorder.Kind
  /// Whether the record continues in the next part.
  let isContinued: Bool
  /// Whether the part may continue when the file grows, for example because it has no line end or
  /// has an open quote.
  var isOpen = false
  /// The end of an element of an array, before its separator; nil for other records.
  var contentEnd: Int?
  /// Whether the part is exactly one record of comma-separated values with balanced quotes; nil if
  /// the walk has not determined this.
  var isWholeRecord: Bool?
  /// Whether the following rows belong to this record if its open quote is closed.
  var mayGoOn = false
}

/// A walk from record to record in the bytes of a file.
protocol RecordWalk {
  /// The record at an offset, or the rest of a record; nil if the bytes do not suffice.
  ///
  /// - Parameter kind: the kind of the border at the offset.
  mutating func group(from first: Int, _ kind: RecordBorder.Kind) -> RecordParts?
}

extension FileStretch {
  /// The parts that follow a border, found by a walk up to an end: at most `count`, none of which
  /// begins at the limit or after it.
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

  /// The parts as lines of the text.
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
