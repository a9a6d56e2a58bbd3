import Records

/// Where elements of an array begin and end.
extension FileStretch {
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
