import EventLoop
import Feeds
import Paging
package import Records
import Search
package import TableUI
import Terminal

/// Shows an item of a list whole, beside the list or in front of it, and goes on to the next one.
///
/// It is written once, for all lists; a list says what its items are. Where items are selected, the selected one is
/// shown; elsewhere the one that was chosen last, if it is in sight, or else the first.
package final class ItemDetail<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  package typealias List = PagedListController<Item, Cursor>

  /// The list keeps this, by its commands.
  unowned let list: List
  /// The list, or what has it: that stands beside the detail.
  weak var primary: (any ViewController)?
  private(set) weak var viewer: Viewer?
  let appearance: RecordAppearance
  /// What the list says of its items.
  private weak var context: (any ItemDetailContext<Item>)?
  /// The same, where nothing else keeps it.
  private var ownContext: (any ItemDetailContext<Item>)?

  /// The item that was opened or gone to last, where none is selected.
  var chosen: Item.ID? { didSet { if chosen != oldValue { context?.didChoose(chosen) } } }
  /// Where it stood among the items in sight.
  private(set) var chosenRow = 0
  /// Items that are still to be passed on the way to the next one.
  var pendingSteps = 0
  /// The gap that was asked for last on that way, and how many entries were held then.
  var asked: (gap: Int, count: Int)?
  /// Whether the list has moved on since its last layout.
  var hasStepped = false
  /// Whether an item is to be shown where the reader is on the way to.
  var isWanted = false
  /// What was shown whole last; more of it may have been read since.
  private var lastSubject: DetailSubject?
  private weak var screen: SplitController?
  private var observation: PagerObservation?

  /// - Parameters:
  ///   - list: the items; its `onSelectionChange` is taken where items are selected.
  ///   - appearance: looks of the detail.
  ///   - context: what the list says of its items; it is not kept.
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

  /// Shows what a context says, which is kept.
  convenience init(
    _ list: List, in viewer: Viewer, keeping context: any ItemDetailContext<Item>
  ) {
    let appearance = RecordAppearance(
      theme: viewer.theme, depth: viewer.colorDepth, options: viewer.options)
    self.init(list, appearance, in: viewer, context: context)
    ownContext = context
  }

  /// Shows the fields of items, named and in their order.
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

  /// Joins the list with what says what its items are, where that comes after it.
  func join(_ context: any ItemDetailContext<Item>, primary: any ViewController) {
    (self.context, self.primary) = (context, primary)
  }

  // MARK: What the list says

  /// Does what was typed before, because an item is looked for where that leads.
  func performPendingInput() { context?.performPendingInput() }

  /// Whether the reader is on the way to another place: what is opened then is the item that stands there,
  /// also where the list loads on to it.
  var isOnTheWay: Bool {
    // Commands of the frame before may keep this for longer than the list.
    guard primary != nil else { return true }
    return context?.isOnTheWay ?? list.isOnTheWay
  }

  private func subject(_ item: Item) -> DetailSubject {
    context?.subject(of: item) ?? DetailSubject([], of: item.id, called: itemName)
  }

  func isPart(_ item: Item) -> Bool { context?.isPart(item) ?? false }

  /// Whether the list has a selection.
  var selects: Bool { list.tableView.allowsSelection }

  /// What shows an item whole, if that is open.
  var detail: DetailController? { screen?.secondary as? DetailController }

  /// Whether keys go to the detail.
  var hasFocus: Bool { screen?.focus == .secondary }

  // MARK: Opening

  /// Shows the item that the reader is at, or on the way to.
  func open() {
    performPendingInput()
    isWanted = true
    openWhenThere()
  }

  /// Shows the item that was asked for, once the reader is there.
  private func openWhenThere() {
    guard isWanted, !isOnTheWay, pendingSteps == 0 else { return }
    // The reader is elsewhere by now.
    guard isInFront else { return giveUp() }
    if let item = current {
      isWanted = false
      show(item)
    } else if list.pager.hasLoaded, selects || !list.pager.isLoading {
      // Where nothing is shown, nothing will be shown by itself later.
      isWanted = false
      if list.selectedItem == nil { say(Message("no \(itemName) here to show")) }
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
      // A controller is in one split at a time, and this one may stand beside the list of columns.
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
      // What its values refer to is known now.
      detail?.layOutRows()
      context?.didShow(item)
    }
    screen?.focus = .secondary
  }

  /// Gives up what is to be shown, and the steps that wait.
  func giveUp() { (pendingSteps, isWanted) = (0, false) }

  // MARK: The item

  /// The item that is selected, or that was chosen or found last and is in sight, or else the first.
  var current: Item? {
    if selects { return list.selectedItemInSight() }
    let shown = list.visibleItems
    let found = context?.found
    let item =
      shown.first { $0.id == chosen } ?? shown.first { $0.id == found } ?? shown.first
    return item.map(start)
  }

  /// The first part of an item that is held, where another one is in sight.
  func start(of item: Item) -> Item {
    guard isPart(item), var index = list.pager.index(of: .item(item.id)) else { return item }
    var first = item
    while isPart(first), index > 0, let before = list.pager[index - 1].item {
      (first, index) = (before, index - 1)
    }
    return first
  }

  /// Makes an item the one that was gone to last, and shows it whole where one is shown.
  func choose(_ item: Item) {
    if selects {
      list.select(item.id)
    } else {
      chosen = item.id
      reveal(item.id)
      chosenRow = list.visibleItems.firstIndex { $0.id == item.id } ?? 0
    }
    // A new detail shows it already, and so does one that follows the selection.
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
    // What is shown whole stays until more of it was read again.
    if context?.readsWhole != true || detail.subject.id != subject.id {
      detail.show(subject, remark(on: item))
    }
    context?.didShow(item)
  }

  /// Shows all of an item, once that was read, if it is still the one that is shown.
  ///
  /// - Parameter record: nil for what the list holds.
  func show(_ record: Record?, of item: Item) {
    let held = subject(item)
    guard let detail, detail.subject.id == held.id else { return }
    let whole = record.map { DetailSubject([], of: item.id, $0, called: held.name) } ?? held
    if !whole.isSame(as: detail.subject) { detail.show(whole, remark(on: item)) }
  }

  /// Shows the item that is selected now.
  private func follow(_ item: Item?) {
    guard let detail, let item, detail.subject.id != AnyHashable(item.id) else { return }
    showInDetail(item, subject(item))
  }

  /// Shows the item as it is now, where it has changed.
  private func renew() {
    if hasLostItem { layOutSoon() }
    guard detail != nil, let item = shownItem else { return }
    let new = subject(item)
    if let lastSubject, new.id == lastSubject.id, !new.isSame(as: lastSubject) {
      showInDetail(item, new)
    }
  }

  /// The item that is shown whole, as the list holds it.
  private var shownItem: Item? {
    selects ? list.selectedItem : chosen.flatMap { list.pager.entry(.item($0))?.item }
  }

  /// What is said of the item's time: that of the item above is the last one before it that is held.
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

  /// Those that stand before an item, the nearest first: beyond a gap none is known to.
  private func itemsAbove(_ index: Int) -> some Sequence<Item> {
    let places = (max(0, index - mostLookedAt)..<index).reversed().lazy
    return places.map { self.list.pager[$0].item }.prefix { $0 != nil }.compactMap { $0 }
  }

  // MARK: A frame

  /// Does what has waited for a layout of the list.
  private func goOn() {
    appearance.isListFocused = !hasFocus
    if pendingSteps != 0 || hasStepped { goOnStepping() }
    chooseAgain()
    // A key that shows an item shows this one.
    if !selects { list.mark(list.tableView.keepsMark ? current?.id : nil) }
    if isWanted { Task { [weak self] in self?.openWhenThere() } }
  }
}

/// Columns from which on the list and the detail stand side by side.
private let leastColumnsForBoth = 140

/// Items above that are looked at for a time.
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
    // What stopped says more in the list: the key that goes on there.
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
    // The list has the keys again.
    screen.focus = .primary
    self.screen = nil
    session.pop()
  }

  func layoutBehind(_ size: Size) {
    // A list that is in sight beside it is laid out anyway, at its own width.
    guard screen?.showsBoth != true else { return }
    if hasStepped || pendingSteps != 0 || hasLostItem { primary?.layout(for: size) }
  }
}
