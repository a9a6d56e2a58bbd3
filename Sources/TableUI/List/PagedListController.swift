public import Paging
public import Terminal

/// A list that goes on where the next page is: a `TableView` over a `Pager`.
///
/// Each item is a section, of one row by default; loading, failure, gap and end are rows
/// of the table. After each frame it tells the pager what is drawn, from which the next load follows.
/// It costs what is in sight, never what is loaded.
///
/// Any number of lists may show one pager.
public final class PagedListController<
  Item: Identifiable & Sendable, Cursor: Hashable & Sendable
>: ViewController where Item.ID: Sendable {
  /// Makes the cell of an item's row: the item, and the row's place, whose `row` counts from 0 within
  /// the item.
  public typealias CellMaker = (TableView, Item, TableView.IndexPath) -> any ReusableCell

  /// The same by the place of an entry; nil where that is no item.
  typealias EntryCellMaker = (_ entry: Int, TableView, TableView.IndexPath) -> (any ReusableCell)?

  /// The pages.
  public let pager: Pager<Item, Cursor>
  /// The rows.
  public let tableView: TableView
  /// What the status line begins with.
  public var title: String
  /// What it begins with where there is no room for that; nil, the default, for the title.
  public var shortTitle: String?
  /// Called when another item is selected, or none that is held: before a frame, once for all that has
  /// happened since the last one.
  public var onSelectionChange: ((Item?) -> Void)?
  /// Called when the reader activates an item, as by Enter.
  public var onActivate: ((Item) -> Void)?
  /// Takes a click on an item before it selects it, and says whether it has: the row from 0 within the item, and the
  /// column of its cell, from 0.
  ///
  /// Else a click selects, and one on the selected item activates it.
  public var onClick: ((_ item: Item, _ row: Int, _ column: Int) -> Bool)?
  /// Takes a key for the selected item before any command has it, and says whether it has; only while the item is in
  /// sight.
  public var onKey: ((_ item: Item, _ key: Key) -> Bool)?
  /// Goes a part of the way, in percent from 1 to 99, where the app knows a place better than by counting, as a database
  /// does by the range of a key; nil, the default, for the list's own way.
  ///
  /// The list itself goes to its ends. The app jumps, or says why it cannot; where it looks for the place in the background,
  /// `expectsPlace` lets movements wait for that.
  public var onGoToPercent: ((_ percent: Int) -> Void)?
  /// Called after each layout: what waited for items may go on, and a frame may follow.
  public var onLayout: (() -> Void)?
  /// Called when something is to be drawn; the session sets it.
  ///
  /// A program calls it when something that a cell draws has come, and the list cannot know.
  public var onNeedsDisplay: (() -> Void)?
  /// Whether a refresh looks at the pages that are drawn, and not at the head alone.
  ///
  /// It is right where items go and change in place, as those of a folder do; the head alone where new ones come
  /// there, as in a timeline.
  public var refreshesAround = false
  /// Says whether keys wait for something that was asked of the list, such as a search; see
  /// ``ViewController/holdsInput``.
  public var holdsInputWhile: (() -> Bool)?
  /// What one item is called, and several; "post" and "posts" for a timeline.
  ///
  /// The help says it.
  public var itemNames = (one: "item", many: "items") {
    didSet {
      ownCommands = moving + loading
      commands = extraCommands + ownCommands
    }
  }
  /// The words of status rows and messages: loading, failure, gap, end.
  public var words = StatusWords() {
    didSet {
      tableView.reloadData()
      onNeedsDisplay?()
    }
  }
  /// Makes the cells of status rows, as the other cells are made; nil for the list's own cell, which is the default.
  public var statusCell: (TableView, ListStatus, TableView.IndexPath) -> (any ReusableCell)? = {
    _, _, _ in nil
  }
  /// What is said after a refresh that brought no new item.
  public var wordsForNothingNew: () -> Message = { Message("up to date") }
  /// What the row says behind the last item, and where there is none; nil, the default, for "end".
  public var wordsForEnd: () -> String? = { nil }
  /// Whether a row says that the list has ended, where no words of the app's own stand there; true by
  /// default.
  public var showsEnd = true
  /// What a row says before the first item, where all before it is held; nil, the default, for no row.
  public var wordsForStart: () -> String? = { nil }
  /// Whether more comes at the end by itself, as from another program: movements beyond it wait for that.
  public var awaitsMore: () -> Bool = { false }
  /// Whether it is not known yet what the items are: movements wait unmeasured.
  public var awaitsFirstItems: () -> Bool = { false }
  /// What the status line says behind the title and the messages, such as what the list is narrowed to; nothing by default.
  public var wordsBehindTitle: () -> [Message] = { [] }
  /// Commands of the program's own; they have their keys before those of the list do.
  public var extraCommands: [Command] = [] { didSet { commands = extraCommands + ownCommands } }
  /// Looks of the table and of its status rows; a new theme shows in the next frame.
  public var theme: Theme { didSet { apply(theme) } }
  /// How long a load goes on before the status line says so: of one that ends at once the word would
  /// only flash.
  public var loadingDelay = Duration.zero
  /// Whether another place is on its way that the program shows then, such as one that it looks for:
  /// movements wait for it, and begin there.
  public var expectsPlace = false
  /// The last message, until the next key; then nil.
  public internal(set) var message: Message?

  /// The commands that work here and now: the program's, then the list's own.
  ///
  /// Made once, because each key and each frame asks for them.
  public private(set) lazy var commands = extraCommands + ownCommands
  private lazy var ownCommands = moving + loading
  let rowsPerItem: Int
  /// The headers, footers and separators of items, if there are any.
  var supplements: ListSupplements?
  /// Whether the keys go to this list.
  private var isFocused = true
  /// The identity of the section of an entry, and the cell of a row of its item, if it is one.
  ///
  /// Closures, because they are made where the source's type is known: what the table calls by its
  /// protocols is compiled for all types, and copies the pager's whole state for each entry it asks for.
  let sectionID: (_ entry: Int) -> AnyHashable
  let itemCell: EntryCellMaker
  /// Where the section of an identity stands.
  let section: (AnyHashable, SectionMap) -> Int?
  /// The entry of a section's identity, as long as it is held.
  let entry: (AnyHashable) -> PagerEntry<Item>?
  /// What the cells have asked for of what stands around them.
  let surroundings: CellSurroundings<Item>?
  /// Whether cells show the selection, and it is another than when they were filled.
  var isSelectionNew = false
  /// The types of the cells that `statusCell` has made.
  var ownStatusCells: Set<ObjectIdentifier> = []
  /// What stands where, as of the last change.
  var sections = SectionMap()
  /// The first entry of the page that the list was opened at by `open(after:)`.
  var openedAt: PagerEntry<Item>.ID?
  /// What is done once the place is there that the list was opened at.
  var opening: (() -> Void)?
  /// Where the reader was before the last jump.
  var departure: ListPlace<Cursor>?
  /// The place that is shown again as it was when the load that is out has come.
  var returning: ListPlace<Cursor>?
  /// Whether the load of a jump is out: what is shown stays until it comes.
  public internal(set) var isJumping = false
  /// Whether another source's list is to begin at the place that it was entered at, and whether that is its
  /// end.
  var isEntering = false
  var entersAtEnd = false
  /// What is done when the page of the jump that is out has come.
  var onArrival: (() -> Void)?
  /// What the list loads on to.
  var goal: ListGoal?
  /// The messages when the last frame was laid out.
  private var drawnNotices: [Message] = []
  /// Whether what is loading takes longer than is passed over, and the wait for that.
  private(set) var isSlow = false
  private var slowness: Task<Void, Never>?
  /// The last places told to the pager, so that a frame that shows the same tells nothing.
  private var shown: Range<Int>?
  /// Whether a frame is being laid out, and whether the pager has changed anything meanwhile.
  private var isLayingOut = false
  private var isChanged = false
  /// Keeps the list told.
  private var observation: PagerObservation?

  /// Creates a list of cells of any types; register them with `tableView` before it is shown.
  ///
  /// It observes the pager, and is the table's data source and delegate.
  ///
  /// - Parameters:
  ///   - pager: the pages; the first one is asked for when the list is shown.
  ///   - title: what the status line begins with.
  ///   - rowsPerItem: cells for one item, at least 1.
  ///   - allowsSelection: whether an item is selected; without, keys go by line and none opens.
  ///   - theme: looks of the table and of its status rows.
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

  /// Creates a list from the closure that the table asks for the cells of entries.
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

  /// The bar of the selection is faint while the keys go elsewhere.
  public func didChangeFocus(to isFocused: Bool) {
    self.isFocused = isFocused
    tableView.selectionStyle = isFocused ? theme.accent : theme.faint
  }

  /// Shows the same in cells that are filled again; they find it in `theme`.
  public func joinEmoji() { if !theme.joinsEmoji { theme.joinsEmoji = true } }

  /// Asks for the first page, if none has been asked for.
  public func viewDidAppear() {
    if !pager.hasLoaded, pager.state(of: .refresh) == .idle { pager.refresh() }
  }

  /// Whether keys wait for what was asked of the list.
  public var holdsInput: Bool { holdsInputWhile?() ?? false }

  /// Whether the first page is on its way.
  public var isStarting: Bool { !pager.hasLoaded && pager.state(of: .refresh) == .loading }

  /// Lays the list out and tells the pager what is in sight, which may load what that lacks.
  ///
  /// Cost: what is in sight.
  public func layout(for size: Size) {
    isLayingOut = true
    // What the pager does about it at once may bring another row into sight.
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

  /// Draws the list as it was laid out, and changes nothing.
  public func draw(in canvas: inout Canvas) {
    if pager.hasLoaded, onlyStatus == nil { return tableView.draw(in: &canvas) }
    tableView.drawHeader(in: &canvas)
    let (size, header) = (canvas.size, tableView.headerLines)
    let rest = Rect(line: header, column: 0, lines: size.lines - header, columns: size.columns)
    canvas.inRegion(rest) { drawInTheMiddle(onlyStatus ?? firstLoad, in: &$0) }
  }

  /// The items of which a row is in sight, from the top.
  ///
  /// Known before a frame is drawn once the table is laid out. They are found by identity, because an
  /// app may ask before the list has been told of a change. Cost: what is in sight.
  public var visibleItems: [Item] {
    var rows = tableView.visible[...]
    var items: [Item] = []
    while let row = rows.popFirst() {
      guard row.isItem else { continue }
      rows = rows.drop { $0.indexPath.section == row.indexPath.section }
      if let item = entry(row.identifier)?.item { items.append(item) }
    }
    return items
  }

  /// Shows an item that is held from its first line, as far as there is enough below it, and says
  /// whether it is held.
  ///
  /// Movements that wait go on from there, unless `tableView.cancelPendingMovements()` gives them up.
  @discardableResult
  public func scroll(to id: Item.ID) -> Bool {
    guard let index = pager.index(of: .item(id)) else { return false }
    catchUp()
    tableView.scroll(toSection: sections.section(ofEntry: index))
    return true
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
    lookForGoal()
  }

  /// Whether a row is in sight that says what is loading, failed or missing.
  var showsStatusRow: Bool {
    for row in tableView.visible where row.cell is StatusCell || isOwnStatusCell(row.cell) {
      return true
    }
    return false
  }

  private func isOwnStatusCell(_ cell: any ReusableCell) -> Bool {
    !ownStatusCells.isEmpty && ownStatusCells.contains(ObjectIdentifier(type(of: cell)))
  }

  /// Takes note of loads that begin, end, or have gone on for longer than is passed over.
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

  /// An item is seen from its first row to its last: the last row drawn is what asks for more.
  private func report() {
    guard pager.hasLoaded, let first = tableView.visible.first?.indexPath,
      let last = tableView.visible.last?.indexPath
    else { return }
    let start = sections.index(ofSection: first.section) + (first.row <= 0 ? 0 : 1)
    let lastRow = tableView(tableView, numberOfRowsInSection: last.section) - 1
    let end = sections.index(ofSection: last.section) + (last.row >= lastRow ? 1 : 0)
    let entries = (start..<max(start, end)).clamped(to: sections.entryRange)
    guard entries != shown, !isBesideSight else { return }
    shown = entries
    pager.viewportChanged(entries)
  }

  private func layoutTable(for size: Size) {
    // The row of an edge may come by what is drawn, which is no change of the pager's.
    catchUp()
    tableView.layout(for: size)
    defer { fillSelected() }
    guard let opening else { return }
    // What is in sight decides where the selection is shown.
    self.opening = nil
    opening()
    // Movements have waited for that.
    tableView.layout(for: size)
  }

  /// What the row says that stands alone in the list, as it does where nothing is listed.
  private var onlyStatus: (SafeText, Style)? {
    guard pager.hasLoaded, pager.count == 0, tableView.visible.count == 1,
      let cell = tableView.visible.first?.cell as? StatusCell
    else { return nil }
    return (cell.text, cell.style)
  }

  private var firstLoad: (SafeText, Style) {
    statusRows.firstLoad(pager.state(of: .refresh), attempt: pager.attempt(of: .refresh))
  }

  private func drawInTheMiddle(_ words: (text: SafeText, style: Style), in canvas: inout Canvas) {
    let lines = words.text.wrapped(to: max(1, canvas.size.columns - 4))
    for (index, line) in lines.enumerated() {
      let point = Point(
        line: max(0, canvas.size.lines / 2 - 1) + index,
        column: max(0, (canvas.size.columns - line.width) / 2))
      canvas.draw(line, at: point, style: words.style)
    }
  }
}
