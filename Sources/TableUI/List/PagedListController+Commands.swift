import Paging
import Terminal

/// The list's keys, each declared with what it does and what the help says of it.
extension PagedListController {
  var moving: [Command] {
    let table = tableView
    return table.movingCommands(
      toStart: { [weak self] in self?.goToStart() }, toEnd: { [weak self] in self?.goToEnd() })
      + jumping + (table.allowsSelection ? [opening(table)] : [])
  }

  private func opening(_ table: TableView) -> Command {
    Command("open", keys: ListKeys.opening, hint: "open") { table.activateSelection() }
  }

  private var jumping: [Command] {
    [
      Command("item N", after: .number, keys: ["G", "g"]) { [weak self] in self?.goToItem($0) },
      Command("N percent of the way", after: .number, keys: ["%"]) { [weak self] in
        self?.goToPercent($0)
      },
      Command("back to before the last jump", after: .key("'"), keys: ["'"]) { [weak self] in
        self?.goBack()
      },
    ]
  }

  var loading: [Command] {
    let pager = pager
    return [
      asking("refresh, place kept", ListKeys.refreshing, hint: "refresh") {
        pager.refresh()
      },
      asking("load more now", ListKeys.loadingMore) { pager.paginate() },
      asking("try a failed load again", ListKeys.retrying) { pager.retry() },
      Command(
        "stop loading to the end", keys: ListKeys.stopping, isEnabled: { pager.seeksEnd }
      ) { [weak self] in self?.stopSeeking() },
      Command("stop loading", keys: ["^C"], isEnabled: { pager.isLoading || pager.isWaiting }) {
        pager.cancel()
      },
    ]
  }

  /// A command that asks for something, after which the way to the end goes on.
  private func asking(
    _ title: String, _ keys: [Key], hint: String? = nil, _ action: @escaping () -> Void
  ) -> Command {
    Command(title, keys: keys, hint: hint) { [weak self] in
      let seeksEnd = self?.seeksEnd ?? false
      action()
      if seeksEnd { self?.seekEnd() }
    }
  }
}
