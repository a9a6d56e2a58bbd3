import EventLoop
import Paging
import TableUI
import Terminal
import Timeline
import Viewers

/// Searching and filtering the timeline: what SQLite is asked, and where the answer leads.
///
/// Each step is one query; a guest's come under the limits of any key.
final class TimelineSearch {
  private typealias List = PagedListController<Post, TimelineSource.Cursor>

  private let timeline: TimelineOpening
  private let list: PagedListController<Post, TimelineSource.Cursor>
  private weak var viewer: Viewer?
  private let title: String
  private var filter = PostFilter()
  /// What is looked for, and whether towards the end.
  private var part: PostFilter.Part?
  private var goesDown = true
  /// Whether the end was reached in a direction, so that the next step begins at the other.
  private var exhausted: Bool?
  private var task: Task<Void, Never>?

  /// Filters at once: each is looked for in all posts.
  private static let mostParts = 4
  /// Posts that a number before `n` goes on by at the most.
  private static let mostAtOnce = 1_000

  init(
    _ timeline: TimelineOpening, _ list: PagedListController<Post, TimelineSource.Cursor>,
    in viewer: Viewer
  ) {
    (self.timeline, self.list, self.viewer, title) = (timeline, list, viewer, list.title)
  }

  isolated deinit { task?.cancel() }

  var commands: [Command] {
    [
      Command("search towards the end", in: .move, keys: ["/"]) { [weak self] in
        self?.ask("/", goesDown: true)
      },
      Command("search towards the start", in: .move, keys: ["?"]) { [weak self] in
        self?.ask("?", goesDown: false)
      },
      Command(
        "next match", in: .move, keys: ["n"], times: { [weak self] in self?.goOn(times: $0) }),
      Command(
        "match before that", in: .move, keys: ["N"],
        times: { [weak self] in self?.goOn(times: $0, back: true) }),
      Command("show only posts that match; ! first: that do not", in: .view, keys: ["&"]) {
        [weak self] in
        self?.askForFilter()
      },
      Command(
        "stop the search", in: .move, keys: [.escape, "^C"],
        isEnabled: { [weak self] in self?.task != nil }
      ) { [weak self] in self?.stop() },
      Command(
        "show all posts again", in: .view, keys: [.escape],
        isEnabled: { [weak self] in self.map { !$0.filter.parts.isEmpty } ?? false }
      ) { [weak self] in self?.showAll() },
    ]
  }

  /// A guest's question waits for a moment without another one, so that many cost no more than one.
  private var pause: () async -> Void {
    guard timeline.identity == nil, let clock = viewer?.clock else { return {} }
    // Silence is what is waited for, which no event tells. Cancelled: who asked looks.
    return { try? await clock.sleep(for: .milliseconds(200)) }
  }

  // MARK: Searching

  private func ask(_ label: String, goesDown: Bool) {
    viewer?.session?.open(
      Prompt(label, kind: "/") { [weak self] text in
        guard let self else { return }
        self.goesDown = goesDown
        if !text.isEmpty { (part, exhausted) = (makePart(text), nil) }
        goOn(times: 1)
      })
  }

  private func makePart(_ text: String, isNegated: Bool = false) -> PostFilter.Part {
    let rule = viewer?.options.searchCase ?? .smart
    let ignoresCase = rule == .ignored || rule == .smart && !text.contains(where: \.isUppercase)
    return PostFilter.Part(text, isNegated: isNegated, ignoresCase: ignoresCase)
  }

  private func goOn(times count: Int, back: Bool = false) {
    guard let part else { return list.show(Message("nothing to search for: / asks")) }
    let (down, count) = (goesDown != back, min(max(1, count), Self.mostAtOnce))
    let wanted = PostFilter(filter.parts + [part])
    let request = PageRequest(reason: .append, position: start(down), count: count)
    let source = timeline.pages(matching: wanted, clock: viewer?.clock ?? ContinuousClock())
    task?.cancel()
    task = BackgroundExecutor.shared.task { [weak self, pause] in
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
      let found = posts.count < count ? nil : down ? posts.last : posts.first
      if let found { show(found, of: wanted) } else { sayNothing(below: down) }
    }
  }

  /// Behind or before the selected post; from the other end where this one was reached.
  private func start(_ down: Bool) -> PageRequest<TimelineSource.Cursor>.Position {
    guard exhausted != down, let post = list.selectedItem else { return down ? .start : .end }
    return down
      ? .after(TimelineSource.cursor(behind: post)) : .before(TimelineSource.cursor(before: post))
  }

  private func fail(_ error: PagingError) {
    guard !Task.isCancelled else { return }
    task = nil
    list.show(Message(error.description, .failure))
  }

  private func show(_ post: Post, of wanted: PostFilter) {
    exhausted = nil
    if !list.select(post.id) { list.jump(to: .after(TimelineSource.cursor(before: post))) }
    list.show(Message("match"))
    task = BackgroundExecutor.shared.task {
      [weak self, clock = viewer?.clock, store = timeline.store] in
      // Of many steps in a row only the last is counted, because a count looks at all posts: silence is what
      // is waited for, which no event tells. Cancelled: the next line ends it.
      try? await clock?.sleep(for: .milliseconds(100))
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
    let dot = list.theme.symbols.dot
    if exhausted == below || list.selectedItem == nil {
      exhausted = nil
      return list.show(Message("no match for \(part?.text ?? "")", .accent))
    }
    exhausted = below
    let (edge, other) = below ? ("below", "start") : ("above", "end")
    let key = goesDown == below ? "n" : "N"
    list.show(Message("no match \(edge) \(dot) \(key) from the \(other)", .accent))
  }

  /// Gives up what is asked, because nobody looks any more.
  func cancel() {
    task?.cancel()
    task = nil
  }

  private func stop() {
    cancel()
    list.show(Message("search stopped"))
  }

  // MARK: Filtering

  private func askForFilter() {
    viewer?.session?.open(
      Prompt("&", kind: "/") { [weak self] text in
        guard let self else { return }
        let isNegated = text.hasPrefix("!")
        let words = isNegated ? String(text.dropFirst()) : text
        if words.isEmpty { return showAll() }
        guard filter.parts.count < Self.mostParts else {
          return list.show(
            Message("no more than \(Self.mostParts) filters: Esc shows all", .accent))
        }
        filter.parts.append(makePart(words, isNegated: isNegated))
        showFiltered()
      })
  }

  private func showAll() {
    guard !filter.parts.isEmpty else { return list.show(Message("all posts are shown")) }
    filter = PostFilter()
    showFiltered()
  }

  /// Shows the posts from the selected one on, or the next one that is shown.
  private func showFiltered() {
    let words = filter.parts.map { ($0.isNegated ? "not " : "only ") + $0.text }
    list.title = words.isEmpty ? title : "\(title): " + words.joined(separator: ", ")
    exhausted = nil
    task?.cancel()
    task = BackgroundExecutor.shared.task { [weak self, pause] in
      await pause()
      guard !Task.isCancelled, let self else { return }
      task = nil
      let place = list.selectedItem.map { TimelineSource.cursor(before: $0) }
      list.exchange(
        timeline.pages(matching: filter, clock: viewer?.clock ?? ContinuousClock()),
        at: place.map { .after($0) } ?? .start)
    }
  }
}
