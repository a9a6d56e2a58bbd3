/// Where a record, or another line, is among bytes.
nonisolated struct RecordExtent {
  /// The bytes without the line end.
  let content: Range<Int>
  /// Where the next one begins.
  let end: Int
}
