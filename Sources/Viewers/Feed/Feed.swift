package import Feeds
package import Paging
package import Records
package import TableUI
package import Terminal

/// A source with what a reader needs: its title, its screen and its plain form.
///
/// A kind of source is a feed and an opener. What all feeds share is written once: `Viewer` wires the
/// pager, the log and the kept place, `PlainForm` writes lines and JSON. A feed is made off the main
/// actor, because opening something may wait.
nonisolated package protocol Feed<Item, Cursor>: Sendable {
  associatedtype Item: Identifiable & Sendable where Item.ID: Sendable
  associatedtype Cursor: Hashable & Sendable

  /// What the status line begins with.
  var title: String { get }
  /// What it begins with where there is little room; the title by default.
  var shortTitle: String? { get }
  /// What a reader should know of how it was named; nil by default.
  var notice: String? { get }
  /// What one item is called, and several.
  var itemNames: (one: String, many: String) { get }
  /// The pages.
  var source: any PagingSource<Item, Cursor> { get }
  /// The numbers of its pages where the reader gives none.
  var paging: PagingDefaults { get }
  /// Whether it shows and writes only what `--filter` asks for; by default it does.
  var takesFilters: Bool { get }
  /// Whether it shows and writes only what `--since` and `--until` leave; not by default.
  var takesTimes: Bool { get }
  /// How its places are written, where they are kept from one run to the next; nil where they are not.
  var positionCoding: PositionCoding<Item, Cursor>? { get }

  /// An item as a row of the list, in one line; not asked where `screen(_:in:)` is the feed's own.
  @MainActor func row(of item: Item, _ theme: Theme) -> LineCell.Content
  /// The texts that are shown of an item, in which a search looks; its line by default.
  func texts(of item: Item) -> [ArraySlice<UInt8>]
  /// The fields of an item, of which conditions are asked; made of `fields(of:)` by default.
  func record(of item: Item) -> Record?
  /// How the source finds items itself; nil by default: then the list looks at what it loads.
  var searching: SourceSearch<Item, Cursor>? { get }
  /// What Enter opens in front: the address of another feed; nil for nothing.
  func address(of item: Item) -> [UInt8]?
  /// What is copied of an item; its line by default.
  func copied(of item: Item) -> [UInt8]
  /// Its screen over `viewer.pager(of: self)`; a list of rows by default.
  ///
  /// The feed asks for the pager, because here its types are known: made by code for all types, each
  /// load and each frame would cost more than twice as much.
  ///
  /// - Throws: which numbers of the reader do not go together.
  @MainActor func screen(in viewer: Viewer) throws(Failure) -> FeedScreen<Item, Cursor>

  /// Whether all of it has come, and fits on a screen; waits up to a time for that. Never by default.
  @MainActor func fits(on size: Size, within time: Duration, _ options: ViewerOptions) -> Bool
  /// Ends what is still under way for it, such as a command; called once, when the screen is closed.
  func close()

  /// An item as a line of the plain form, without its end.
  func line(of item: Item) -> String
  /// An item as the members of a JSON object, in this order, and as what is shown of it whole.
  func fields(of item: Item) -> [JSONField]
  /// Writes the plain form; line after line by default.
  ///
  /// - Throws: why it cannot be read or written.
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
  ) throws(Failure) -> FeedScreen<Item, Cursor> { try listScreen(in: viewer) }

  /// A list of rows, which a feed may add to.
  ///
  /// - Parameter whole: what `:w` saves where no filter is on; by default the rows that are loaded.
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

  /// Says where the reader is: the name, and how much is loaded.
  @MainActor private func telling(of list: PagedListController<Item, Cursor>) -> Command {
    Command("where am I", in: .view, keys: ["=", "^G"], words: ["f"]) { [weak list] in
      guard let list else { return }
      let isAll = list.pager.reaches(.leading) && list.pager.reaches(.trailing)
      let count = list.pager.count
      let name = count == 1 ? itemNames.one : itemNames.many
      list.show(Message("\(title): \(list.grouped(count)) \(name)\(isAll ? "" : " loaded")"))
    }
  }

  /// The keys that copy the selected item of a list: `y` what it says, `Y` its fields as JSON.
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
    // One row of the help for both.
    let title = "copy \(name), Y as JSON"
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

/// A feed's screen: what is shown, and the list in it.
package struct FeedScreen<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  /// What is shown: the list itself, or what has it.
  package let controller: any ViewController
  /// What the reader moves in, whose place may be kept.
  package let list: PagedListController<Item, Cursor>

  package init(controller: any ViewController, list: PagedListController<Item, Cursor>) {
    self.controller = controller
    self.list = list
  }
}

/// An item in one line, of parts that may look different.
package final class LineCell: TableViewCell {
  /// The parts of a line, from the left.
  package typealias Content = [(text: SafeText, style: Style)]

  private var content: [StyledText] = []

  package init() {}

  package func show(_ content: Content) { show(content, nil, isFound: false) }

  /// Shows an item, in which matches stand out.
  ///
  /// - Parameter isFound: whether it is the one that was found last.
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
