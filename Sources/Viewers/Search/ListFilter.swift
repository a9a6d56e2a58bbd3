import Feeds
import Paging
import Search
import Synchronization
import TableUI
import Terminal

/// The filter of a list: `&` asks for a pattern or condition, and only matching items are shown.
///
/// Further filters narrow the result, and Escape removes the last one. The source filters if it can
/// (`Feed.searching`); otherwise each page is filtered when it arrives.
final class ListFilter<Source: Feed> {
  typealias List = PagedListController<Source.Item, Source.Cursor>

  private(set) var parts: [FilterPart] = []
  private unowned let list: List
  private let feed: Source
  /// The source of all items.
  private var whole: any PagingSource<Source.Item, Source.Cursor>
  private let search: ListSearch<Source>
  /// The matcher that filters pages as they arrive; nil if the source filters, or if the list has
  /// no filter.
  private var matcher: SharedItemMatcher<Source>?
  /// The words that the list shows without a filter.
  private let usualWords: StatusWords
  /// Whether the source has searched for a while without finding more.
  private var isLooking: Bool { list.words.loading != usualWords.loading }
  /// The filters of the command line, while they wait for the first items.
  private var asked: [String]

  init(_ list: List, of feed: Source, _ search: ListSearch<Source>) {
    (self.list, self.feed, self.search) = (list, feed, search)
    (whole, usualWords) = (list.pager.source, list.words)
    asked = feed.takesFilters ? search.viewer?.askedOptions.filters ?? [] : []
    search.filter = { [weak self] in self?.parts ?? [] }
  }

  /// The commands; the list retains them, and they retain this object.
  var commands: [Command] {
    let names = feed.itemNames.many
    return [
      Command("show only \(names) that match, or with ! those that do not", in: .view, keys: ["&"])
      {
        self.ask()
      },
      Command(
        "remove the last filter", in: .view, keys: [.escape],
        isEnabled: { !self.parts.isEmpty && !self.search.isUnderWay }
      ) { self.removeLast() },
    ]
  }

  /// The filters for the status line.
  var status: [Message] {
    guard !parts.isEmpty else { return [] }
    let doubt =
      matcher?.hasGivenUp == true ? ", some \(feed.itemNames.many) not checked" : ""
    let words = Message(parts.map(\.description).joined(separator: ", ") + doubt, .accent)
    return [words] + (isLooking ? [Message("^C: stop")] : [])
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

  /// Applies the filters of the command line once items are visible.
  func begin() {
    guard isPending, list.firstVisibleItem() != nil else { return }
    defer { asked = [] }
    do throws(Failure) {
      var questions = search.questions
      questions.takesAnyField = true
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

  /// Changes the filter, starting at the current item or at the target of a pending movement or
  /// jump.
  private func change(_ change: @escaping (inout [FilterPart]) -> Void) {
    let action: () -> Void = { [weak self] in
      guard let self else { return }
      change(&parts)
      show()
    }
    // Actions that wait for a paused search are cancelled together with that search.
    if list.giveUpPausedWay() { search.cancel() }
    // Other loads are not awaited, because they are for the previous filter.
    if list.isLoadingOn || list.tableView.isWaiting { search.afterJump(action) } else { action() }
  }

  // MARK: Display

  /// The words for rows that are not items.
  private var words: StatusWords {
    var words = usualWords
    words.end = list.words.end
    if !parts.isEmpty { words.empty = "no \(feed.itemNames.one) matches" }
    return words
  }

  /// Shows the items of another source from the start, with the same filters.
  ///
  /// If the order has changed, the feed must report the new order before this call, because
  /// searches use it.
  ///
  /// - Parameter source: the source of all items.
  func show(_ source: any PagingSource<Source.Item, Source.Cursor>) {
    whole = source
    list.forgetDeparture()
    list.words = words
    search.matches.direction.renew()
    matcher = nil
    list.open(parts.isEmpty ? whole : found ?? filtered)
  }

  /// Replaces the source with one that has the same items but other values, at the current
  /// position.
  func exchange(inPlace source: any PagingSource<Source.Item, Source.Cursor>) {
    whole = source
    show()
  }

  /// Shows the items from the current one on, or from the next matching one.
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

  /// Returns the position before an entry, if the source provides cursors for items; otherwise nil,
  /// and pages are loaded from the start.
  private func position(of index: Int) -> PageRequest<Source.Cursor>.Position? {
    let before = (0..<index).reversed().lazy.compactMap { self.list.pager[$0].item }.first
    return before.flatMap { list.pager.cursor(of: $0.id) }.map { .after($0) }
  }

  /// Goes to the item that was current, or to the next matching one, which may not be on the first
  /// page.
  private func go(to id: Source.Item.ID) {
    let pager = list.pager
    var goal = ListGoal("loading", at: .trailing) { [weak pager] in
      pager?.index(of: .item(id))
    } onEnd: { [weak list] outcome in
      guard case .found = outcome, let list else { return }
      if list.tableView.allowsSelection { list.select(id) }
      list.scroll(to: id)
    }
    goal.isLimited = false
    list.loadOn(to: goal)
  }

  /// The source's own filtered items; nil if it cannot filter.
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

  /// Shows the progress of the source's search in the row that is shown during loading.
  private func note(_ percent: Int?) {
    let words = percent.map { "filtering \($0)%" } ?? usualWords.loading
    guard list.words.loading != words else { return }
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

/// A matcher with a lock, because several pages may be filtered at once.
nonisolated private final class SharedItemMatcher<Source: Feed>: Sendable {
  private let matcher: Mutex<ItemMatcher<Source>>

  init(_ parts: [FilterPart], of feed: Source) { matcher = Mutex(ItemMatcher(parts, of: feed)) }

  var hasGivenUp: Bool { matcher.withLock { $0.hasGivenUp } }

  func matches(_ item: Source.Item) -> Bool { matcher.withLock { $0.matches(item) } }
}

extension PagedListController {
  /// Selects a loaded item or, in a list without a selection, scrolls it to the top unless it is
  /// visible.
  func select(orScrollTo id: Item.ID) {
    if tableView.allowsSelection {
      select(id)
    } else if firstVisibleItem(where: { $0.id == id }) == nil {
      scroll(to: id)
    }
    onNeedsDisplay?()
  }
}
