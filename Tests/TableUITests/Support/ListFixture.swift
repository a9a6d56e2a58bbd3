import Paging
import TableUI
import Terminal

/// A list with a source that the test controls, in a session on a screen in memory.
@MainActor final class ListFixture {
  let source: RecordingSource
  let pager: Pager<TextItem, Int>
  let list: PagedListController<TextItem, Int>
  let screen: MemoryScreen
  let session: Session
  /// The number of loads that were started.
  private(set) var started = 0
  private(set) var opened: [Int] = []
  /// The selected items as they were reported; nil if no held item was selected.
  private(set) var selections: [Int?] = []
  private var answered = 0

  init(
    lines: Int = 6, columns: Int = 40, prefetch: Int = 0, keep: Int = 100, opensAtEnd: Bool = false,
    opensAtItems: Bool = false, rowsPerItem: Int = 1, allowsSelection: Bool = true,
    theme: Theme = .standard, retry: RetryPolicy = .never, opensAfter cursor: Int? = nil,
    selecting id: Int? = nil, requestsToEnd: Int? = nil, mayUndercount: Bool = false
  ) throws {
    source = RecordingSource(
      opensAtEnd: opensAtEnd, opensAtItems: opensAtItems, mayUndercount: mayUndercount)
    var configuration = try PagerConfiguration(
      pageSize: 10, prefetchDistance: prefetch, keep: keep, retry: retry)
    configuration.maxRequestsToEnd = requestsToEnd
    pager = Pager(source: source, configuration: configuration)
    list = PagedListController(
      pager: pager, title: "List", rowsPerItem: rowsPerItem, allowsSelection: allowsSelection,
      theme: theme
    ) { table, item, path in
      let cell: TextCell = table.dequeueCell(for: path)
      cell.text = path.row == 0 ? item.text : "more of \(item.id)"
      return cell
    }
    list.tableView.register(TextCell.self)
    if let cursor { list.open(after: cursor, selecting: id) }
    screen = MemoryScreen(size: Size(lines: lines, columns: columns))
    session = Session(screen: screen, root: list, theme: theme)
    list.onSelectionChange = { [weak self] in self?.selections.append($0?.id) }
    list.onActivate = { [weak self] in self?.opened.append($0.id) }
    started = 1
    pager.onActivity = { [weak self] in self?.count($0) }
  }

  /// A list whose first page has arrived.
  static func loaded(
    _ items: Range<Int> = 0..<10, lines: Int = 6, columns: Int = 40, prefetch: Int = 0,
    before: Continuation<Int> = .end, after: Continuation<Int>? = nil, opensAtEnd: Bool = false,
    rowsPerItem: Int = 1, theme: Theme = .standard
  ) async throws -> ListFixture {
    let fixture = try ListFixture(
      lines: lines, columns: columns, prefetch: prefetch, opensAtEnd: opensAtEnd,
      rowsPerItem: rowsPerItem, theme: theme)
    await fixture.load(.refresh, items, before: before, after: after)
    return fixture
  }

  private func count(_ activity: PagerActivity<TextItem, Int>) {
    switch activity {
    case .started: started += 1
    case .loaded, .failed: answered += 1
    case .cancelled, .repeated, .changed: break
    }
  }

  // MARK: Answers of the source

  /// Answers with numbered items, more of which follow by default.
  func load(
    _ reason: LoadReason, _ items: Range<Int>, before: Continuation<Int> = .end,
    after: Continuation<Int>? = nil
  ) async {
    let after = after ?? .more(items.upperBound)
    await load(reason, items.map { TextItem($0) }, before: before, after: after)
  }

  func load(
    _ reason: LoadReason, _ items: [TextItem], before: Continuation<Int> = .end,
    after: Continuation<Int>
  ) async {
    await load(reason, Page(items: items, before: before, after: after))
  }

  func load(_ reason: LoadReason, _ page: Page<TextItem, Int>) async {
    await answer(reason, .success(page))
  }

  func fail(_ reason: LoadReason, _ text: String, hasExpired: Bool = false) async {
    await answer(
      reason, .failure(PagingError(text, isRetryable: true, hasExpired: hasExpired)))
  }

  private func answer(_ reason: LoadReason, _ answer: RecordingSource.Answer) async {
    await wait { source.isAsked(reason) }
    let before = answered
    source.answer(reason, answer)
    await wait { answered > before }
    session.drawIfNeeded()
  }

  // MARK: Input and the screen

  func type(_ keys: Key...) { keys.forEach { screen.type($0) } }

  /// Types text key by key: `^E` with Control, a line end as Enter.
  func type(_ text: String) {
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\n": type(.enter)
      case "^": if let letter = scalars.popFirst() { type(.control(letter)) }
      default: type(.character(scalar))
      }
    }
  }

  /// Presses the left button on a line, and releases it.
  func click(line: Int, column: Int = 3) {
    for kind in [MouseEvent.Kind.press(.left), .release(.left)] {
      screen.send([.input(.mouse(MouseEvent(kind: kind, column: column, line: line)))])
    }
  }

  /// Lets other tasks run, and then draws the requested frame, if any.
  func frame() async {
    for _ in 0..<20 { await Task.yield() }
    session.drawIfNeeded()
  }

  /// The lines above the status line, without the bar.
  var rows: [String] { screenLines.dropLast().map { String($0.dropFirst(2)) } }

  /// The status line.
  var statusLine: String { screenLines.last ?? "" }

  /// The rows that have the bar.
  var selectedRows: [String] {
    screenLines.dropLast().filter { $0.hasPrefix("▌") }.map { String($0.dropFirst(2)) }
  }

  private var screenLines: [String] {
    screen.picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A source that records its requests, and answers when the test tells it to.
@MainActor final class RecordingSource: PagingSource {
  typealias Answer = Result<Page<TextItem, Int>, PagingError>

  nonisolated let traits: PagingTraits
  private(set) var requests: [PageRequest<Int>] = []
  private var waiting: [(reason: LoadReason, continuation: CheckedContinuation<Answer, Never>)] = []

  init(opensAtEnd: Bool, opensAtItems: Bool = false, mayUndercount: Bool = false) {
    var traits = PagingTraits(opensAtEnd: opensAtEnd, opensAtItems: opensAtItems)
    traits.mayUndercount = mayUndercount
    self.traits = traits
  }

  @MainActor func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<TextItem, Int>
  {
    requests.append(request)
    let answer = await withCheckedContinuation { waiting.append((request.reason, $0)) }
    return try answer.get()
  }

  func isAsked(_ reason: LoadReason) -> Bool { waiting.contains { $0.reason == reason } }

  /// Answers the oldest load of a reason.
  func answer(_ reason: LoadReason, _ answer: Answer) {
    guard let index = waiting.firstIndex(where: { $0.reason == reason }) else { return }
    waiting.remove(at: index).continuation.resume(returning: answer)
  }
}

/// An item of a list under test.
nonisolated struct TextItem: Identifiable, Hashable, Sendable {
  let id: Int
  var text: String

  init(_ id: Int, _ text: String? = nil) {
    self.id = id
    self.text = text ?? "item \(id)"
  }
}

/// Yields to other tasks until a condition is true; if it never is, the time limit of the suite
/// ends the wait.
@MainActor func wait(until condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}
