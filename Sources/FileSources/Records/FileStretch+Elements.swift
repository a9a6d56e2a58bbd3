import Records

/// Where elements of an array begin and end.
extension FileStretch {
  /// Parts from a border on: at most `count`, and none that begins at the limit or after it.
  ///
  /// - Parameters:
  ///   - end: where the bytes end that are looked at.
  ///   - kind: what stands there, where a part is known to end; nil where the last may go on.
  func elements(
    from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?, count: Int = .max,
    limit: Int = .max
  ) -> RecordParts {
    bytes.withUnsafeBytes { all in
      let walk = ElementWalk(
        stretch: self, bytes: UnsafeRawBufferPointer(rebasing: all[..<(end - start)]),
        endKind: kind)
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

  /// Where an element begins in a range, the first that is told there; nil where none is.
  ///
  /// - Parameter kind: what stands at the end of the range; nil where that is not known.
  func elementBorder(in range: Range<Int>, before kind: RecordBorder.Kind?) -> RecordBorder? {
    bytes.withUnsafeBytes { all in
      let part = UnsafeRawBufferPointer(
        rebasing: all[range.lowerBound - start..<range.upperBound - start])
      let reader = ElementReader()
      let isEnd = kind == nil && range.upperBound == fileSize
      let anchor =
        isEnd ? reader.anchor(atEndOf: part) : reader.anchor(in: part, before: kind?.knownState)
      guard let anchor, let first = reader.firstElement(after: anchor, in: part) else { return nil }
      return .record(at: range.lowerBound + first, isProved: anchor.isProved)
    }
  }

  /// Where pieces of a long element begin before an offset, as far as the bytes from a first one on tell.
  func elementPieces(from first: Int, upTo end: Int) -> [Int] {
    bytes.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<(end - start)])
      // A cut is told by the size before it.
      let known = first + rule.size + PieceRule.lookAhead
      return ElementWalk(stretch: self, bytes: bytes, endKind: nil).places(in: first..<end)
        .filter { $0 >= known }
    }
  }

  /// A piece of a long element, with what is known of its beginning by a border behind it.
  func elementPiece(at place: Int, from first: Int, before border: RecordBorder) -> RecordBorder {
    let state = bytes.withUnsafeBytes { all in
      let part = UnsafeRawBufferPointer(
        rebasing: all[first - start..<border.offset - start])
      return border.kind.knownState.flatMap {
        ElementReader().state(at: place - first, in: part, before: $0)
      }
    }
    return RecordBorder(
      offset: place, kind: state.map { .element($0) } ?? .longRecord,
      isProved: border.isProved && state != nil)
  }

  /// Lines of the text, as the elements have them.
  func lines(ofElements parts: [RecordPart], edition: Int) -> [TextLine] {
    guard let first = parts.first, let last = parts.last else { return [] }
    let (shared, origin) = shared(first.range.lowerBound..<last.range.upperBound)
    return parts.map { part in
      let place = part.range.lowerBound - origin..<part.range.upperBound - origin
      let isWhole = part.contentEnd != nil
      let end = isWhole || part.isOpen ? .none : LineEnd(of: place, in: shared)
      var line = TextLine(
        id: FileOffset(bytes: part.range.lowerBound, edition: edition), raw: shared[place],
        end: end, isContinuation: part.kind != .record, isContinued: part.isContinued)
      line.mayHaveLines = true
      line.isFollowed = !part.isOpen
      line.separatorCount = part.contentEnd.map { part.range.upperBound - $0 } ?? 0
      return line
    }
  }
}

extension RecordBorder.Kind {
  /// What is before an element's place; nil where that is not known.
  fileprivate var knownState: ElementState? {
    switch self {
    case .record: .between
    case .element(let state): state
    case .line, .longRecord: nil
    }
  }
}
