import Feeds
import FileSources
import Records

/// Records as lines of a log, and their times.
extension RecordAppearance {
  /// What a line is as a record of a log, where these are shown so.
  func logRecord(of line: TextLine) -> LogRecord? {
    guard form == .log, let record = columns?.reading.record(of: line) else { return nil }
    return LogRecord(record)
  }

  /// The time of a log record as it is shown: a number as a date in any zone.
  func text(ofTime value: Value) -> ArraySlice<UInt8> {
    guard times != .source || RecordTime(number: value.utf8) != nil,
      let text = RecordTime(value).flatMap({ times.text(of: $0) })
    else { return value.utf8 }
    return Array(text.utf8)[...]
  }

  /// Whether a value in a column is a time that is shown in another zone than its own: what reads as a date, and a
  /// number where the column is called so.
  func isTime(_ value: Value, in column: String) -> Bool {
    guard times != .source else { return false }
    if value.kind == .string, RecordTime(text: value.utf8)?.hasZone == true { return true }
    return LogNames.times.contains { $0.description == column } && RecordTime(value) != nil
  }

  /// A value in a column as it is shown.
  func utf8(of value: Value, in column: String) -> ArraySlice<UInt8> {
    isTime(value, in: column) ? text(ofTime: value) : value.utf8
  }
}
