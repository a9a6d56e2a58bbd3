import Feeds
import FileSources
import Records
import Search

/// What typed questions are read by: the columns that there are, and what is shown of records.
struct QuestionReading {
  /// The columns of the records; nil for a text without records.
  let columns: RecordColumns?
  /// The names of the columns where what reads as a condition has to be one; nil where it may be a pattern, too.
  let names: [String]?
  /// The column that a typed name means; nil where there is none.
  let column: (String) -> String?
  let unit: MatchUnit
  let rule: SearchCase
  /// In which zone times are shown.
  let zone: TimeZoneUse
  /// Whether records are shown, and not how they are written.
  let showsRecords: Bool
  /// What is drawn of records of a log in which a text may be; nil where that is how they are written.
  var drawing: (String) -> LogDrawing? = { _ in nil }
  /// Some values of a column.
  let values: (RecordColumn) -> [Value]

  /// What a typed text asks for: a condition where it names a column, else a pattern.
  ///
  /// - Throws: the mistake in it.
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
    return pattern.inRecords(columns.reading, unit: unit, drawing: drawing(pattern.text))
  }
}
