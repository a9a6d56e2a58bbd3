import ByteStores
import Records

/// How elements of an array of JSON are told apart.
final class ElementBorders: BorderRule {
  let known = EditionBorders()
  let passed = EditionBorders()

  let provesEnds = false

  /// Nil where what was before it was dropped.
  func start(of file: FileStore) -> RecordBorder? {
    file.dropped.lineFeeds == 0 ? .record(at: file.start) : nil
  }

  func end(ofSize size: Int) -> RecordBorder { .record(at: size) }

  /// In these bytes the lowest depth is most likely that of the elements, because most of them are shorter.
  func furthest(_ pieces: PieceRule) -> Int { LineReader.leastChunk + pieces.size }

  func areLines(_ range: Range<Int>, of stretch: FileStretch) -> Bool { false }

  func parts(
    of stretch: FileStretch, from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?,
    count: Int, limit: Int
  ) -> RecordParts {
    stretch.parts(from: border, to: end, count: count, limit: limit) {
      ElementWalk(stretch: stretch, bytes: $0, endKind: kind)
    }
  }

  // MARK: From anywhere

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

  /// A piece of an element that is too long to be seen in the bytes around.
  private func piece(at offset: Int, in reader: LineReader) throws(FileError) -> RecordBorder {
    let first = max(reader.file.start, offset - reader.rule.reach)
    let stretch = try reader.stretch(first - 1..<offset + 1)
    let place = stretch.elementPieces(from: first, upTo: stretch.end).last ?? first
    return RecordBorder(offset: place, kind: .longRecord, isProved: false)
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
    let place = stretch.elementPieces(from: first, upTo: border.offset).first ?? first
    return stretch.elementPiece(at: place, from: first, before: border)
  }
}
