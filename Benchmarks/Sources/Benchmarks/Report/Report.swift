/// The results of one run.
struct Report {
  /// The machine and the versions.
  let surroundings: Surroundings
  /// The groups in their order, with their rows.
  private(set) var groups: [(group: Group, rows: [Row])] = []

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// Adds the rows of a group.
  mutating func add(_ rows: [Row], of group: Group) { groups.append((group, rows)) }

  /// The tables with their titles, without the rest of the page.
  var tables: String {
    groups.map { group, rows in
      var table = Table()
      table.add(rows)
      return "## \(group.title)\n\n\(table.text)\n"
    }.joined(separator: "\n")
  }

  /// The number of targets that are met and the number of all targets, in words.
  var outcome: String {
    let met = groups.flatMap(\.rows).compactMap(\.isMet)
    return "\(met.count { $0 }) of \(met.count) targets are met."
  }

  /// The whole page.
  var page: String {
    """
    # Figures

    `make bench` wrote this page. All figures are from one run on the machine that is described at the end. \(outcome)
    A ratio divides the figure of `endless` by the figure of the compared program.

    \(tables)
    ## Machine

    \(surroundings.text)

    ## Method

    \(groups.map { "- *\($0.group.title)*. \($0.group.method)" }.joined(separator: "\n"))

    By default, each program runs in a pseudo-terminal of \(MeasuredTerminal.lines) lines and \
    \(MeasuredTerminal.columns) columns that does not respond to queries. Therefore `endless` does not send the marks \
    of synchronized updates, which take 16 bytes for each frame; it sends them only to a terminal that supports them.
    Each program has its own home folder, and the file that it opens is in the page cache. `endless` and `less -n` run
    alternately, so that noise affects both. The other programs run after them. The files consist of log lines of \
    \(LogLine.length) bytes.

    """
  }
}
