public import Paging
public import Terminal

/// A list that loads its next pages on demand: a `TableView` with a `Pager`.
///
/// Each item is a section, of one row by default; loading, failures, gaps and the end are rows of
/// the table. In each layout, the list reports the drawn entries to the pager, which decides about
/// the next load. The cost depends on the number of visible rows, and hardly on that of the loaded
/// ones.
///
/// Any number of lists may show one pager; of those on the screen, only the list that last had the
/// focus reports its entries.
public final class PagedListController<
  Item: Identifiable & Sendable, Cursor: Hashable & Sendable
>: ViewController where Item.ID: Sendable {
  /// Creates the cell for a row of an item; `row` of the index path counts from 0 within the item.
  public typealias CellMaker = (TableView, Item, TableView.IndexPath) -> any ReusableCell

  /// Creates the cell for a row of an entry; returns nil if the entry is not an item.
  typealias EntryCellMaker = (_ entry: Int, TableView, TableView.IndexPath) -> (any ReusableCell)?

  /// The pager.
  public let pager: Pager<Item, Cursor>
  /// The table.
  public let tableView: TableView
  /// The beginning of the status line.
  public var title: String
  /// The beginning of the status line if the title does not fit; nil, the default, for the title.
  public var shortTitle: String?
  /// Called before a frame, once for all changes since the last one, when another item is selected;
  /// its argument is nil if no held item is selected.
  public var onSelectionChange: ((Item?) -> Void)?
  /// Called when the reader activates an item, for example with Enter.
  public var onActivate: ((Item) -> Void)?
  /// Handles a click on an item before the click selects the item; returns whether it was handled.
  ///
  /// The row counts from 0 within the item, and the column from 0 within its cell. A click that is
  /// not handled selects the item, or activates it if it is already selected.
  public var onClick: ((_ item: Item, _ row: Int, _ column: Int) -> Bool)?
  /// Handles a key for the selected item before any command; returns whether it was handled.
  ///
  /// It is called only while the item is visible.
  public var onKey: ((_ item: Item, _ key: Key) -> Bool)?
  /// Goes to a percentage from 1 to 99, if the app can find the place better than by counting
  /// items, for example by the range of a database key; if it is nil, the default, the list counts
  /// items.
  ///
  /// The list itself handles percentages beyond this range by going to an end. The closure jumps,
  /// or shows the reason why it does not. If it searches for the place in the background, set
  /// `expectsPlace`, so that movements wait for it.
  public var onGoToPercent: ((_ percent: Int) -> Void)?
  /// Called after each layout, so that work that waits for items can continue; a frame may follow.
  public var onLayout: (() -> Void)?
  /// Called when the list must be drawn; the session sets it.
  ///
  /// A program calls it when data that a cell draws has arrived without a change to the list.
  public var onNeedsDisplay: (() -> Void)?
  /// Whether a refresh loads the drawn pages, and not only the head.
  ///
  /// Set it if items are removed and changed in place, as in a folder; a refresh of the head suits
  /// lists that get new items at the head, such as a timeline.
  public var refreshesAround = false
  /// Returns whether keys must wait for an operation of the list, such as a search; see
  /// ``ViewController/holdsInput``.
  public var holdsInputWhile: (() -> Bool)?
  /// The singular and plural names of an item, such as "post" and "posts" for a timeline.
  ///
  /// The help, the status line and messages show them.
  public var itemNames = (one: "item", many: "items") {
    didSet {
      ownCommands = moving + loading
      commands = extraCommands + ownCommands
    }
  }
  /// The texts of status rows and messages: loading, failures, gaps, the end.
  public var words = StatusWords() {
    didSet {
      tableView.reloadData()
      onNeedsDisplay?()
    }
  }
  /// Creates the cells of status rows, in the same way as other cells are created; if it returns
  /// nil, as by default, the list's own cell is used.
  public var statusCell: (TableView, ListStatus, TableView.IndexPath) -> (any ReusableCell)? = {
    _, _, _ in nil
  }
  /// The message after a refresh without new items.
  public var wordsForNothingNew: () -> Message = { Message("up to date") }
  /// The text of the row after the last item, or of an empty list; if it returns nil, as by
  /// default, the text is that of `words`.
  public var wordsForEnd: () -> String? = { nil }
  /// Whether a row shows the end of the list if the app has no text for it; true by default.
  public var showsEnd = true
  /// The text of a row before the first item, shown if the start of the list is held; if it returns
  /// nil, as by default, no row is shown.
  public var wordsForStart: () -> String? = { nil }
  /// Whether more items will arrive at the end without a load, for example from another program;
  /// movements beyond the end wait for them.
  public var awaitsMore: () -> Bool = { false }
  /// Whether the items are not known yet; movements then wait, and find their targets later.
  public var awaitsFirstItems: () -> Bool = { false }
  /// The texts of the status line after the title and messages, such as a filter; none by default.
  public var wordsBehindTitle: () -> [Message] = { [] }
  /// The key of an additional command that restarts the list, shown if a cursor has expired; nil if
  /// the key that retries a load also restarts the list.
  package var restartKey: Key?
  /// Additional commands, which take precedence over those of the list.
  public var extraCommands: [Command] = [] { didSet { commands = extraCommands + ownCommands } }
  /// The styles of the table and of its status rows; a new theme takes effect in the next frame.
  public var theme: Theme { didSet { apply(theme) } }
  /// How long a load runs before the status line shows it, so that the text does not flash.
  public var loadingDelay = Duration.zero
  /// Whether the program will show another place soon, such as a search result: movements wait for
  /// it, and begin there.
  public var expectsPlace = false
  /// Called with the item to which the list has gone, by its number or by a jump; it is not at the
  /// top of the screen if too few rows follow it.
  package var onLand: (Item.ID) -> Void = { _ in }
  /// The item to which the list has gone last, by its number or by a jump to a position.
  package internal(set) var landedItem: Item.ID?
  /// The last message; nil after the next key.
  public internal(set) var message: Message?

  /// The commands of the list: the program's, then the list's own.
  ///
  /// They are created once, because each key and each frame reads them.
  public private(set) lazy var commands = extraCommands + ownCommands
  private lazy var ownCommands = moving + loading
  let rowsPerItem: Int
  /// The headers, footers and separators of items, if any.
  var supplements: ListSupplements?
  /// Whether the list has the keyboard focus.
  private(set) var isFocused = true
  /// Returns the identity of an entry's section, and the cell for a row of its item.
  ///
  /// They are closures, because closures are specialized where the types of the list are known. The
  /// methods that the table calls through its protocols are generic code, which would copy the
  /// pager's whole state for each entry.
  let sectionID: (_ entry: Int) -> AnyHashable
  let itemCell: EntryCellMaker
  /// Returns the section of an identity.
  let section: (AnyHashable, SectionMap) -> Int?
  /// Returns the entry of a section's identity, while it is held.
  let entry: (AnyHashable) -> PagerEntry<Item>?
  /// The values that cells read besides their items; nil if the cells get no context.
  let surroundings: CellSurroundings<Item>?
  /// Whether cells show the selection, and the selection has changed since they were filled.
  var isSelectionNew = false
  /// The types of the cells that `statusCell` has created.
  var ownStatusCells: Set<ObjectIdentifier> = []
  /// The order of the sections at the last change.
  var sections = SectionMap()
  /// The first entry of the page at which `open(after:)` opened the list.
  var openedAt: PagerEntry<Item>.ID?
  /// The action to run when the first page arrives, such as going to an item, and its goal, if any.
  var opening: (action: () -> Void, goal: ListGoal?)?
  /// The place before the last jump.
  var departure: ListPlace<Cursor>?
  /// The place to restore when the page of the running load has arrived.
  var returning: ListPlace<Cursor>?
  /// Whether the load of a jump is running; the current rows stay until it has finished.
  public internal(set) var isJumping = false
  /// Whether another source is being opened at a position, and whether that position is the end of
  /// that source.
  var isEntering = false
  var entersAtEnd = false
  /// The action to run when the page of the running jump has arrived.
  var onArrival: (() -> Void)?
  /// The goal to which the list is loading.
  var goal: ListGoal?
  /// The number of items counted by the source, while the list waits for the last counted one,
  /// after which more may follow.
  var countedEnd: Int?
  /// The value of `notices` at the last layout.
  private var drawnNotices: [Message] = []
  /// Whether a load has run for longer than the delay, and the task that waits for the delay.
  private(set) var isSlow = false
  private var slowness: Task<Void, Never>?
  /// The range last reported to the pager; an unchanged range is not reported again.
  private var shown: Range<Int>?
  /// Whether a frame is being laid out, and whether the pager has changed during the layout.
  private var isLayingOut = false
  private var isChanged = false
  /// The observation of the pager.
  private var observation: PagerObservation?

  /// Creates a list with cells of any types; register them with `tableView` before it is shown.
  ///
  /// It observes the pager, and is the table's data source and delegate.
  ///
  /// - Parameters:
  ///   - pager: the pager; its first page is loaded when the list is shown.
  ///   - title: the beginning of the status line.
  ///   - rowsPerItem: the number of cells for one item, at least 1.
  ///   - allowsSelection: whether an item is selected; if not, keys move by line and items cannot
  ///     be opened.
  ///   - theme: the styles of the table and of its status rows.
  ///   - cell: dequeues a cell, fills it with the item and returns it.
  public convenience init(
    pager: Pager<Item, Cursor>, title: String = "", rowsPerItem: Int = 1,
    allowsSelection: Bool = true, theme: Theme = .standard, cell: @escaping CellMaker
  ) {
    self.init(
      pager: pager, title: title, rowsPerItem: rowsPerItem, allowsSelection: allowsSelection,
      theme: theme,
      itemCell: { [pager] entry, table, path in
        pager[entry].item.map { cell(table, $0, path) }
      })
  }

  /// Creates a list from the closure that returns the cells of entries.
  init(
    pager: Pager<Item, Cursor>, title: String, rowsPerItem: Int = 1, allowsSelection: Bool,
    theme: Theme, surroundings: CellSurroundings<Item>? = nil, itemCell: @escaping EntryCellMaker
  ) {
    self.pager = pager
    self.title = title
    self.theme = theme
    self.rowsPerItem = max(1, rowsPerItem)
    self.surroundings = surroundings
    self.itemCell = itemCell
    sectionID = { [pager] in SectionID.entry(pager[$0].id) }
    section = { [pager] in Self.section(of: $0, in: pager, $1) }
    entry = { [pager] in
      guard case .entry(let id)? = $0.base as? SectionID else { return nil }
      return pager.entry(id)
    }
    tableView = TableView(allowsSelection: allowsSelection)
    tableView.register(StatusCell.self)
    tableView.dataSource = self
    tableView.delegate = self
    observation = pager.observe { [weak self] in self?.apply($0) }
    sections = currentSections
    apply(theme)
  }

  private func apply(_ theme: Theme) {
    tableView.selectionMark = theme.symbols.selection
    tableView.selectionStyle = isFocused ? theme.accent : theme.faint
    tableView.headerStyle = theme.header
    (tableView.separatorMark, tableView.separatorStyle) = (theme.symbols.horizontal, theme.faint)
    tableView.reloadData()
  }

  /// Records whether the list has the focus; without it, the bar of the selection is faint.
  public func didChangeFocus(to isFocused: Bool) {
    self.isFocused = isFocused
    if isFocused { shown = nil }
    tableView.selectionStyle = isFocused ? theme.accent : theme.faint
  }

  /// Sets `joinsEmoji` in `theme`; the cells read it there, so they are filled again.
  public func joinEmoji() { if !theme.joinsEmoji { theme.joinsEmoji = true } }

  /// Loads the first page, unless it was requested already.
  public func viewDidAppear() {
    (pager.reporter, shown) = (nil, nil)
    if !pager.hasLoaded, pager.state(of: .refresh) == .idle { pager.refresh() }
  }

  /// Whether keys wait for an operation of the list.
  public var holdsInput: Bool { holdsInputWhile?() ?? false }

  /// Whether the first page is being loaded.
  public var isStarting: Bool { !pager.hasLoaded && pager.state(of: .refresh) == .loading }

  /// Lays the list out and reports the visible entries to the pager, which may load more.
  ///
  /// Cost: proportional to the number of visible rows.
  public func layout(for size: Size) {
    isLayingOut = true
    // An immediate answer from the pager may make another row visible.
    for _ in 0..<3 {
      isChanged = false
      if pager.hasLoaded { layoutTable(for: size) } else { tableView.layoutHeader(for: size) }
      report()
      if !isChanged { break }
    }
    isLayingOut = false
    drawnNotices = notices
    if isChanged { onNeedsDisplay?() }
    onLayout?()
  }

  /// Draws the list as last laid out, and changes nothing.
  public func draw(in canvas: inout Canvas) {
    if pager.hasLoaded, onlyStatus == nil { return tableView.draw(in: &canvas) }
    tableView.drawHeader(in: &canvas)
    let (size, header) = (canvas.size, tableView.headerLines)
    let rest = Rect(line: header, column: 0, lines: size.lines - header, columns: size.columns)
    canvas.inRegion(rest) { drawInTheMiddle(onlyStatus ?? firstLoad, in: &$0) }
  }

  /// The items with a visible row, from the top.
  ///
  /// They are known after the layout, before a frame is drawn. They are found by identity, because
  /// an app may read them before the list is informed of a change. Cost: proportional to the number
  /// of visible rows.
  public var visibleItems: [Item] {
    var items: [Item] = []
    _ = firstVisibleItem {
      items.append($0)
      return false
    }
    return items
  }

  /// Returns the first item from the top that has a visible row and meets a condition; nil if there
  /// is none.
  ///
  /// Like `visibleItems`, it is known after the layout. Cost: proportional to the number of visible
  /// rows down to the item.
  public func firstVisibleItem(where isWanted: (Item) -> Bool = { _ in true }) -> Item? {
    var section: Int?
    for row in tableView.visible where row.isItem && row.indexPath.section != section {
      section = row.indexPath.section
      if let item = entry(row.identifier)?.item, isWanted(item) { return item }
    }
    return nil
  }

  /// Shows a message in the status line, until the next key.
  public func show(_ message: Message) {
    self.message = message
    onNeedsDisplay?()
  }

  // MARK: The pager

  private func apply(_ update: PagerUpdate<Item>) {
    let oldSections = sections
    sections = currentSections
    defer { if pager.state(of: .refresh) != .loading { returning = nil } }
    if pager.state(of: .refresh) != .loading { isJumping = false }
    noteLoading()
    let isUnseen = pager.hasLoaded && sections == oldSections && !showsStatusRow
    if !update.saysOnlyStates || !isUnseen || notices != drawnNotices {
      show(update, since: oldSections)
      shown = nil
      isChanged = true
      if !isLayingOut { onNeedsDisplay?() }
    }
    checkGoal()
  }

  /// Whether a status row is visible.
  var showsStatusRow: Bool {
    for row in tableView.visible where isStatusCell(row.cell) { return true }
    return false
  }

  /// Whether a cell shows a status: the list's own cell, or one that `statusCell` has returned.
  func isStatusCell(_ cell: any ReusableCell) -> Bool {
    cell is StatusCell
      || !ownStatusCells.isEmpty && ownStatusCells.contains(ObjectIdentifier(type(of: cell)))
  }

  /// Records loads that begin, end, or run longer than the delay.
  private func noteLoading() {
    guard pager.isLoading else {
      slowness?.cancel()
      (slowness, isSlow) = (nil, false)
      return
    }
    guard loadingDelay > .zero else { return isSlow = true }
    guard slowness == nil else { return }
    slowness = pager.after(loadingDelay) { [weak self] in
      self?.isSlow = true
      self?.onNeedsDisplay?()
    }
  }

  /// Reports to the pager the completely drawn entries (`SectionMap.entries(_:in:)`), because
  /// drawing the last row of an entry can cause the next load.
  private func report() {
    guard pager.hasLoaded, mayReport(), let first = tableView.visible.first?.indexPath,
      let last = tableView.visible.last?.indexPath
    else { return }
    let start = sections.index(ofSection: first.section) + (first.row <= 0 ? 0 : 1)
    let lastRow = tableView(tableView, numberOfRowsInSection: last.section) - 1
    let end = sections.index(ofSection: last.section) + (last.row >= lastRow ? 1 : 0)
    let entries = sections.entries(start..<max(start, end), in: first.section...last.section)
    guard entries != shown, !keepsGoalEdge else { return }
    shown = entries
    pager.viewportChanged(entries)
  }

  private func layoutTable(for size: Size) {
    // An edge's row may appear without a change of the pager, because the app provides its text.
    catchUp()
    tableView.layout(for: size)
    defer { fillSelected() }
    guard let opening else { return }
    // The action follows the layout, because the visible rows determine where the selection is.
    self.opening = nil
    opening.action()
    // Movements that waited for the action are made in a second layout.
    tableView.layout(for: size)
  }
}
