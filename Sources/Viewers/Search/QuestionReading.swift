import Feeds
import FileSources
import Records
import Search

/// The context for parsing searches and filters: the columns, and the form in which records are
/// shown.
struct QuestionReading {
  /// The columns of the records; nil for a text without records.
  let columns: RecordColumns?
  /// The names of the columns, if text that looks like a condition must name one; nil if the text
  /// may also be a pattern.
  let names: [String]?
  /// Returns the column for a typed name, or nil.
  let column: (String) -> String?
  let unit: MatchUnit
  let rule: SearchCase
  /// The time zone in which times are shown.
  let zone: TimeZoneUse
  /// Whether records are shown in a form other than as written.
  let showsRecords: Bool
  /// Returns the drawn parts of log records that a pattern may match; nil to search only the
  /// written form.
  var drawing: (TextPattern) -> LogDrawing? = { _ in nil }
  /// Returns some values of a column.
  let values: (RecordColumn) -> [Value]

  /// Returns the pattern or condition in a typed text: a condition if it names a column.
  ///
  /// - Throws: an error if the text is invalid.
  func pattern(of text: String) throws(PatternError) -> TextPattern {
    guard let columns else { return try TextPattern(text, rule) }
    let pattern = try TextPattern(
      text, rule, isStrict: names != nil, among: { names ?? [] }, named: column, unit: unit
    ) { condition throws(PatternError) in
      try RecordCondition(
        condition, columns.column(named: condition.column), columns.reading, unit: unit, rule,
        in: zone, beside: values)
    }
    guard showsRecords else { return pattern }
    return pattern.inRecords(columns.reading, unit: unit, drawing: drawing(pattern))
  }

  /// Returns the pattern for conditions that were parsed before, even if their columns are missing
  /// now; in a text without records, parses the conditions as a pattern instead.
  ///
  /// - Throws: an error if the text is invalid.
  func pattern(
    of text: String, as expression: ConditionExpression
  ) throws(PatternError) -> TextPattern {
    guard let columns else { return try TextPattern(text, rule) }
    let conditions = try RecordExpression(expression, unit: unit) {
      condition throws(PatternError) in
      try RecordCondition(
        condition, columns.column(named: condition.column), columns.reading, unit: unit, rule,
        in: zone)
    }
    return TextPattern(text, conditions)
  }
}
