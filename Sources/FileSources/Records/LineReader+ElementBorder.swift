import ByteStores

/// Where the element of an array begins that an offset is in.
extension LineReader {
  /// Bytes in which the lowest depth is most likely that of the elements, because most of them are shorter.
  var elementReach: Int { Self.leastChunk + rule.size }

  /// The beginning of the element or piece that an offset is in; the end of the file is in the last one, because that may
  /// still grow.
  ///
  /// Cost: nothing at a border that is known; else a read of 100 KiB.
  func elementBorder(at offset: Int, _ borders: EditionBorders) throws(FileError) -> RecordBorder {
    noteStart(borders)
    let known = borders.last(upTo: offset, edition: file.edition)
    if let known, known.offset == offset { return known }
    if let known, known.offset >= file.start, known.kind != .longRecord,
      offset - known.offset <= elementReach
    {
      return try elementBorder(at: offset, from: known)
    }
    let first = max(file.start, offset - elementReach)
    let stretch = try stretch(first - 1..<offset + Self.leastChunk)
    let found = stretch.elementBorder(in: first..<stretch.end, before: nil)
    if let found, found.offset <= offset { return try elementBorder(at: offset, from: found) }
    return try elementPiece(at: offset)
  }

  /// The start of a file is that of an element, unless what was before it was dropped.
  func noteStart(_ borders: EditionBorders) {
    guard file.dropped.lineFeeds == 0 else { return }
    borders.note(.record(at: file.start), edition: file.edition)
  }

  /// A piece of an element that is too long to be seen in the bytes around.
  private func elementPiece(at offset: Int) throws(FileError) -> RecordBorder {
    let first = max(file.start, offset - rule.reach)
    let stretch = try stretch(first - 1..<offset + 1)
    let place = stretch.elementPieces(from: first, upTo: stretch.end).last ?? first
    return RecordBorder(offset: place, kind: .longRecord, isProved: false)
  }

  /// Goes from a border on to the element or piece that an offset is in.
  func elementBorder(
    at offset: Int, from border: RecordBorder
  ) throws(FileError) -> RecordBorder {
    var (place, chunk) = (border, offset - border.offset + Self.leastChunk)
    while place.offset < min(offset, size) {
      let stretch = try stretch(place.offset - 1..<place.offset + chunk)
      let found = stretch.elements(from: place, to: stretch.end, nil, limit: offset)
      if let last = found.parts.last {
        if last.range.upperBound > offset || last.isOpen {
          return RecordBorder(
            offset: last.range.lowerBound, kind: last.kind, isProved: border.isProved)
        }
        place = RecordBorder(
          offset: last.range.upperBound, kind: found.after, isProved: border.isProved)
      }
      chunk = nextChunk(after: chunk)
    }
    return place
  }
}
