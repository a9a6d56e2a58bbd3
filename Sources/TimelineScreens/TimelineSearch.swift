import EventLoop
import Feeds
import Paging
import TableUI
import Terminal
import Timeline
import Viewers

/// The search and filter of the timeline with SQLite queries.
///
/// A step takes one query, and at most one more that counts the matches, so the limits on a guest's
/// keys also limit the guest's queries.
final class TimelineSearch {
  typealias List = PagedListController<Post, TimelineSource.Cursor>

  let timeline: TimelineOpening
  let list: List
  weak var viewer: Viewer?
  /// Called with the matches to highlight in the posts.
  let mark: (PostMatches?) -> Void
  let title: String
  var filter = PostFilter()
  var direction = SearchDirection()
  /// The current query, including its initial pause.
  var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// The searched string.
  private var part: PostFilter.Part?
  /// Whether matches are highlighted.
  private var isMarking = true

  private var hold = InputHold()

  /// The maximum number of matches that a step moves by, whatever number is typed before the key.
  private static let mostAtOnce = 1_000

  init(
    _ timeline: TimelineOpening, _ list: List, in viewer: Viewer,
    mark: @escaping (PostMatches?) -> Void
  ) {
    (self.timeline, self.list, self.viewer, self.mark) = (timeline, list, viewer, mark)
    title = list.title
    list.holdsInputWhile = { [weak self] in self?.holdsInput ?? false }
  }

  isolated deinit { task?.cancel() }

  /// Whether further keys wait for the result of the search.
  private var holdsInput: Bool { hold.holdsInput(while: task != nil || list.isOnTheWay) }

  var commands: [Command] {
    let search = Command.searching(
      ask: { [weak self] in self?.ask($0, goesDown: $1, count: $2) },
      goOn: { [weak self] in self?.goOn(times: $0, back: $1) })
    let stopping = Command.stoppingSearch(isEnabled: { [weak self] in self?.task != nil }) {
      [weak self] in
      self?.stop()
    }
    let hiding = Command(
      "turn highlighting of matches on or off", in: .view, keys: [.alt("u"), .alt("U")]
    ) {
      [weak self] in
      self?.toggleMatches()
    }
    return search + [stopping, hiding] + filtering
  }

  /// Returns a closure that waits before a query: for the given time, and before a guest's query at
  /// least 0.2 s.
  ///
  /// A new query cancels the wait of the previous one, so that many queries cost no more than one.
  func pause(_ time: Duration = .zero) -> @Sendable () async -> Void {
    let least = timeline.identity == nil ? Duration.milliseconds(200) : .zero
    guard max(least, time) > .zero, let clock = viewer?.clock else { return {} }
    // A pause is the absence of events, so it needs a clock. If the task is cancelled, the caller
    // notices.
    return { try? await clock.sleep(for: max(least, time)) }
  }

  func makePart(_ text: String, isNegated: Bool = false) -> PostFilter.Part {
    let rule = viewer?.options.searchCase ?? .smart
    return PostFilter.Part(
      text, isNegated: isNegated, ignoresCase: rule.ignoresCase(literal: text))
  }

  // MARK: Typing

  /// The state to which the reader returns when the prompt is cancelled.
  private struct Departure {
    let place: ListPlace<TimelineSource.Cursor>?
    let post: Post?
    let part: PostFilter.Part?
    let direction: SearchDirection
    /// The number of the match to find, counted from 1.
    let count: Int
  }

  private func ask(_ label: String, goesDown: Bool, count: Int) {
    let departure = Departure(
      place: list.currentPlace(), post: list.selectedItem, part: part, direction: direction,
      count: min(count, Self.mostAtOnce))
    let label = (count > 1 ? "\(count)" : "") + label
    direction.goesDown = goesDown
    var prompt = Prompt(label, kind: "/") { [weak self] in self?.enter($0, since: departure) }
    prompt.onChange = { [weak self] in
      self?.type($0, since: departure)
      return nil
    }
    prompt.hint = Message("text, or empty for the last one")
    prompt.onCancel = { [weak self] in self?.giveUp(departure) }
    viewer?.session?.open(prompt)
  }

  /// Shows a match of the text in the prompt, found from the position of the departure; goes back
  /// to that position if nothing matches.
  private func type(_ text: String, since departure: Departure) {
    task = nil
    look(for: text.isEmpty ? nil : makePart(text))
    guard !text.isEmpty else { return goBack(to: departure) }
    load(step(from: departure)) { [weak self] in self?.goBack(to: departure) }
  }

  private func enter(_ text: String, since departure: Departure) {
    hold.begin()
    guard !text.isEmpty else {
      look(for: departure.part)
      return goOn(times: departure.count)
    }
    look(for: makePart(text))
    direction.renew()
    if let place = departure.place { list.noteDeparture(from: place) }
    let step = step(from: departure)
    load(step, thenCount: true) { [weak self] in self?.sayNothing(below: step.goesDown) }
  }

  private func giveUp(_ departure: Departure) {
    cancel()
    direction = departure.direction
    look(for: departure.part)
    goBack(to: departure)
  }

  private func goBack(to departure: Departure) {
    if let place = departure.place { list.go(backTo: place) }
  }

  private func look(for part: PostFilter.Part?) {
    self.part = part
    showMatches()
  }

  // MARK: Appearance

  private func toggleMatches() {
    isMarking.toggle()
    showMatches(at: list.selectedItem?.id)
  }

  private func showMatches(at current: Post.ID? = nil) {
    var matches = isMarking ? part.flatMap { PostMatches(of: $0) } : nil
    matches?.current = current
    mark(matches)
    list.tableView.reloadData()
  }

  // MARK: Steps

  /// The start, direction and count of a step.
  private struct Step {
    let goesDown: Bool
    let position: PageRequest<TimelineSource.Cursor>.Position
    var count = 1
  }

  /// The step from the departure; when going down, the post itself is included.
  private func step(from departure: Departure) -> Step {
    let cursor = departure.post.map { TimelineSource.cursor(before: $0) }
    return direction.goesDown
      ? Step(
        goesDown: true, position: cursor.map { .after($0) } ?? .start, count: departure.count)
      : Step(
        goesDown: false, position: cursor.map { .before($0) } ?? .end, count: departure.count)
  }

  /// Goes to the next match, or `count` matches further; wraps around only if the step is repeated
  /// at the last match.
  private func goOn(times count: Int, back: Bool = false) {
    guard part != nil else {
      return list.show(Message("nothing to search for: press / to type a pattern"))
    }
    hold.begin()
    let down = direction.goesDown != back
    let step = Step(
      goesDown: down, position: start(down), count: min(max(1, count), Self.mostAtOnce))
    load(step, thenCount: true) { [weak self] in self?.sayNothing(below: down) }
  }

  /// The position after or before the selected post or, if the last search has reached an end, the
  /// other end.
  private func start(_ down: Bool) -> PageRequest<TimelineSource.Cursor>.Position {
    guard !direction.wraps(goingDown: down), let post = list.selectedItem else {
      return down ? .start : .end
    }
    return down
      ? .after(TimelineSource.cursor(behind: post)) : .before(TimelineSource.cursor(before: post))
  }

  private func load(_ step: Step, thenCount: Bool = false, orElse: @escaping () -> Void) {
    guard let part else { return }
    let wanted = PostFilter(filter.parts + [part])
    let request = PageRequest(reason: .append, position: step.position, count: step.count)
    let source = timeline.pages(matching: wanted, clock: viewer?.clock ?? ContinuousClock())
    task = BackgroundExecutor.shared.task { [weak self, pause = pause()] in
      await pause()
      if Task.isCancelled { return }
      let posts: [Post]
      do throws(PagingError) {
        posts = try await source.load(request).items
      } catch {
        return self?.fail(error) ?? ()
      }
      guard !Task.isCancelled, let self else { return }
      task = nil
      guard posts.count == step.count, let post = step.goesDown ? posts.last : posts.first else {
        return orElse()
      }
      show(post)
      if thenCount { count(post, wanted) }
    }
  }

  private func fail(_ error: PagingError) {
    guard !Task.isCancelled else { return }
    task = nil
    list.show(Message(error.description, .failure))
  }

  private func show(_ post: Post) {
    direction.renew()
    isMarking = true
    showMatches(at: post.id)
    if !list.select(post.id) { list.jump(to: .after(TimelineSource.cursor(before: post))) }
    list.onNeedsDisplay?()
  }

  /// Shows the number of a match among all matches.
  ///
  /// After several steps in a row only the last match is counted, because counting examines all
  /// posts.
  private func count(_ post: Post, _ wanted: PostFilter) {
    list.show(Message("match"))
    let pause = pause(.milliseconds(100))
    task = BackgroundExecutor.shared.task { [weak self, store = timeline.store] in
      await pause()
      if Task.isCancelled { return }
      let count = try? await store.source().matching(wanted).count(upTo: post)
      guard !Task.isCancelled, let self else { return }
      task = nil
      guard let count else { return }
      let total = list.grouped(count.total) + (count.isAll ? "" : "+")
      list.show(Message("match \(list.grouped(count.number)) of \(total)"))
    }
  }

  private func sayNothing(below: Bool) {
    list.show(
      direction.exhaust(
        goingDown: below, isNowhere: list.selectedItem == nil, text: part?.text ?? "",
        theme: list.theme))
  }

  /// Cancels the current query.
  func cancel() { task = nil }

  private func stop() {
    cancel()
    list.show(Message("search stopped"))
  }
}
