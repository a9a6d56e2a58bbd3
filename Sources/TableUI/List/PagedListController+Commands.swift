import Paging
import Terminal

/// The list's keys, each declared with what it does and what the help says of it.
extension PagedListController {
  /// The commands that work here and now.
  public var commands: [Command] { extraCommands + moving + loading }

  private var moving: [Command] {
    let table = tableView
    let moves = table.movingCommands(
      toStart: { [weak self] in self?.goToStart() }, toEnd: { [weak self] in self?.goToEnd() })
    return moves + [Command("open", keys: [.enter], hint: "open") { table.openSelection() }]
  }

  private var loading: [Command] {
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

  private func goToStart() {
    tableView.scrollToStart()
    pager.jump(to: .leading)
  }

  /// The true end where the source can be entered there, else the last item that is loaded; its
  /// being drawn then loads on.
  private func goToEnd() {
    tableView.scrollToEnd()
    pager.jump(to: .trailing)
  }
}
