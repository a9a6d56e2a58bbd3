/// Why a column cannot be changed as a reader asks.
enum ColumnRefusal: CustomStringConvertible {
  /// One column is shown at least.
  case lastShown
  /// What is hidden cannot stay in sight.
  case hidden

  var description: String {
    switch self {
    case .lastShown: "one column at least is shown"
    case .hidden: "the column is hidden"
    }
  }
}
