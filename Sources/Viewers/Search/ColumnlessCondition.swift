import Feeds
import Records
import Terminal

/// A filter that has the form of a condition, in a text without columns.
///
/// Lines may contain such text. If no line does, the reader probably meant a column.
nonisolated struct ColumnlessCondition {
  /// The name that looks like that of a column.
  let column: String
  /// The value in the condition, which may occur in lines.
  let value: String

  /// Parses a typed filter; returns nil if it does not look like a condition, or if it is negated.
  init?(_ text: String) {
    guard let column = Self.unknownColumn(in: text),
      let read = try? ConditionExpression(text, isStrict: true, named: { $0 }),
      let value = read.conditions.first(where: { $0.column == column })?.value
    else { return nil }
    (self.column, self.value) = (column, value)
  }

  private static func unknownColumn(in text: String) -> String? {
    do throws(ConditionError) {
      _ = try ConditionExpression(text, isStrict: true, named: { _ in nil })
    } catch {
      if case .noColumn(let name) = error { return name }
    }
    return nil
  }

  /// The error, which an empty list shows.
  var description: String { "no column '\(SafeText(column))': these lines are not records" }

  /// Returns the error with advice, for output without a screen.
  func failure(in title: String) -> Failure {
    .source(
      "\(title): \(description); search for text instead, for example with --filter '\(SafeText(value))'"
    )
  }
}

extension ShownText {
  /// The filter that may be the reason why nothing is shown; nil if the text has columns, or if no
  /// filter looks like a condition.
  var columnlessFilter: ColumnlessCondition? {
    guard appearance.columns == nil else { return nil }
    return filter.parts.lazy.filter { !$0.isNegated }.compactMap(\.text).compactMap(
      ColumnlessCondition.init
    ).first
  }
}
