import ByteStores

/// What tells the records of a text apart, where these are not its lines; made once for the files of a source.
///
/// `LineReader` goes over the records of any rule. A rule says what differs.
protocol BorderRule: Sendable {
  /// The borders of what was handed out.
  var known: EditionBorders { get }
  /// Those that searches came to: a guess among them says nothing of a page that it is in.
  var passed: EditionBorders { get }
  /// Whether the end of a record of which nothing was known is certain.
  var provesEnds: Bool { get }

  /// The start of a file, where it is that of a record.
  func start(of file: FileStore) -> RecordBorder?
  /// The end of a file, as a walk back begins there.
  func end(ofSize size: Int) -> RecordBorder
  /// The bytes before a place in which a border is found, or likely none is.
  func furthest(_ pieces: PieceRule) -> Int

  /// Whether the records in a range are lines, if one begins with it.
  func areLines(_ range: Range<Int>, of stretch: FileStretch) -> Bool
  /// Parts from a border on: at most `count`, and none that begins at the limit or after it.
  ///
  /// - Parameters:
  ///   - end: where the bytes end that are looked at.
  ///   - kind: what stands there, where a part is known to end; nil where the last may go on.
  func parts(
    of stretch: FileStretch, from border: RecordBorder, to end: Int, _ kind: RecordBorder.Kind?,
    count: Int, limit: Int
  ) -> RecordParts

  /// A border at an offset or before it, from which on the record there is found; a piece of a long record where
  /// that is all the bytes around tell.
  ///
  /// - Parameter known: the last one that is known.
  func anchor(
    at offset: Int, known: RecordBorder?, in reader: LineReader
  ) throws(FileError) -> RecordBorder
  /// A border of a stretch from which on all records up to another one are told; nil where more bytes are needed.
  ///
  /// - Parameters:
  ///   - first: where the bytes begin that are looked at.
  ///   - kind: what stands at the border; nil at the end of a file.
  func anchor(
    in stretch: FileStretch, from first: Int, before border: RecordBorder,
    _ kind: RecordBorder.Kind?, of reader: LineReader
  ) -> RecordBorder?
}
