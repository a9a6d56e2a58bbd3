/// How the first answer was read, as those after it are, too.
enum AnswerLayout: Sendable {
  /// Lines of text.
  case lines
  /// One value of JSON: an array, or an object with the items in it.
  case value
  /// Values of JSON one after the other, each an item.
  case values
  /// A value of JSON in each line; another line is a text.
  case valuesInLines
  /// Comma-separated values as they were on the first page, whether they have their names again or not.
  case rows(AnswerRows)
}
