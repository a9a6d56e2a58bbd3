import Terminal

/// A line of one column of the help.
enum HelpLine: Hashable {
  case blank
  case heading(SafeText)
  case command(keys: SafeText, title: SafeText)

  /// Columns for the keys.
  var keysWidth: Int { if case .command(let keys, _) = self { keys.width } else { 0 } }

  /// Columns for what stands at the left.
  func width(keysWidth: Int) -> Int {
    switch self {
    case .blank: 0
    case .heading(let text): text.width
    case .command(_, let title): keysWidth + HelpColumn.gap + title.width
    }
  }
}
