/// A column of records, by its name.
package struct RecordColumn: Sendable {
  package let path: FieldPath
  /// Which field it is of a record of CSV, from 0; nil where that has no such column.
  package let index: Int?

  /// - Parameter index: which field it is of a record of CSV.
  package init(_ name: String, at index: Int?) {
    (path, self.index) = (FieldPath(name), index)
  }

  /// A column that was asked for.
  ///
  /// - Parameter names: those of all columns, where these are known.
  package init(_ name: String, of names: [String]) {
    // Fields without a name are called by the numbers of their columns.
    let number = Int(name).flatMap { $0 > names.count ? $0 - 1 : nil }
    self.init(name, at: names.firstIndex(of: name) ?? number)
  }

  package var name: String { path.description }

  /// Whether records that are read so can have it, as far as one knows before.
  package func mayBe(in reading: RecordReading) -> Bool { reading.isJSON || index != nil }

  /// Its value in a record; nil where that has none.
  package func value(in record: Record, _ reading: RecordReading) -> Value? {
    if reading.isJSON { return record.value(at: path) }
    return index.flatMap { $0 < record.count ? record[$0].value : nil }
  }
}
