import EventLoop
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal

/// The search of a list, with the same keys for every source: `/` and `?` ask for a pattern or
/// condition, and `n` and `N` go to the next and the previous match.
///
/// Loaded items are examined first. Then further pages are loaded until a match is found, until the
/// last page is loaded, or until Escape or `^C` is pressed. If the source has its own search
/// (`Feed.searching`) and can search for the pattern, that search is used instead.
final class ListSearch<Source: Feed> {
  typealias List = PagedListController<Source.Item, Source.Cursor>

  unowned let list: List
  let feed: Source
  private(set) weak var viewer: Viewer?
  /// The matches to highlight.
  let matches: TextMatches
  /// The known columns, if there are any.
  var columns: () -> RecordColumns? = { nil }
  /// Handles input that was typed earlier, because a search starts at the resulting position.
  var performPendingInput: () -> Void
  /// Called when the search has reached an item.
  var onFind: () -> Void = {}
  /// The item that was found last.
  private(set) var found: Source.Item.ID?
  private var matcher: ItemMatcher<Source>?
  /// Actions that wait for pending movements, in order.
  private var pendingActions: [() -> Void] = []
  /// The current request to the source.
  var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  private var hold = InputHold()
  /// The matches among the loaded items; nil if the list or the pattern has changed since the
  /// count.
  private var counted: MatchCount?
  /// The message about the last match.
  private var said: Message?
  private var observation: PagerObservation?
  /// The position before the search.
  private var origin: ListPlace<Source.Cursor>?
  /// The filters of the list.
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

  /// Whether further keys wait for the match.
  private var holdsInput: Bool { hold.holdsInput(while: isUnderWay || list.isOnTheWay) }

  /// Records that a match was requested.
  func noteAsked() { hold.begin() }

  /// The commands; the list retains them, and they retain this object.
  var commands: [Command] {
    Command.searching(
      ask: { self.ask($0, goesDown: $1, count: $2) }, goOn: { self.goOn(times: $0, back: $1) })
      + [
        Command.stoppingSearch(isEnabled: { self.isAsking }) { self.stop() },
        Command("turn highlighting of matches on or off", in: .view, keys: [.alt("u"), .alt("U")]) {
          self.toggleMatches()
        },
        Command(
          "ignore or respect case in searches", in: .view, after: .key("-"), keys: ["i", "I"]
        ) {
          self.toggleCase()
        },
      ]
  }

  // MARK: The pattern

  var pattern: TextPattern? { matches.pattern }

  /// The parser of typed text, which uses the visible items.
  var questions: ListQuestions<Source> {
    ListQuestions(
      feed: feed, columns: columns(), rule: matches.rule, zone: viewer?.options.times ?? .source
    ) { [list] in list.visibleItems }
  }

  /// Sets or removes the pattern to search for.
  ///
  /// - Parameter item: the current match.
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

  /// The index of the current item: the selected one, or the visible one that was found last, or
  /// else the first visible one.
  var start: Int? {
    let shown = list.visibleItems
    let item =
      list.tableView.allowsSelection
      ? list.selectedItem : shown.first(where: isFound) ?? shown.first
    return item.flatMap { list.pager.index(of: .item($0.id)) }
  }

  /// Performs an action when a movement or jump in progress is complete.
  func afterJump(_ action: @escaping () -> Void) {
    list.giveUpPausedWay()
    if list.isOnTheWay || !pendingActions.isEmpty {
      pendingActions.append(action)
    } else {
      action()
    }
  }

  private func goOnAfterJump() {
    guard !pendingActions.isEmpty, !list.isOnTheWay else { return }
    // The commands of the last frame may keep this object alive after the list is deallocated.
    Task { [weak self, weak list] in
      // An action may start another jump, for which the next action waits.
      while let self, list?.isOnTheWay == false, !pendingActions.isEmpty {
        pendingActions.removeFirst()()
      }
    }
  }

  /// Goes to the first match from the current item on, which may be the current item itself.
  func begin(atMatch text: String) {
    do throws(PatternError) {
      look(for: try questions.pattern(of: text))
      noteAsked()
      take(ListStep(from: start, down: true))
    } catch {
      list.show(Message(error))
    }
  }

  // MARK: Next match

  /// Goes to the next match, or to the nth one; wraps around only if the previous step has found no
  /// match before the end.
  func goOn(times count: Int, back: Bool = false) {
    guard pattern != nil else {
      return list.show(Message("nothing to search for: press / to type a pattern"))
    }
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

  /// Returns the index after or before the current item; if no item is selected or was found, the
  /// index of the first visible item, or the one before it when going up.
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

  /// Goes to a match that the source finds, if it has a search; otherwise to a match among the
  /// loaded items, or among further ones.
  ///
  /// - Parameters:
  ///   - loads: whether the source may be searched and more items may be loaded.
  ///   - orElse: called if no match is found; by default a message is shown.
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

  /// Returns to the screen that was shown before more items were loaded.
  private func goBack() {
    if let origin { list.goAndMove(backTo: origin) }
    origin = nil
  }

  private func show(_ index: Int, isCounted: Bool = true) {
    guard let item = list.pager[index].item else { return }
    show(item)
    if isCounted { sayNumber(of: index) }
  }

  /// Shows a loaded item that was found.
  func show(_ item: Source.Item) {
    matches.direction.renew()
    found = item.id
    onFind()
    list.tableView.reloadData()
    list.select(orScrollTo: item.id)
  }

  /// Shows the number of a match, or only that it is a match if not all items before it are loaded.
  private func sayNumber(of index: Int) {
    guard let count = counted ?? countMatches() else { return }
    counted = count
    guard list.pager.reaches(.leading), count.gaps.first.map({ $0 > index }) ?? true else {
      return list.show(Message("match"))
    }
    let isWhole = list.pager.reaches(.trailing) && count.gaps.isEmpty
    // An item with several matches counts only once.
    let (number, names) = (count.matches.count, list.itemNames)
    let total =
      "\(list.grouped(number)) matching \(number == 1 ? names.one : names.many)"
      + (isWhole ? "" : " so far")
    let field = pattern?.expression.map { " \($0.inColumns)" } ?? ""
    let message = Message("\(list.grouped(count.number(of: index))) of \(total)\(field)")
    said = message
    list.show(message)
  }

  /// Updates the number of matches after more items have been loaded, as long as the message is
  /// shown.
  private func sayNumberAgain() {
    guard let said, list.message == said, let found,
      let index = list.pager.index(of: .item(found))
    else { return }
    sayNumber(of: index)
  }

  /// Returns the indices of the matches and gaps among the loaded items; nil without a pattern.
  ///
  /// Cost: examines all loaded items; the result is kept until the list or the pattern changes.
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
        doubt: matcher?.hasGivenUp == true ? ", some \(feed.itemNames.many) not checked" : "",
        theme: list.theme))
  }

  // MARK: Stopping

  /// Whether a request is in progress or an action waits; Escape stops both.
  private var isAsking: Bool { task != nil || !pendingActions.isEmpty }

  /// Whether something is in progress that Escape stops; a jump alone does not count, because it
  /// may belong to a filter.
  var isUnderWay: Bool { isAsking || list.isLoadingOn || list.tableView.isWaiting }

  /// Cancels the search, and the actions that wait for it.
  func cancel() { (task, pendingActions) = (nil, []) }

  private func stop() {
    cancel()
    list.show(Message("search stopped"))
  }
}
