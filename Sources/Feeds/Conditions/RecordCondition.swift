package import FileSources
package import Records
package import Search

/// A condition on a column of records that are read in one way; a pattern which whole records match.
///
/// A negated one is the same here as its opposite: who asks for it turns the answer round.
package struct RecordCondition: LinePattern {
  package let condition: ColumnCondition
  package let column: RecordColumn
  package let reading: RecordDecoder
  package let unit: MatchUnit
  package let value: WantedValue

  /// - Throws: the mistake in its pattern, by its place in that.
  package init(
    _ condition: ColumnCondition, _ column: RecordColumn, _ reading: RecordDecoder,
    unit: MatchUnit, _ rule: SearchCase
  ) throws(PatternError) {
    (self.condition, self.column, self.reading) = (condition, column, reading)
    self.unit = unit
    value = try WantedValue(condition, rule)
  }

  package func makeMatcher() -> any LineMatcher { RecordMatcher(self) }
}
