/// A column of records, by its name.
public struct RecordColumn: Sendable {
  /// Where its values are in a record.
  public let path: FieldPath
  /// Which field it is of a record of CSV, from 0; nil where that has no such column.
  public let index: Int?

  /// Creates a column by its name.
  ///
  /// - Parameter index: which field it is of a record of CSV.
  public init(_ name: String, at index: Int?) {
    (path, self.index) = (FieldPath(name), index)
  }

  /// Creates a column that was asked for.
  ///
  /// - Parameter names: those of all columns, where these are known.
  public init(_ name: String, of names: [String]) {
    // Fields without a name are called by the numbers of their columns.
    let number = Int(name).flatMap { $0 > names.count ? $0 - 1 : nil }
    self.init(name, at: names.firstIndex(of: name) ?? number)
  }

  /// Its name, or the path to its field.
  public var name: String { path.description }

  /// Whether records that are read so can have it, as far as one knows before.
  public func mayBe(in reading: RecordDecoder) -> Bool { reading.isJSON || index != nil }

  /// Its value in a record; nil where that has none.
  public func value(in record: Record, _ reading: RecordDecoder) -> Value? {
    if reading.isJSON { return record.value(at: path) }
    return index.flatMap { $0 < record.count ? record[$0].value : nil }
  }

  /// Its value in a line or an item of several, with the line end; nil if that is not a record, or lacks it.
  public func value(inItem raw: ArraySlice<UInt8>, _ reading: RecordDecoder) -> Value? {
    reading.record(ofItem: raw).flatMap { value(in: $0, reading) }
  }
}
