import EventLoop
import Feeds
import Paging
package import Records
import Search
package import TableUI
import Terminal

/// The detail view of a list: it shows an item completely, next to the list or in front of it, and
/// moves to other items.
///
/// It is shared by all lists; a context describes the items. The shown item is the selected one. In
/// a list without a selection, it is the last chosen or found item, if that is visible, and
/// otherwise the first visible one.
package final class ItemDetail<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  package typealias List = PagedListController<Item, Cursor>

  /// The list, which retains this object through its commands.
  unowned let list: List
  /// The list or its container, shown beside the detail screen.
  weak var primary: (any ViewController)?
  private(set) weak var viewer: Viewer?
  let appearance: RecordAppearance
  /// The description of the items.
  private weak var context: (any ItemDetailContext<Item>)?
  /// The context, if nothing else retains it.
  private var ownContext: (any ItemDetailContext<Item>)?

  /// The last item that the reader opened or moved to, in a list without a selection.
  var chosen: Item.ID? { didSet { if chosen != oldValue { context?.didChoose(chosen) } } }
  /// The index that the chosen item had among the visible items when it was chosen.
  private(set) var chosenRow = 0
  /// The number of steps that wait for a load; negative for steps back.
  var pendingSteps = 0
  /// The last gap that was requested during the pending steps, and the number of entries at that
  /// time.
  var asked: (gap: Int, count: Int)?
  /// Whether a step was made since the last layout of the list.
  var hasStepped = false
  /// Whether the detail screen is to be opened when a jump is complete.
  var isWanted = false
  /// The last content shown; more of it may have been loaded since then.
  private var lastSubject: DetailSubject?
  private weak var screen: SplitController?
  private var observation: PagerObservation?

  /// - Parameters:
  ///   - list: the list; its `onSelectionChange` is replaced if it has a selection.
  ///   - appearance: the appearance of the detail screen.
  ///   - context: describes the items; it is not retained.
  init(
    _ list: List, _ appearance: RecordAppearance, in viewer: Viewer,
    context: (any ItemDetailContext<Item>)? = nil
  ) {
    (self.list, self.appearance, self.viewer, self.context) = (list, appearance, viewer, context)
    primary = list
    let before = list.onLayout
    list.onLayout = { [weak self] in
      before?()
      self?.goOn()
    }
    observation = list.pager.observe { [weak self] _ in self?.renew() }
    if selects { list.onSelectionChange = { [weak self] in self?.follow($0) } }
  }

  /// Creates a detail screen that retains its context.
  convenience init(
    _ list: List, in viewer: Viewer, keeping context: any ItemDetailContext<Item>
  ) {
    let appearance = RecordAppearance(
      theme: viewer.theme, depth: viewer.colorDepth, options: viewer.options)
    self.init(list, appearance, in: viewer, context: context)
    ownContext = context
  }

  /// Creates a detail screen that shows the fields of items.
  package convenience init(
    _ list: List, in viewer: Viewer, isInOrderOfTime: Bool = false,
    fields: @escaping (Item) -> [JSONField]
  ) {
    self.init(
      list, in: viewer,
      keeping: ItemFields(isInOrderOfTime: isInOrderOfTime) { [unowned list] in
        DetailSubject(fields($0), of: $0.id, called: "the \(list.itemNames.one)")
      })
  }

  /// Sets the context and the container of the list, if they are created later.
  func join(_ context: any ItemDetailContext<Item>, primary: any ViewController) {
    (self.context, self.primary) = (context, primary)
  }

  // MARK: The context

  /// Handles input that was typed earlier, because it may lead to another item.
  func performPendingInput() { context?.performPendingInput() }

  /// Whether a jump to another item, or a load that the jump needs, is in progress; the detail
  /// screen opens only after the jump.
  var isOnTheWay: Bool {
    // The commands of the last frame may keep this object alive after the list is deallocated.
    guard primary != nil else { return true }
    return context?.isOnTheWay ?? list.isOnTheWay
  }

  private func subject(_ item: Item) -> DetailSubject {
    context?.subject(of: item) ?? DetailSubject([], of: item.id, called: itemName)
  }

  func isPart(_ item: Item) -> Bool { context?.isPart(item) ?? false }

  /// Whether the list has a selection.
  var selects: Bool { list.tableView.allowsSelection }

  /// The open detail screen, if any.
  var detail: DetailController? { screen?.secondary as? DetailController }

  /// Whether keys go to the detail screen.
  var hasFocus: Bool { screen?.focus == .secondary }

  // MARK: Opening

  /// Shows the current item, or the target of a jump in progress.
  func open() {
    performPendingInput()
    isWanted = true
    openWhenThere()
  }

  /// Opens the requested detail screen when the jump is complete.
  private func openWhenThere() {
    guard isWanted, !isOnTheWay, pendingSteps == 0 else { return }
    // The request is dropped if another screen was opened during the jump.
    guard isInFront else { return giveUp() }
    if let item = current {
      isWanted = false
      show(item)
    } else if list.pager.hasLoaded, selects || !list.pager.isLoading {
      // An empty list must not open the detail screen later.
      isWanted = false
      if list.selectedItem == nil { say(Message("no \(itemName) to show")) }
    }
  }

  /// Whether the list is in front, alone or in a split.
  private var isInFront: Bool {
    guard let front = viewer?.session?.front else { return false }
    return front === primary || (front as? SplitController)?.primary === primary
  }

  private func show(_ item: Item) {
    guard let session = viewer?.session, let primary else { return }
    let isNew = detail == nil
    if isNew {
      // A controller can be in only one split, so a split of the list and the column chooser is
      // closed first.
      if session.front !== primary { session.pop() }
      let size = list.tableView.size
      let subject = subject(item)
      let detail = DetailController(
        subject, remark(on: item), of: self, appearance,
        for: size.lines > 0 ? size : Session.smallest)
      let both = SplitController(primary: primary, secondary: detail, theme: appearance.theme)
      both.minimumColumns = leastColumnsForBoth
      (screen, lastSubject) = (both, subject)
      session.push(both)
    }
    choose(item)
    if isNew {
      // References in values can be recognized only after `choose` has set the shown item.
      detail?.layOutRows()
      context?.didShow(item)
    }
    screen?.focus = .secondary
  }

  /// Cancels the pending opening and steps.
  func giveUp() { (pendingSteps, isWanted) = (0, false) }

  // MARK: The current item

  /// The selected item, or nil if it is not visible; in a list without a selection, the item to
  /// which `pointed` belongs.
  var current: Item? { selects ? list.selectedItemInSight() : pointed.map(start) }

  /// The visible item that was chosen or found last, or else the first visible one, in a list
  /// without a selection; it may be a part of another item.
  var pointed: Item? {
    // Usually nothing was chosen or found, and then the other visible items are not read.
    for id in [chosen, context?.found].compactMap({ $0 }) {
      if let item = list.firstVisibleItem(where: { $0.id == id }) { return item }
    }
    return list.firstVisibleItem()
  }

  /// Returns the first loaded part of an item.
  func start(of item: Item) -> Item {
    guard isPart(item), var index = list.pager.index(of: .item(item.id)) else { return item }
    var first = item
    while isPart(first), index > 0, let before = list.pager[index - 1].item {
      (first, index) = (before, index - 1)
    }
    return first
  }

  /// Makes an item the chosen one, and shows it on an open detail screen.
  func choose(_ item: Item) {
    if selects {
      list.select(item.id)
    } else {
      chosen = item.id
      reveal(item.id)
      chosenRow = list.visibleItems.firstIndex { $0.id == item.id } ?? 0
    }
    // A new detail screen, or one that follows the selection, already shows the item.
    let subject = subject(item)
    if let lastSubject, detail?.subject.id == subject.id, lastSubject.id == subject.id,
      lastSubject.isSame(as: subject)
    {
      return
    }
    showInDetail(item, subject)
  }

  private func showInDetail(_ item: Item, _ subject: DetailSubject) {
    guard let detail else { return }
    lastSubject = subject
    // The shown content stays until the complete item has been read.
    if context?.readsWhole != true || detail.subject.id != subject.id {
      detail.show(subject, remark(on: item))
    }
    context?.didShow(item)
  }

  /// Shows the complete item after it has been read, if it is still the shown item.
  ///
  /// - Parameter record: the record; nil to show the part that the list holds.
  func show(_ record: Record?, of item: Item) {
    let held = subject(item)
    guard let detail, detail.subject.id == held.id else { return }
    let whole = record.map { DetailSubject([], of: item.id, $0, called: held.name) } ?? held
    if !whole.isSame(as: detail.subject) { detail.show(whole, remark(on: item)) }
  }

  /// Shows the item that is now selected.
  private func follow(_ item: Item?) {
    guard let detail, let item, detail.subject.id != AnyHashable(item.id) else { return }
    showInDetail(item, subject(item))
  }

  /// Updates the shown item if it has changed.
  private func renew() {
    if hasLostItem { layOutSoon() }
    guard detail != nil, let item = shownItem else { return }
    let new = subject(item)
    if let lastSubject, new.id == lastSubject.id, !new.isSame(as: lastSubject) {
      showInDetail(item, new)
    }
  }

  /// The shown item, as loaded by the list.
  private var shownItem: Item? {
    selects ? list.selectedItem : chosen.flatMap { list.pager.entry(.item($0))?.item }
  }

  /// Returns a remark about the item's time; if items are in chronological order, the time is
  /// compared with that of the nearest item above that has one.
  private func remark(on item: Item) -> TimeRemark? {
    guard let context, let found = context.record(of: item) else { return nil }
    let index = list.pager.index(of: .item(item.id)) ?? 0
    let above =
      context.isInOrderOfTime
      ? itemsAbove(index).lazy.compactMap {
        context.record(of: $0).flatMap { TimeRemark.time(of: $0)?.time }
      }.first : nil
    return TimeRemark(found, after: above, appearance.times, called: itemName)
  }

  /// Returns the items above an index, nearest first, up to a gap.
  private func itemsAbove(_ index: Int) -> some Sequence<Item> {
    let places = (max(0, index - mostLookedAt)..<index).reversed().lazy
    return places.map { self.list.pager[$0].item }.prefix { $0 != nil }.compactMap { $0 }
  }

  // MARK: A frame

  /// Performs actions that wait for a layout of the list.
  private func goOn() {
    appearance.isListFocused = !hasFocus
    if pendingSteps != 0 || hasStepped { goOnStepping() }
    chooseAgain()
    // The bar marks the item that a key would show in full.
    if !selects { list.mark(list.tableView.keepsMark ? current?.id : nil) }
    if isWanted { Task { [weak self] in self?.openWhenThere() } }
  }
}

/// The minimum width in columns for showing the list and the detail screen side by side.
private let leastColumnsForBoth = 140

/// The maximum number of items above the current one that are examined for a time.
private let mostLookedAt = 50

extension ItemDetail: DetailHost {
  var itemName: String { list.itemNames.one }
  var notices: [Message] { pendingSteps == 0 ? [] : list.notices }
  var pattern: TextPattern? { context?.lookedFor }
  var isWaiting: Bool { isWanted || pendingSteps != 0 }

  func refers(_ row: DetailRow) -> Bool {
    guard let context, let column = row.column, let item = shownItem else { return false }
    return context.refers(item, column)
  }

  func follow(_ row: DetailRow) {
    guard let column = row.column, let item = shownItem else { return }
    context?.follow(item, column) { [weak self] in self?.detail?.show($0) }
  }

  func whenWhole(_ action: @escaping () -> Void) { context?.whenWhole(action) ?? action() }

  func showPictures(in size: Size) {
    guard let context, let detail, let item = shownItem else { return }
    let id = detail.subject.id
    context.drawPictures(of: item, in: size) { [weak self] pictures in
      guard let detail = self?.detail, detail.subject.id == id else { return }
      detail.show(pictures)
    }
  }

  func stop() {
    giveUp()
    list.stop()
    // The list may already show a message about the key that continues the load.
    if hasFocus || list.message == nil { say(Message("stopped")) }
  }

  func title(of subject: DetailSubject) -> String {
    guard let id = subject.id.base as? Item.ID else { return itemName }
    if let title = context?.title(of: id) { return title }
    let place = list.pager.index(of: .item(id)).flatMap { list.pager.place(ofEntry: $0) }
    return itemName + (place.map { " \(list.grouped($0 + 1))" } ?? "")
  }

  func makePattern(of text: String) throws(PatternError) -> TextPattern {
    if let pattern = try context?.pattern(of: text) { return pattern }
    return try TextPattern(literal: text, viewer?.options.searchCase ?? .smart)
  }

  func close() {
    guard let session = viewer?.session, let screen, session.front === screen else { return }
    giveUp()
    // Keys go to the list again.
    screen.focus = .primary
    self.screen = nil
    session.pop()
  }

  func layoutBehind(_ size: Size) {
    // A visible list is laid out anyway, at its own width.
    guard screen?.showsBoth != true else { return }
    if hasStepped || pendingSteps != 0 || hasLostItem { primary?.layout(for: size) }
  }
}
