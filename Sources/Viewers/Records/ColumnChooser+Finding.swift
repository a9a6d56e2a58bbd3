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
  /// Behind the last it begins at the other end. Capitals count where the text has some. Cost: the names up to
  /// there.
  private func find(by step: Int) {
    guard let columns, let place = tableView.selectedSection, !pattern.isEmpty else { return }
    let all = columns.arranged.order.all
    let mindsCapitals = pattern.utf8.contains { (0x41...0x5A).contains($0) }
    let wanted = Self.letters(pattern, mindsCapitals)
    for distance in 1...all.count {
      let column = all[(place + step * distance + all.count) % all.count]
      guard Self.letters(columns.columns[column].name, mindsCapitals).has(wanted) else { continue }
      return select(column)
    }
    show(Message("no column has '\(pattern)' in its name", .accent))
  }

  private static func letters(_ text: String, _ mindsCapitals: Bool) -> [UInt8] {
    mindsCapitals ? Array(text.utf8) : Array(text.lowercased().utf8)
  }
}

extension [UInt8] {
  /// Whether other bytes stand somewhere in it.
  fileprivate func has(_ part: [UInt8]) -> Bool {
    guard part.count <= count else { return false }
    return (0...(count - part.count)).contains { self[$0..<($0 + part.count)].elementsEqual(part) }
  }
}
