import Paging
import Terminal

/// The list's keys, each declared with what it does and what the help says of it.
extension PagedListController {
  /// The commands that work here and now.
  public var commands: [Command] { extraCommands + ownCommands }

  var moving: [Command] {
    let table = tableView
    let moves = table.movingCommands(
      toStart: { [weak self] in self?.goToStart() }, toEnd: { [weak self] in self?.goToEnd() })
    guard table.allowsSelection else { return moves }
    return moves + [Command("open", keys: [.enter], hint: "open") { table.openSelection() }]
  }

  var loading: [Command] {
    let pager = pager
    return [
      Command("refresh, place kept", keys: ["r", "R", .function(5), "^R"], hint: "refresh") {
        pager.reloadData()
      },
      Command("load more now", keys: ["m"]) { pager.paginate() },
      Command("try a failed load again", keys: ["."]) { pager.retry() },
      Command("stop loading", keys: ["^C"], isEnabled: { pager.isLoading || pager.isWaiting }) {
        pager.cancel()
      },
    ]
  }

  /// Goes to the true start, with one load where it is not held.
  public func goToStart() {
    tableView.scrollToStart()
    // Placeholders that are drawn are loaded.
    if pager.leadingPlaceholders == 0 { pager.jump(to: .leading) }
  }

  /// Goes to the true end where the source can be entered there, else to the last item that is
  /// loaded, and from there on to the end.
  public func goToEnd() {
    let wasAtEnd = isAtEnd
    tableView.scrollToEnd()
    guard pager.trailingPlaceholders == 0 else { return }
    if wasAtEnd, !pager.source.opensAtEnd, pager.state(of: .append) != .end {
      pager.seekEnd()
    } else {
      pager.jump(to: .trailing)
    }
  }

  /// Whether the last item that is held is selected, or in sight where nothing is.
  private var isAtEnd: Bool {
    let last = tableView.indexPathsForVisibleRows.last {
      sections.entryIndex(ofSection: $0.section) != nil
    }
    let place = tableView.allowsSelection ? tableView.selectedSection : last?.section
    guard pager.count > 0, let section = place else { return false }
    return sections.entryIndex(ofSection: section) == pager.count - 1
  }
}
