public import Paging
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
    return moves + [
      Command("open", keys: ListKeys.opening, hint: "open") { table.activateSelection() }
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

  // MARK: Ends

  /// Goes to the true start, with one load where it is not held.
  public func goToStart() {
    stay()
    tableView.scrollToStart()
    // Placeholders that are drawn are loaded.
    if pager.leadingPlaceholders == 0 { jump(to: .start) }
  }

  /// Goes to the true end where the source can be entered there, else to the last item that is
  /// loaded, and from there on to the end.
  public func goToEnd() {
    let wasAtEnd = isAtEnd
    stay()
    tableView.scrollToEnd()
    guard pager.trailingPlaceholders == 0 else { return }
    if wasAtEnd, !pager.traits.opensAtEnd, pager.state(of: .append) != .end {
      seekEnd()
    } else {
      jump(to: .end)
    }
  }

  /// Goes to a place of the source: one load, or two near an end, and what is shown stays until then.
  ///
  /// Movements that wait begin there, unless `tableView.stay()` gives them up. Before the list is
  /// shown it begins there.
  public func jump(to position: PageRequest<Cursor>.Position) {
    stopSeeking()
    pager.jump(to: position)
    isJumping = !isHeld(position) && pager.state(of: .refresh) == .loading
  }

  private func isHeld(_ position: PageRequest<Cursor>.Position) -> Bool {
    switch position {
    case .start: pager.hasLoaded && pager.holds(.leading)
    case .end: pager.hasLoaded && pager.holds(.trailing)
    case .after, .before, .item: false
    }
  }

  private func seekEnd() {
    pager.seekEnd()
    seeksEnd = pager.seeksEnd
  }

  /// Gives up the movements that wait, and the way to the end.
  func stay() {
    tableView.stay()
    stopSeeking()
  }

  func stopSeeking() {
    pager.stay()
    seeksEnd = false
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
