import Feeds
import Records
import Search
import TableUI
import Terminal

/// Finding a column by a part of its name.
extension ColumnChooser {
  var finding: [Command] {
    [
      Command(
        "find a name", in: .search, keys: ["/"],
        prompt: Prompt("/", kind: "column") { [weak self] in self?.find($0) }),
      Command("next that was found", in: .search, keys: ["n"]) { [weak self] in self?.find(by: 1) },
      Command("previous that was found", in: .search, keys: ["N"]) { [weak self] in
        self?.find(by: -1)
      },
    ]
  }

  /// An empty line means the one before.
  private func find(_ text: String) {
    if !text.isEmpty { pattern = text }
    find(by: 1)
  }

  /// Selects the next column whose name has the text, or the previous one.
  ///
  /// Behind the last it begins at the other end. Case counts as in a search. Cost: the names up to there.
  private func find(by step: Int) {
    guard let columns, let place = tableView.selectedSection, !pattern.isEmpty,
      let wanted = try? SearchPattern(pattern, case: searchCase.rule, kind: .literal)
    else { return }
    let (all, matcher) = (columns.arranged.order.all, Matcher(wanted))
    for distance in 1...all.count {
      let column = all[(place + step * distance + all.count) % all.count]
      guard !matcher.matches(in: Array(columns.name(of: column).utf8)).isEmpty else { continue }
      return select(column)
    }
    show(Message("no column has '\(pattern)' in its name", .accent))
  }
}
