/// What an item of a list of records is.
public enum RecordContent: Sendable {
  /// Fields with names.
  case record(Record)
  /// A line, without its end, or a JSON value other than an object: a string without its quotes.
  case text(ArraySlice<UInt8>)
}

/// An item of a list of records, whatever it comes from.
public protocol RecordItem: Identifiable, Sendable where ID: Sendable {
  /// What it is.
  var content: RecordContent { get }
}

extension RecordItem {
  /// The record, where it is one.
  public var record: Record? { if case .record(let record) = content { record } else { nil } }
}
