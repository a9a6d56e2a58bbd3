/// What the values of a column have needed so far, in columns; it only grows.
nonisolated struct ColumnExtent: Hashable, Sendable {
  /// The widest that is no number.
  private var widest = 0
  /// Of all numbers the most columns before the point, and from the point on.
  private var before = 0
  private var after = 0
  private var hasText = false

  mutating func note(_ value: ColumnLayout.Measure) {
    switch value {
    case .text(let width): (widest, hasText) = (max(widest, width), true)
    case .other(let width): widest = max(widest, width)
    case .number(let before, let after):
      (self.before, self.after) = (max(self.before, before), max(self.after, after))
    }
  }

  /// The columns that show all of every value.
  var width: Int { max(1, widest, before + after) }

  /// A column of numbers has no words.
  var alignment: ColumnLayout.Alignment {
    before + after > 0 && !hasText ? .decimal(after: after) : .leading
  }
}
