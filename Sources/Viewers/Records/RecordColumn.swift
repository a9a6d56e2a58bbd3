import Records

/// A column of records that was asked for by its name.
nonisolated struct RecordColumn: Sendable {
  let path: FieldPath
  /// Which field it is of a record of CSV, from 0; nil where that has no such column.
  let index: Int?

  /// - Parameter names: those of all columns, where these are known.
  init(_ name: String, of names: [String]) {
    path = FieldPath(name)
    // Fields without a name are called by the numbers of their columns.
    index = names.firstIndex(of: name) ?? Int(name).flatMap { $0 > names.count ? $0 - 1 : nil }
  }

  var name: String { path.description }

  /// Whether records that are read so can have it, as far as one knows before.
  func mayBe(in reading: RecordReading) -> Bool { reading.isJSON || index != nil }

  /// Its value in a record; nil where that has none.
  func value(in record: Record, _ reading: RecordReading) -> Value? {
    if reading.isJSON { return record.value(at: path) }
    return index.flatMap { $0 < record.count ? record[$0].value : nil }
  }
}
