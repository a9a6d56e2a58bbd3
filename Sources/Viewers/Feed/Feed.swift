package import Feeds
package import Paging
package import Records
package import TableUI
package import Terminal

/// A source with its title, its screen and its plain form.
///
/// A kind of source consists of a feed and an opener. Common parts are implemented once: `Viewer`
/// connects the pager, the log and the stored position, and `PlainForm` writes lines and JSON.
/// While a screen is open, a feed is created off the main actor, because opening a source may
/// block.
nonisolated package protocol Feed<Item, Cursor>: Sendable {
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable
  associatedtype Cursor: Hashable & Sendable

  /// The title at the start of the status line.
  var title: String { get }
  /// The title for narrow screens; nil, the default, to use `title`.
  var shortTitle: String? { get }
  /// A notice about the address; nil by default.
  var notice: String? { get }
  /// The singular and plural nouns for items.
  var itemNames: (one: String, many: String) { get }
  /// The source of the pages.
  var source: any PagingSource<Item, Cursor> { get }
  /// The defaults for paging.
  var paging: PagingDefaults { get }
  /// Whether the feed supports `--filter`; true by default.
  var takesFilters: Bool { get }
  /// Whether the feed supports `--since` and `--until`; false by default.
  var takesTimes: Bool { get }
  /// The encoding of positions that are stored between runs; nil if no positions are stored.
  var positionCoding: PositionCoding<Item, Cursor>? { get }

  /// Returns an item as a row on one line; not called if `screen(in:)` is implemented differently.
  @MainActor func row(of item: Item, _ theme: Theme) -> LineCell.Content
  /// Returns the shown strings of an item, for searches; its line by default.
  func texts(of item: Item) -> [ArraySlice<UInt8>]
  /// Returns the fields of an item, for conditions; by default they are made from `fields(of:)`.
  func record(of item: Item) -> Record?
  /// The source's own search; nil by default, so that the list searches the loaded items.
  var searching: SourceSearch<Item, Cursor>? { get }
  /// Returns the address of the feed that Enter opens in front of this one; nil, the default, if
  /// Enter opens none.
  func address(of item: Item) -> [UInt8]?
  /// Returns the text to copy for an item; its line by default.
  func copied(of item: Item) -> [UInt8]
  /// Creates the screen with the pager from `viewer.pager(of: self)`; a list of rows by default.
  ///
  /// The feed creates the pager, because the feed knows the types of its items and cursors: with
  /// generic code for all types, each load and each frame would cost more than twice as much.
  ///
  /// - Throws: an error, for example if the reader's paging options contradict each other.
  @MainActor func screen(in viewer: Viewer) throws(Failure) -> FeedScreen<Item, Cursor>

  /// Whether everything arrives within a time limit and fits on a screen; false by default.
  @MainActor func fits(on size: Size, within time: Duration, _ options: ViewerOptions) -> Bool
  /// Ends pending work, such as a command; called at the end of the run, or if the feed cannot be
  /// shown.
  func close()

  /// Returns an item as a line of the plain form, without a line end.
  func line(of item: Item) -> String
  /// Returns the fields of an item, for JSON output in this order, and for the detail screen.
  func fields(of item: Item) -> [JSONField]
  /// Writes the plain form, line by line by default.
  ///
  /// - Throws: an error if the source cannot be read or the output cannot be written.
  @MainActor func writePlain(_ form: PlainForm) throws(Failure)
}

nonisolated extension Feed {
  package var shortTitle: String? { nil }
  package var notice: String? { nil }
  package var itemNames: (one: String, many: String) { ("item", "items") }
  package var paging: PagingDefaults { PagingDefaults() }
  package var takesFilters: Bool { true }
  package var takesTimes: Bool { false }
  package var positionCoding: PositionCoding<Item, Cursor>? { nil }
  @MainActor package func fits(
    on size: Size, within time: Duration, _ options: ViewerOptions
  ) -> Bool { false }
  package func close() {}

  @MainActor package func row(of item: Item, _ theme: Theme) -> LineCell.Content {
    [(SafeText(line(of: item), joinsEmoji: theme.joinsEmoji), .plain)]
  }

  package func address(of item: Item) -> [UInt8]? { nil }
  package var searching: SourceSearch<Item, Cursor>? { nil }
  package func copied(of item: Item) -> [UInt8] { Array(line(of: item).utf8) }
  package func texts(of item: Item) -> [ArraySlice<UInt8>] { [Array(line(of: item).utf8)[...]] }

  package func record(of item: Item) -> Record? {
    var bytes: [UInt8] = []
    JSONField.append(fields(of: item), to: &bytes)
    return RecordDecoder.ndjson.record(of: bytes[...])
  }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<Item, Cursor> {
    let screen = try listScreen(in: viewer)
    screen.list.begin(at: viewer.askedOptions.start)
    return screen
  }

  /// Creates a list of rows, to which a feed may add its own commands.
  ///
  /// - Parameter whole: the content that `:w` saves if no filter is set; if it is nil, the loaded
  ///   rows are saved.
  @MainActor func listScreen(
    in viewer: Viewer, saving whole: (any SavedContent)? = nil
  ) throws(Failure) -> FeedScreen<Item, Cursor> {
    let pager = try viewer.pager(of: self)
    let matches = TextMatches(viewer.theme, viewer.options.searchCase ?? .smart)
    var isFound: (Item) -> Bool = { _ in false }
    let list = PagedListController(pager: pager, title: title, theme: viewer.theme) {
      table, item, path in
      let cell: LineCell = table.dequeueCell(for: path)
      cell.show(row(of: item, viewer.theme), matches, isFound: isFound(item))
      return cell
    }
    list.tableView.register(LineCell.self)
    list.shortTitle = shortTitle
    list.itemNames = itemNames
    list.refreshesAround = true
    list.onActivate = { [weak viewer, weak list] item in
      guard let address = address(of: item) else { return }
      viewer?.open(address) { list?.show($0) }
    }
    let search = ListSearch(list, of: self, matches, in: viewer)
    let detail = ItemDetail(list, in: viewer, keeping: FeedItems(of: self, search))
    isFound = { [weak search] in search?.isFound($0) ?? false }
    let filter = ListFilter(list, of: self, search)
    let saving = Saving(
      list, in: viewer, whole: whole,
      isFiltered: { [weak filter] in filter?.parts.isEmpty == false }
    ) { [options = viewer.options] in
      let form = PlainForm(options: options, toTerminal: false)
      return { form.bytes(of: $0, in: self) }
    }
    let before = list.onLayout
    list.onLayout = { [weak filter] in
      before?()
      filter?.begin()
    }
    search.onFind = { [weak detail] in detail?.chosen = nil }
    list.wordsBehindTitle = { [weak filter, weak viewer, saving] in
      (filter?.status ?? []) + [saving.message].compactMap { $0 }
        + (viewer?.sources.description.map { [Message(fact: $0)] } ?? [])
    }
    list.extraCommands =
      saving.commands + copying(from: list, in: viewer) + detail.commandsBesideEnter
      + search.commands + filter.commands
      + viewer.goingToNamed { [weak list] in list?.show($0) } + [telling(of: list)]
    return FeedScreen(controller: list, list: list)
  }

  /// Creates the command that shows the title and the number of loaded items.
  @MainActor package func telling(of list: PagedListController<Item, Cursor>) -> Command {
    Command(
      "show the title and the number of \(itemNames.many)", in: .view, keys: ["=", "^G"],
      words: ["f"]
    ) { [weak list] in
      guard let list else { return }
      let isAll = list.pager.reaches(.leading) && list.pager.reaches(.trailing)
      let count = list.pager.count
      let name = count == 1 ? itemNames.one : itemNames.many
      list.show(Message("\(title): \(list.grouped(count)) \(name)\(isAll ? "" : " loaded")"))
    }
  }

  /// Creates the commands that copy the selected item: `y` its text, `Y` its fields as JSON.
  @MainActor package func copying(
    from list: PagedListController<Item, Cursor>, in viewer: Viewer
  ) -> [Command] {
    func copy(_ name: String, _ bytes: @escaping (Item) -> [UInt8]) -> () -> Void {
      { [weak list, weak viewer] in
        guard let item = list?.selectedItemInSight() else { return }
        viewer?.copy(bytes(item), as: name) { list?.show($0) }
      }
    }
    let name = "the \(itemNames.one)"
    // One row of the help describes both keys.
    let title = "copy \(name); Y: as JSON"
    return [
      Command(title, in: .feed, keys: ["y"], action: copy(name, copied)),
      Command(
        title, in: .feed, keys: ["Y"],
        action: copy(name) { item in
          var bytes: [UInt8] = []
          JSONField.append(fields(of: item), to: &bytes)
          return bytes
        }),
    ]
  }

  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    let pager = Pager(
      source: source, configuration: try form.options.paging.configuration(paging))
    try form.write(pager, of: self)
  }
}

extension PagedListController {
  /// Begins at the starting position of the command line: the end, or an item by its number.
  func begin(at start: StartPosition?) {
    switch start {
    case .end: if !jump(to: .end) { goToEnd() }
    case .item(let number), .line(let number): goToItem(number)
    case .match, nil: break
    }
  }
}

/// The screen of a feed: a controller, and its list.
package struct FeedScreen<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  /// The controller: the list itself, or its container.
  package let controller: any ViewController
  /// The list, whose position may be stored.
  package let list: PagedListController<Item, Cursor>

  package init(controller: any ViewController, list: PagedListController<Item, Cursor>) {
    self.controller = controller
    self.list = list
  }
}

/// A cell that shows an item on one line, with parts in different styles.
package final class LineCell: TableViewCell {
  /// The parts of a line from left to right.
  package typealias Content = [(text: SafeText, style: Style)]

  private var content: [StyledText] = []

  package init() {}

  package func show(_ content: Content) { show(content, nil, isFound: false) }

  /// Shows an item with matches highlighted.
  ///
  /// - Parameter isFound: whether the item was found last.
  func show(_ content: Content, _ matches: TextMatches?, isFound: Bool) {
    self.content = content.map { part in
      let text = StyledText(part.text, style: part.style)
      return matches?.marked(text, isCurrent: isFound) ?? text
    }
  }

  package var contentWidth: Int { content.reduce(0) { $0 + $1.width } }

  package func draw(in canvas: inout Canvas) {
    var column = 0
    for part in content {
      canvas.draw(part, at: Point(line: 0, column: column))
      column += part.width
    }
  }
}
