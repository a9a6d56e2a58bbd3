/// All that was measured in one run.
struct Report {
  /// Where it was measured.
  let surroundings: Surroundings
  /// The groups in their order, with their rows.
  private(set) var groups: [(group: Group, rows: [Row])] = []

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Takes the rows of a group.
  mutating func add(_ rows: [Row], of group: Group) { groups.append((group, rows)) }

  /// The tables alone.
  var tables: String {
    groups.map { group, rows in
      var table = Table()
      table.add(rows)
      return "## \(group.title)\n\n\(table.text)\n"
    }.joined(separator: "\n")
  }

  /// How many targets are met, and how many there are.
  var outcome: String {
    let met = groups.flatMap(\.rows).compactMap(\.isMet)
    return "\(met.count { $0 }) of \(met.count) targets are met."
  }

  /// The whole page.
  var page: String {
    """
    # Figures

    Written by `make bench`; all of it from one run, on the machine below. \(outcome) A ratio is
    `endless` over what it is compared with, of the same number of each.

    \(tables)
    ## Where

    \(surroundings.text)

    ## How

    \(groups.map { "- *\($0.group.title)*. \($0.group.method)" }.joined(separator: "\n"))

    By default a program runs in a pseudo-terminal of \(MeasuredTerminal.lines) lines and \
    \(MeasuredTerminal.columns) columns that answers no questions, with a home of its own and the
    file in the page cache. So `endless` does not send the marks of synchronized updates, 16 bytes a
    frame, which it does where the terminal says that it knows them. `endless` and `less -n` take turns, so that noise falls on both; the
    others follow. The files are log lines of \(LogLine.length) bytes.

    """
  }
}
