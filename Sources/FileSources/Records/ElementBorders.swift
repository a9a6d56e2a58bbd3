import ByteStores
import Records

/// A rule that finds the borders of the elements of a JSON array.
final class ElementBorders: BorderRule {
  let known = EditionBorders()
  let passed = EditionBorders()

  let provesEnds = false

  /// The border at the start of a file; nil if bytes before the start were dropped.
  func start(of file: FileStore) -> RecordBorder? {
    file.dropped.lineFeeds == 0 ? .record(at: file.start) : nil
  }

  func end(ofSize size: Int) -> RecordBorder { .record(at: size) }

  /// The number of bytes in which the lowest nesting depth is most likely that of the elements,
  /// because most elements are shorter.
  func furthest(_ pieces: PieceRule) -> Int { LineReader.leastChunk + pieces.size }

  func mostOfRecord(_ pieces: PieceRule) -> Int { pieces.reach + pieces.size }

  func areLines(_ range: Range<Int>, of stretch: FileStretch) -> Bool { false }

  func parts(
    of stretch: FileStretch, from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?,
    count: Int, limit: Int
  ) -> RecordParts {
    stretch.parts(from: border, to: end, count: count, limit: limit) {
      ElementWalk(stretch: stretch, bytes: $0, endKind: kind)
    }
  }

  // MARK: From any place

  /// Finds a border at or before an offset.
  ///
  /// Cost: a read of 100 KiB.
  func anchor(
    at offset: Int, known: RecordBorder?, in reader: LineReader
  ) throws(FileError) -> RecordBorder {
    let reach = furthest(reader.rule)
    if let known, known.kind != .longRecord, offset - known.offset <= reach { return known }
    let first = max(reader.file.start, offset - reach)
    let stretch = try reader.stretch(first - 1..<offset + LineReader.leastChunk)
    let found = stretch.elementBorder(in: first..<stretch.end, before: nil)
    if let found, found.offset <= offset { return found }
    return try piece(at: offset, in: reader)
  }

  /// The start of the piece at an offset, in an element too long for its own start to be found.
  private func piece(at offset: Int, in reader: LineReader) throws(FileError) -> RecordBorder {
    let first = max(reader.file.start, offset - reader.rule.reach)
    let stretch = try reader.stretch(first - 1..<offset + 1)
    let start = stretch.elementPieces(from: first, upTo: stretch.end).last ?? first
    return RecordBorder(offset: start, kind: .longRecord, isProved: false)
  }

  // MARK: Before a border

  func anchor(
    in stretch: FileStretch, from first: Int, before border: RecordBorder,
    _ kind: RecordBorder.Kind?, of reader: LineReader
  ) -> RecordBorder? {
    if let known = reader.knownBorder(upTo: border.offset - 1, self), known.offset >= first,
      known.kind != .longRecord, known.isProved || !border.isProved
    {
      return known
    }
    if let found = stretch.elementBorder(in: first..<border.offset, before: kind) {
      return .record(at: found.offset, isProved: found.isProved && border.isProved)
    }
    let (pieces, size) = (reader.rule, border.offset - first)
    guard first == reader.file.start || size >= pieces.reach + pieces.size else { return nil }
    let start = stretch.elementPieces(from: first, upTo: border.offset).first ?? first
    return stretch.elementPiece(at: start, from: first, before: border)
  }
}

/// Borders of the elements of an array.
extension FileStretch {
  /// The first recognizable start of an element in a range; nil if there is none.
  ///
  /// - Parameter kind: the kind of the border at the end of the range; nil if it is unknown.
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

  /// The starts of pieces of a long element before an offset, as far as the bytes from `first` on
  /// suffice.
  func elementPieces(from first: Int, upTo end: Int) -> [Int] {
    bytes.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<(end - start)])
      // Whether a place is a cut depends on the `size` bytes before it.
      let known = first + rule.size + PieceRule.lookAhead
      return ElementWalk(stretch: self, bytes: bytes, endKind: nil).places(in: first..<end)
        .filter { $0 >= known }
    }
  }

  /// The border of a piece of a long element; its state is derived from a border after it, if
  /// possible.
  func elementPiece(at offset: Int, from first: Int, before border: RecordBorder) -> RecordBorder {
    let state = bytes.withUnsafeBytes { all in
      let part = UnsafeRawBufferPointer(
        rebasing: all[first - start..<border.offset - start])
      return border.kind.knownState.flatMap {
        ElementReader().state(at: offset - first, in: part, before: $0)
      }
    }
    return RecordBorder(
      offset: offset, kind: state.map { .element($0) } ?? .longRecord,
      isProved: border.isProved && state != nil)
  }
}

extension RecordBorder.Kind {
  /// The JSON state before the border; nil if it is unknown.
  fileprivate var knownState: ElementState? {
    switch self {
    case .record: .between
    case .element(let state): state
    case .line, .longRecord: nil
    }
  }
}
