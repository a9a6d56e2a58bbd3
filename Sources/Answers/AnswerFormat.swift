/// How an answer is written.
public enum AnswerFormat: Sendable {
  /// As its content says.
  case auto
  /// Lines of text.
  case text
  /// A value of JSON, or several.
  case json
  /// Values of JSON one after the other, each an item.
  case values
  /// A value of JSON in each line; another line is a text.
  case ndjson
  /// Comma-separated values with a delimiter; the first row has the names, where it can.
  case csv(delimiter: UInt8)
  /// Comma-separated values as they were on the first page, whether they have their names again or not.
  case rows(AnswerRows)
}
