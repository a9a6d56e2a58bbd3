import Feeds
import Paging
import Search
import Synchronization
import TableUI
import Terminal

/// Filtering a list: `&` asks for a pattern or a condition, and only items that meet it are shown; another one
/// narrows further, and Escape takes the last one off.
///
/// The source does it where it can (`Feed.searching`); else each page is looked at as it comes.
final class ListFilter<Source: Feed> {
  typealias List = PagedListController<Source.Item, Source.Cursor>

  private(set) var parts: [FilterPart] = []
  private unowned let list: List
  private let feed: Source
  /// All items.
  private var whole: any PagingSource<Source.Item, Source.Cursor>
  private let search: ListSearch<Source>
  /// What looks at the pages as they come; nil where the source finds items, or all are shown.
  private var matcher: SharedItemMatcher<Source>?
  /// Whether the source has looked for a while and found nothing more.
  private var isLooking = false
  /// The words of the list where all is shown.
  private let usualWords: StatusWords
  /// The filters of the command line, as long as they wait for the first items.
  private var asked: [String]

  init(_ list: List, of feed: Source, _ search: ListSearch<Source>) {
    (self.list, self.feed, self.search) = (list, feed, search)
    (whole, usualWords) = (list.pager.source, list.words)
    asked = feed.takesFilters ? search.viewer?.askedOptions.filters ?? [] : []
    search.filter = { [weak self] in self?.parts ?? [] }
  }

  /// The list keeps its commands, and they keep this.
  var commands: [Command] {
    let names = feed.itemNames.many
    return [
      Command("show only \(names) that match; ! first: that do not", in: .view, keys: ["&"]) {
        self.ask()
      },
      Command(
        "take the last filter off", in: .view, keys: [.escape],
        isEnabled: { !self.parts.isEmpty && !self.search.isUnderWay }
      ) { self.removeLast() },
    ]
  }

  /// What the status line says of it.
  var status: [Message] {
    guard !parts.isEmpty else { return [] }
    let doubt = matcher?.hasGivenUp == true ? ", some too hard" : ""
    let words = Message(parts.map(\.description).joined(separator: ", ") + doubt, .accent)
    return [words] + (isLooking ? [Message("^C stops")] : [])
  }

  private func ask() {
    search.performPendingInput()
    search.viewer?.readHistory()
    var prompt = Prompt("&", kind: Viewer.historyKind) { [weak self] in self?.add($0) }
    prompt.onChange = { [weak self] in self?.note(on: $0) }
    prompt.offer(
      { [weak self] in self?.search.questions.completion }, theme: list.theme,
      or: "pattern, or !pattern for \(list.itemNames.many) without it")
    search.viewer?.session?.open(prompt)
  }

  private func part(_ text: String) throws(PatternError) -> FilterPart? {
    try FilterPart(text) { text throws(PatternError) in try search.questions.pattern(of: text) }
  }

  private func note(on text: String) -> Message? {
    do throws(PatternError) {
      return try part(text).flatMap { search.questions.note(on: $0.pattern) }
    } catch {
      return Message(error)
    }
  }

  private func add(_ text: String) {
    do throws(PatternError) {
      guard let part = try part(text) else { return removeAll() }
      search.viewer?.keepHistory(text)
      change { $0.append(part) }
    } catch {
      list.show(Message(error))
    }
  }

  /// Whether the filters of the command line wait for the first items.
  var isPending: Bool { !asked.isEmpty }

  /// Shows what the command line asks for from the first, once there are items.
  func begin() {
    guard isPending, !list.visibleItems.isEmpty else { return }
    defer { asked = [] }
    do throws(Failure) {
      let questions = search.questions
      parts = try FilterPart.parts(asked) { text throws(PatternError) in
        try questions.pattern(of: text)
      }
      show()
    } catch {
      list.show(Message(error.text, .failure))
    }
  }

  private func removeAll() {
    guard !parts.isEmpty else {
      return list.show(Message("all \(feed.itemNames.many) are shown"))
    }
    change { $0 = [] }
  }

  private func removeLast() { change { _ = $0.popLast() } }

  /// Changes what is shown from where the reader is, or where a movement or a jump leads.
  private func change(_ change: @escaping (inout [FilterPart]) -> Void) {
    let action: () -> Void = { [weak self] in
      guard let self else { return }
      change(&parts)
      show()
    }
    // What the filter before loads is not waited for.
    if list.isLoadingOn || list.tableView.isWaiting { search.afterJump(action) } else { action() }
  }

  // MARK: What is shown

  /// What the rows that are no items say.
  private var words: StatusWords {
    var words = usualWords
    words.end = list.words.end
    if !parts.isEmpty { words.empty = "no \(feed.itemNames.one) matches" }
    return words
  }

  /// Shows the items in another order, from its start; what they are narrowed to stays.
  ///
  /// Also what is searched is in that order, which the feed tells by now.
  ///
  /// - Parameter source: all items.
  func show(_ source: any PagingSource<Source.Item, Source.Cursor>) {
    whole = source
    list.forgetDeparture()
    list.words = words
    search.matches.direction.renew()
    matcher = nil
    list.open(parts.isEmpty ? whole : found ?? filtered)
  }

  /// Shows the same items of another source, with other values, where the reader is.
  func exchange(inPlace source: any PagingSource<Source.Item, Source.Cursor>) {
    whole = source
    show()
  }

  /// Shows the items from the reader's on, or from the next one that is shown.
  private func show() {
    search.matches.direction.renew()
    matcher = nil
    list.words = words
    if let searching = feed.searching, let found = parts.isEmpty ? whole : found {
      let item = search.start.flatMap { list.pager[$0].item }
      return list.open(found, at: item.map { .after(searching.before($0)) } ?? .start)
    }
    let matcher = ItemMatcher(parts, of: feed)
    let wanted = search.start.flatMap { start in
      (start..<list.pager.count).lazy.compactMap { self.list.pager[$0].item }
        .first(where: matcher.matches)?.id
    }
    list.open(filtered, at: search.start.flatMap(position) ?? .start) { [weak self] in
      if let wanted { self?.go(to: wanted) }
    }
  }

  /// The place before an entry, if the source gives items cursors; else the pages come from the start again.
  private func position(of index: Int) -> PageRequest<Source.Cursor>.Position? {
    let before = (0..<index).reversed().lazy.compactMap { self.list.pager[$0].item }.first
    return before.flatMap { list.pager.cursor(of: $0.id) }.map { .after($0) }
  }

  /// Goes on with the item that the reader was at, which may not be on the first page.
  private func go(to id: Source.Item.ID) {
    let pager = list.pager
    let goal = ListGoal("loading", at: .trailing) { [weak pager] in
      pager?.index(of: .item(id))
    } onEnd: { [weak list] outcome in
      guard case .found = outcome, let list else { return }
      if list.tableView.allowsSelection { list.select(id) }
      list.scroll(to: id)
    }
    list.loadOn(to: goal)
  }

  /// The items that the source finds; nil where it cannot tell.
  private var found: (any PagingSource<Source.Item, Source.Cursor>)? {
    guard let searching = feed.searching, let found = searching.matching(parts) else { return nil }
    return Self.telling(found, searching.progress) { [weak self] percent in
      Task { @MainActor in self?.note(percent) }
    }
  }

  private static func telling(
    _ base: some PagingSource<Source.Item, Source.Cursor>,
    _ progress: @escaping @Sendable (Source.Cursor) async -> Int?,
    _ tell: @escaping @Sendable (Int?) -> Void
  ) -> any PagingSource<Source.Item, Source.Cursor> {
    FoundPages(base, progress: progress, tell: tell)
  }

  /// Says how far the source has looked, in the row that says that it is loading.
  private func note(_ percent: Int?) {
    let words = percent.map { "looking at \($0)%" } ?? usualWords.loading
    guard list.words.loading != words else { return }
    isLooking = percent != nil
    list.words.loading = words
    list.onNeedsDisplay?()
  }

  private var filtered: any PagingSource<Source.Item, Source.Cursor> {
    if parts.isEmpty { return whole }
    let matcher = SharedItemMatcher(parts, of: feed)
    self.matcher = matcher
    return Self.filtered(whole, by: matcher)
  }

  private static func filtered(
    _ base: some PagingSource<Source.Item, Source.Cursor>, by matcher: SharedItemMatcher<Source>
  ) -> any PagingSource<Source.Item, Source.Cursor> {
    base.filter { matcher.matches($0) }
  }
}

/// A matcher that any thread may use, one at a time: pages may be looked at side by side.
nonisolated private final class SharedItemMatcher<Source: Feed>: Sendable {
  private let matcher: Mutex<ItemMatcher<Source>>

  init(_ parts: [FilterPart], of feed: Source) { matcher = Mutex(ItemMatcher(parts, of: feed)) }

  var hasGivenUp: Bool { matcher.withLock { $0.hasGivenUp } }

  func matches(_ item: Source.Item) -> Bool { matcher.withLock { $0.matches(item) } }
}

extension PagedListController {
  /// Brings an item that is held to the reader: selected where items are, else at the top unless it is in sight.
  func select(orScrollTo id: Item.ID) {
    if tableView.allowsSelection {
      select(id)
    } else if !visibleItems.contains(where: { $0.id == id }) {
      scroll(to: id)
    }
    onNeedsDisplay?()
  }
}
