import Paging
public import Terminal

/// The keys of the list, each declared with its action and its help text.
extension PagedListController {
  /// The command that stops loading to a goal; it takes precedence over the command that cancels a
  /// pending movement with the same keys.
  var stoppingOnTheWay: Command {
    Command(
      "stop loading further pages", keys: ListKeys.stopping,
      isEnabled: { [weak self] in self?.isLoadingOn ?? false }
    ) { [weak self] in self?.endSeeking() }
  }

  var moving: [Command] {
    let table = tableView
    return [stoppingOnTheWay]
      + table.movingCommands(
        of: itemNames.one, toStart: { [weak self] in self?.goToStart() },
        toEnd: { [weak self] in self?.goToEnd() })
      + jumping + (table.allowsSelection ? [opening(table)] : [])
  }

  private func opening(_ table: TableView) -> Command {
    let pager = pager
    return Command(
      "open", keys: ListKeys.opening, hint: "open", isEnabled: { pager.count > 0 }
    ) { table.activateSelection() }
  }

  private var jumping: [Command] {
    [
      Command("\(itemNames.one) N", in: .move, after: .number, keys: ["G", "g"]) { [weak self] in
        self?.goToItem($0)
      },
      Command("N percent into the list", in: .move, after: .number, keys: ["%"]) { [weak self] in
        self?.goToPercent($0)
      },
      Command("return to the place before the last jump", in: .move, after: .key("'"), keys: ["'"])
      {
        [weak self] in
        self?.goBack()
      },
    ]
  }

  var loading: [Command] {
    let pager = pager
    return [
      asking("refresh in place", ListKeys.refreshing, hint: "refresh") { [weak self] in
        if self?.refreshesAround == true { pager.refreshAround() } else { pager.refresh() }
      },
      asking("load more now, or try a failed load again", ListKeys.loading) {
        if pager.isHeldUp { pager.retry() } else { pager.paginate() }
      },
      Command("stop loading", keys: ["^C"], isEnabled: { pager.isLoading || pager.isWaiting }) {
        [weak self] in self?.stopLoading()
      },
    ]
  }

  /// Stops all loads, and shows the key that continues them, if there is one; shows nothing if no
  /// load was stopped.
  public func stopLoading() {
    pager.cancel()
    let isStopped = LoadReason.allCases.contains { pager.state(of: $0) == .cancelled }
    if isStopped { show(statusRows.stopped) }
  }

  /// Stops loading to a goal, or else all running and waiting loads, if any.
  package func stop() {
    if isLoadingOn { endSeeking() } else if pager.isLoading || pager.isWaiting { stopLoading() }
  }

  /// Creates a command that makes a request, and then continues loading to the goal.
  private func asking(
    _ title: String, _ keys: [Key], hint: String? = nil, _ action: @escaping () -> Void
  ) -> Command {
    Command(title, keys: keys, hint: hint) { [weak self] in self?.keepingGoal(action) }
  }
}

extension Pager {
  /// Whether a load has failed, is waiting or paused, or was stopped; a key then continues it.
  fileprivate var isHeldUp: Bool {
    LoadReason.allCases.contains { reason in
      switch state(of: reason) {
      case .failed, .waiting, .paused, .cancelled: true
      case .idle, .loading, .end: false
      }
    }
  }
}

/// Reading and setting the selected item, and using it for an action.
extension PagedListController {
  /// The selected item, or nil if the selection is not on a held item.
  public var selectedItem: Item? { tableView.selectedIdentifier.flatMap(entry).flatMap(\.item) }

  /// The selected item, for an action on it.
  ///
  /// If it is not visible, the result is nil and a visible item is selected instead, so that the
  /// reader first sees the item that the action applies to. Movements and Enter do the same.
  public func selectedItemInSight() -> Item? {
    tableView.bringSelectionIntoSight() ? selectedItem : nil
  }

  /// Selects a held item and makes it visible; returns whether it is held.
  @discardableResult
  public func select(_ id: Item.ID) -> Bool {
    guard let index = pager.index(of: .item(id)) else { return false }
    catchUp()
    tableView.select(section: sections.section(ofEntry: index))
    tableView.scrollToSelection()
    return true
  }

  /// Marks an item with the bar, in a list without a selection; nil removes the mark.
  package func mark(_ id: Item.ID?) {
    tableView.markedSection = id.flatMap { pager.index(of: .item($0)) }
      .map(sections.section(ofEntry:))
  }

  /// Handles a click or a key; returns whether it was handled.
  ///
  /// A click selects an item, or activates the selected one, and ends loading to a goal. A key is
  /// passed to `onKey` if the selected item is visible.
  public func handle(_ input: Input) -> Bool {
    if case .key(let key) = input, let onKey, tableView.selectionIsInSight, let selectedItem {
      return onKey(selectedItem, key)
    }
    guard tableView.handle(input) else { return false }
    if isLoadingOn { stopSeeking() }
    return true
  }
}
