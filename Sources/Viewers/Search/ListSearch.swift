import EventLoop
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal

/// Searching a list, the same over every source: `/` and `?` ask for a pattern or a condition, `n` and `N` go
/// on.
///
/// What is held is looked at, and then what is loaded for it, page after page, until Escape or `^C`; where the
/// source can find items itself (`Feed.searching`), it is asked instead.
final class ListSearch<Source: Feed> {
  typealias List = PagedListController<Source.Item, Source.Cursor>

  unowned let list: List
  let feed: Source
  private(set) weak var viewer: Viewer?
  /// What stands out in the rows.
  let matches: TextMatches
  /// The columns that are known, where there are some.
  var columns: () -> RecordColumns? = { nil }
  /// Does what was typed before, because a search begins where that leads.
  var performPendingInput: () -> Void
  /// Called when the search has led to an item.
  var onFind: () -> Void = {}
  /// The item that was found last.
  private(set) var found: Source.Item.ID?
  private var matcher: ItemMatcher<Source>?
  /// What waits for the place that the reader is on the way to, one after the other.
  private var pendingActions: [() -> Void] = []
  /// What the source is asked now.
  var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  private var hold = InputHold()
  /// How many match of what is held; nil where it was not counted since the list changed.
  private var counted: MatchCount?
  /// What was said of the match that was found last.
  private var said: Message?
  private var observation: PagerObservation?
  /// Where the reader was before that.
  private var origin: ListPlace<Source.Cursor>?
  /// The parts that narrow the list.
  var filter: () -> [FilterPart] = { [] }

  init(_ list: List, of feed: Source, _ matches: TextMatches, in viewer: Viewer) {
    (self.list, self.feed, self.matches, self.viewer) = (list, feed, matches, viewer)
    performPendingInput = { [unowned list] in
      if list.tableView.size.lines > 0 { list.layout(for: list.tableView.size) }
    }
    observation = list.pager.observe { [weak self] update in
      guard !update.difference.isEmpty, let self else { return }
      counted = nil
      sayNumberAgain()
    }
    list.holdsInputWhile = { [weak self] in self?.holdsInput ?? false }
    matches.onChange = { [weak list] in list?.tableView.reloadData() }
    let before = list.onLayout
    list.onLayout = { [weak self] in
      before?()
      self?.goOnAfterJump()
    }
  }

  isolated deinit { task?.cancel() }

  /// Whether the next keys wait for the match that was asked for.
  private var holdsInput: Bool { hold.holdsInput(while: isUnderWay || list.isOnTheWay) }

  /// Takes note that a match is asked for.
  func noteAsked() { hold.begin() }

  /// The list keeps its commands, and they keep this.
  var commands: [Command] {
    Command.searching(
      ask: { self.ask($0, goesDown: $1, count: $2) }, goOn: { self.goOn(times: $0, back: $1) })
      + [
        Command.stoppingSearch(isEnabled: { self.isAsking }) { self.stop() },
        Command("show or hide the matches", in: .view, keys: [.alt("u"), .alt("U")]) {
          self.toggleMatches()
        },
        Command("ignore case in searches, or not", in: .view, after: .key("-"), keys: ["i", "I"]) {
          self.toggleCase()
        },
      ]
  }

  // MARK: What is looked for

  var pattern: TextPattern? { matches.pattern }

  /// What is typed, read by what is in sight.
  var questions: ListQuestions<Source> {
    ListQuestions(
      feed: feed, columns: columns(), rule: matches.rule, zone: viewer?.options.times ?? .source
    ) { [list] in list.visibleItems }
  }

  /// - Parameter item: the match that the reader is at.
  func look(for pattern: TextPattern?, at item: Source.Item.ID? = nil) {
    let isSame = matches.isSame(pattern)
    found = item
    matches.look(for: pattern)
    if isSame { list.onNeedsDisplay?() } else { renewMatcher() }
  }

  private func renewMatcher() {
    matcher = pattern.map { ItemMatcher([FilterPart($0)], of: feed) }
    counted = nil
    list.onNeedsDisplay?()
  }

  /// Whether an item is the one that was found last.
  func isFound(_ item: Source.Item) -> Bool { item.id == found }

  private func toggleMatches() {
    matches.hide(!matches.isHidden)
    list.onNeedsDisplay?()
  }

  private func toggleCase() {
    let message = matches.toggleCase()
    if let text = pattern?.text { matches.replace(by: try? questions.pattern(of: text)) }
    renewMatcher()
    list.show(message)
  }

  /// The index of the item that the reader is at: the selected one, or else the one that was found last if it
  /// is in sight, or else the first in sight.
  var start: Int? {
    let shown = list.visibleItems
    let item =
      list.tableView.allowsSelection
      ? list.selectedItem : shown.first(where: isFound) ?? shown.first
    return item.flatMap { list.pager.index(of: .item($0.id)) }
  }

  /// Does something once the reader is where a movement, a jump or the way to a place leads.
  func afterJump(_ action: @escaping () -> Void) {
    if list.isOnTheWay || !pendingActions.isEmpty {
      pendingActions.append(action)
    } else {
      action()
    }
  }

  private func goOnAfterJump() {
    guard !pendingActions.isEmpty, !list.isOnTheWay else { return }
    // Commands of the frame before may keep this for longer than the list.
    Task { [weak self, weak list] in
      // Each may lead to another place, where the next one begins.
      while let self, list?.isOnTheWay == false, !pendingActions.isEmpty {
        pendingActions.removeFirst()()
      }
    }
  }

  // MARK: Going on

  /// The next match, or the nth from here; beyond the last only when asked again.
  func goOn(times count: Int, back: Bool = false) {
    guard pattern != nil else { return list.show(Message("nothing to search for: / asks")) }
    noteAsked()
    performPendingInput()
    matches.hide(false)
    afterJump { [weak self] in
      guard let self else { return }
      let down = matches.direction.goesDown != back
      if matches.direction.wraps(goingDown: down) {
        goToOtherEnd(down) { [weak self] in
          self?.take(ListStep(from: nil, down: down, count: count))
        }
      } else {
        take(ListStep(from: nextIndex(down), down: down, count: count))
      }
    }
  }

  /// Behind or before the item that the reader is at; the first in sight itself, where none was found.
  private func nextIndex(_ down: Bool) -> Int? {
    guard let start else { return nil }
    let isAtItem = list.tableView.allowsSelection || list.pager[start].item.map(isFound) ?? false
    return down ? start + (isAtItem ? 1 : 0) : start - 1
  }

  private func goToOtherEnd(_ down: Bool, then action: @escaping () -> Void) {
    let pager = list.pager
    if feed.searching != nil || pager.reaches(down ? .leading : .trailing) { return action() }
    if down { return list.jump(to: .start, then: action) }
    if pager.traits.opensAtEnd { return list.jump(to: .end, then: action) }
    loadOn("loading to the end", at: .trailing, find: { nil }) { if $0 == .exhausted { action() } }
  }

  /// Goes to a match: among what is held, then by loading or by asking the source.
  ///
  /// - Parameters:
  ///   - loads: whether more is loaded for it.
  ///   - orElse: what is done where there is none; by default that is told.
  func take(_ step: ListStep, loads: Bool = true, orElse: (() -> Void)? = nil) {
    guard let matcher else { return }
    task = nil
    let orElse = orElse ?? { [weak self] in self?.sayNothing(below: step.goesDown) }
    if loads, ask(feed.searching, for: step, orElse: orElse) { return }
    let walk = ItemWalk(
      list.pager, from: step.start, down: step.goesDown, count: step.count,
      matches: matcher.matches)
    if let index = walk.find() { return show(index, isCounted: loads) }
    guard loads else { return orElse() }
    loadOn("searching", at: step.goesDown ? .trailing : .leading, find: walk.find) {
      [weak self] in
      switch $0 {
      case .found(let index): self?.show(index)
      case .exhausted:
        self?.goBack()
        orElse()
      case .stopped:
        self?.goBack()
        self?.list.show(Message("search stopped"))
      case .interrupted: break
      }
    }
  }

  private func loadOn(
    _ words: String, at edge: Edge, find: @escaping () -> Int?,
    onEnd: @escaping (ListGoal.Outcome) -> Void
  ) {
    origin = list.currentPlace()
    list.loadOn(to: ListGoal(words, at: edge, find: find, onEnd: onEnd))
  }

  /// Shows what was in sight before more was loaded.
  private func goBack() {
    if let origin { list.goAndMove(backTo: origin) }
    origin = nil
  }

  private func show(_ index: Int, isCounted: Bool = true) {
    guard let item = list.pager[index].item else { return }
    show(item)
    if isCounted { sayNumber(of: index) }
  }

  /// Shows an item that was found and is held.
  func show(_ item: Source.Item) {
    matches.direction.renew()
    found = item.id
    onFind()
    list.tableView.reloadData()
    list.select(orScrollTo: item.id)
  }

  /// Says which match it is, where all that stands before it is held.
  private func sayNumber(of index: Int) {
    guard let count = counted ?? countMatches() else { return }
    counted = count
    guard list.pager.reaches(.leading), count.gaps.first.map({ $0 > index }) ?? true else {
      return list.show(Message("match"))
    }
    let isWhole = list.pager.reaches(.trailing) && count.gaps.isEmpty
    // One with several matches counts once.
    let (number, names) = (count.matches.count, list.itemNames)
    let total =
      "\(list.grouped(number)) \(number == 1 ? names.one : names.many)" + (isWhole ? "" : " so far")
    let field = pattern?.expression.map { " in \($0.columnNames)" } ?? ""
    let message = Message("match \(list.grouped(count.number(of: index))) of \(total)\(field)")
    said = message
    list.show(message)
  }

  /// More may match of what has come since, as long as the number stands there.
  private func sayNumberAgain() {
    guard let said, list.message == said, let found,
      let index = list.pager.index(of: .item(found))
    else { return }
    sayNumber(of: index)
  }

  /// Cost: all that is held; so it is kept until the list or the pattern changes.
  private func countMatches() -> MatchCount? {
    guard let matcher else { return nil }
    return (0..<list.pager.count).reduce(into: MatchCount()) { count, index in
      switch list.pager[index] {
      case .item(let item): if matcher.matches(item) { count.matches.append(index) }
      case .gap: count.gaps.append(index)
      }
    }
  }

  func sayNothing(below: Bool) {
    let pager = list.pager
    let isWhole =
      pager.reaches(.leading) && pager.reaches(.trailing)
      && (0..<pager.count).allSatisfy { pager[$0].item != nil }
    let isNowhere =
      feed.searching == nil && isWhole
      && ItemWalk(pager, from: nil, down: true, count: 1) { [weak self] in
        self?.matcher?.matches($0) ?? false
      }.find() == nil
    list.show(
      matches.direction.exhaust(
        goingDown: below, isNowhere: isNowhere || pager.count == 0,
        text: pattern?.description ?? "",
        doubt: matcher?.hasGivenUp == true ? ", some too hard" : "", theme: list.theme))
  }

  // MARK: Stopping

  /// Whether Escape stops this.
  private var isAsking: Bool { task != nil || !pendingActions.isEmpty }

  /// Whether Escape stops something; a jump is none, because the page of a filter is on its way by one.
  var isUnderWay: Bool { isAsking || list.isLoadingOn || list.tableView.isWaiting }

  /// Gives up the search under way, and what waits for it.
  func cancel() { (task, pendingActions) = (nil, []) }

  private func stop() {
    cancel()
    list.show(Message("search stopped"))
  }
}
