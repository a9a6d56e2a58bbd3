import Paging
public import Terminal

/// The list's keys, each declared with what it does and what the help says of it.
extension PagedListController {
  /// It has its keys before the movements do, which wait for where the list loads on to.
  var stoppingOnTheWay: Command {
    Command(
      "stop loading on", keys: ListKeys.stopping,
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
      Command("N percent of the way", in: .move, after: .number, keys: ["%"]) { [weak self] in
        self?.goToPercent($0)
      },
      Command("back to before the last jump", in: .move, after: .key("'"), keys: ["'"]) {
        [weak self] in
        self?.goBack()
      },
    ]
  }

  var loading: [Command] {
    let pager = pager
    return [
      asking("refresh, place kept", ListKeys.refreshing, hint: "refresh") { [weak self] in
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

  /// Stops all loads, and says which key goes on, where one does; says nothing where none was stopped.
  public func stopLoading() {
    pager.cancel()
    let isStopped = LoadReason.allCases.contains { pager.state(of: $0) == .cancelled }
    if isStopped { show(statusRows.stopped) }
  }

  /// Gives up the way to the end, or else stops what is loading or waits for that, if anything does.
  package func stop() {
    if isLoadingOn { endSeeking() } else if pager.isLoading || pager.isWaiting { stopLoading() }
  }

  /// A command that asks for something, after which the way to the end goes on.
  private func asking(
    _ title: String, _ keys: [Key], hint: String? = nil, _ action: @escaping () -> Void
  ) -> Command {
    Command(title, keys: keys, hint: hint) { [weak self] in self?.keepingGoal(action) }
  }
}

extension Pager {
  /// Whether something has failed, waits, is paused or was stopped, and so goes on by a key.
  fileprivate var isHeldUp: Bool {
    LoadReason.allCases.contains { reason in
      switch state(of: reason) {
      case .failed, .waiting, .paused, .cancelled: true
      case .idle, .loading, .end: false
      }
    }
  }
}

/// The selected item: seen, set, and taken for something to be done with it.
extension PagedListController {
  /// The item under the selection, or nil where that is on none that is held.
  public var selectedItem: Item? { tableView.selectedIdentifier.flatMap(entry).flatMap(\.item) }

  /// The selected item, for something to be done with it.
  ///
  /// Nil where that is out of sight: then an item in sight is selected, so that the reader sees first
  /// what it will be done with, as a movement does and Enter.
  public func selectedItemInSight() -> Item? {
    tableView.bringSelectionIntoSight() ? selectedItem : nil
  }

  /// Selects an item that is held and brings it into sight, and says whether it is held.
  @discardableResult
  public func select(_ id: Item.ID) -> Bool {
    guard let index = pager.index(of: .item(id)) else { return false }
    catchUp()
    tableView.select(section: sections.section(ofEntry: index))
    tableView.scrollToSelection()
    return true
  }

  /// Marks an item by the bar where nothing is selected; nil marks none.
  package func mark(_ id: Item.ID?) {
    tableView.markedSection = id.flatMap { pager.index(of: .item($0)) }
      .map(sections.section(ofEntry:))
  }

  /// Takes a click, which selects an item or activates the selected one, and a key that `onKey` wants; who clicks goes
  /// nowhere else.
  public func handle(_ input: Input) -> Bool {
    if case .key(let key) = input, let onKey, tableView.selectionIsInSight, let selectedItem {
      return onKey(selectedItem, key)
    }
    guard tableView.handle(input) else { return false }
    if isLoadingOn { stopSeeking() }
    return true
  }
}
