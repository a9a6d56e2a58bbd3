import Paging
import Terminal

/// The text and the style of status rows.
struct StatusRow {
  let theme: Theme
  let words: StatusWords
  /// The pager's time, for countdowns.
  let now: Duration
  /// The keys named in hints.
  let keys: ListKeys
  /// Whether a filter omits items.
  var isFiltered = false

  /// The row at an edge for the state of the loads there.
  ///
  /// - Parameter attempt: the number of the running attempt.
  func edge(_ state: LoadState, attempt: Int = 1) -> (SafeText, Style) {
    switch state {
    case .idle: (SafeText(theme.symbols.more), theme.faint)
    case .loading: (SafeText(loadingText(attempt: attempt)), theme.faint)
    case .failed(let error): (failure(error).whole, theme.failure)
    case .waiting(let until, let error):
      (wait(until, error).whole, error == nil ? theme.faint : theme.failure)
    case .paused(let reason): (paused(reason).whole, theme.faint)
    case .cancelled: (stopped.whole, theme.faint)
    case .end: end(words.end)
    }
  }

  /// The row after the last item, or before the first.
  func end(_ words: String) -> (SafeText, Style) {
    (SafeText("\(theme.symbols.rule) \(words) \(theme.symbols.rule)"), theme.faint)
  }

  /// The row of an empty list.
  func alone(_ words: String) -> (SafeText, Style) { (SafeText(words), theme.faint) }

  /// A gap between two pages, with the approximate number of missing items, if known.
  func gap(_ state: LoadState, missing: Int?, attempt: Int = 1) -> (SafeText, Style) {
    switch state {
    case .loading, .failed, .waiting, .paused: return edge(state, attempt: attempt)
    case .idle, .cancelled, .end:
      let more = words.missing(missing)
      return faint("\(theme.symbols.rule) \(more)", keys.open, words.loadsGap)
    }
  }

  /// An item that is not held: a mark, or the reason why it is not loaded.
  func placeholder(_ state: LoadState) -> (SafeText, Style) {
    switch state {
    case .failed, .waiting, .paused, .cancelled: edge(state)
    case .idle, .loading, .end: edge(.idle)
    }
  }

  /// The row of an empty list, or of a list whose items were all omitted by a filter.
  func empty(leftOut count: Int) -> (SafeText, Style) {
    faint(count > 0 ? words.noMatch(count) : words.empty, keys.refresh, words.reloads)
  }

  /// The text on the screen before the first page has arrived.
  func firstLoad(_ state: LoadState, attempt: Int) -> (SafeText, Style) {
    edge(state == .idle || state == .end ? .loading : state, attempt: attempt)
  }

  /// The text for a load that is running or being retried automatically.
  func loadingText(attempt: Int) -> String {
    (attempt > 1 ? words.tryingAgain(attempt) : words.loading) + theme.symbols.more
  }

  /// The message for the status line about a load that is running or being retried automatically,
  /// with the key that stops it, if any.
  func loading(attempt: Int, isStoppable: Bool) -> Message {
    message(loadingText(attempt: attempt), isStoppable ? keys.stop : nil, words.stops)
  }

  /// The message about the goal to which the list is loading, with the key that stops the loading.
  func seeking(_ what: String) -> Message { message(what, keys.stop, words.stops) }

  /// The message about a pause: its reason, and the key that continues the loading.
  func paused(_ reason: PauseReason) -> Message {
    let what =
      switch reason {
      case .requests(let count): words.requestsMade(count)
      case .pagesWithoutNew(let count):
        isFiltered ? words.pagesWithoutMatch(count) : words.nothingNew(count)
      }
    return message(what, keys.more, words.goesOn)
  }

  /// The message that the reader has stopped loading to the end, with the key that continues it.
  var stoppedSeeking: Message { message(words.stopped, keys.end, words.goesOn) }

  /// The message that the reader has stopped all loads, and the key that continues them.
  var stopped: Message { message(words.stopped, keys.retry, words.goesOn) }

  /// The message about a wait: its reason, the remaining time, and the key that ends it.
  func wait(_ until: Duration, _ error: PagingError?) -> Message {
    let reason = error?.description ?? words.sourcePauses
    return message(
      "\(reason) \(theme.symbols.dot) \(words.again((until - now).secondsRoundedUp))",
      error == nil ? keys.more : keys.retry, words.triesNow, .failure)
  }

  /// The message about a failure: the error, and the key that retries the load or restarts the
  /// list.
  func failure(_ error: PagingError) -> Message {
    error.hasExpired
      ? message(error.description, keys.restart, words.startsAgain, .failure)
      : message(error.description, keys.retry, words.triesAgain, .failure)
  }

  private func faint(_ what: String, _ key: Key?, _ does: String) -> (SafeText, Style) {
    (message(what, key, does).whole, theme.faint)
  }

  /// A message, and the action of a key, if the key is available.
  private func message(
    _ what: String, _ key: Key?, _ does: String, _ kind: Message.Kind = .plain
  ) -> Message {
    let tail = key.map { " \(theme.symbols.dot) \(theme.symbols.name(of: $0)): \(does)" }
    return Message(what, kind, tail: tail ?? "")
  }
}

/// The keys shown in a list's rows and status line; a key is nil if the app uses all keys of its
/// action, or if the list does not have the action.
struct ListKeys: Hashable {
  /// The keys of each action; the list does not name those that the app uses for its own commands.
  static let refreshing: [Key] = ["r", "R", .function(5), "^R"]
  static let loading: [Key] = ["."]
  static let opening: [Key] = [.enter]
  static let stopping: [Key] = [.escape, "^C"]
  static let goingToStart: [Key] = ["g", .home, "<"]
  static let goingToEnd: [Key] = ["G", .end, ">"]

  let refresh: Key?
  let more: Key?
  let retry: Key?
  let restart: Key?
  let open: Key?
  let stop: Key?
  let start: Key?
  let end: Key?

  /// Finds the available keys.
  ///
  /// - Parameters:
  ///   - commands: the commands of the app, which take precedence.
  ///   - canOpen: whether an entry can be selected and opened.
  ///   - restart: the key that restarts the list; nil if it is the one that retries a load.
  init(besides commands: [Command], canOpen: Bool, restart: Key?) {
    func first(of keys: [Key]) -> Key? { keys.first { !$0.isTaken(by: commands) } }
    refresh = first(of: Self.refreshing)
    more = first(of: Self.loading)
    retry = first(of: Self.loading)
    self.restart = restart ?? retry
    open = canOpen ? first(of: Self.opening) : nil
    stop = first(of: Self.stopping)
    start = first(of: Self.goingToStart)
    end = first(of: Self.goingToEnd)
  }
}

extension Key {
  fileprivate func isTaken(by commands: [Command]) -> Bool {
    commands.contains { $0.prefix == .none && $0.keys.contains(self) && $0.isEnabled() }
  }
}

/// The cell of a status row, with its text wrapped to the width.
final class StatusCell: TableViewCell {
  var text: SafeText = .empty
  var style = Style.plain

  func height(forWidth width: Int) -> Int { text.wrapped(to: max(1, width)).count }

  func draw(in canvas: inout Canvas) {
    // The text does not move while the other rows are scrolled sideways.
    let columns = canvas.visibleColumns
    for (line, text) in text.wrapped(to: max(1, columns.count)).enumerated() {
      canvas.draw(text, at: Point(line: line, column: columns.lowerBound), style: style)
    }
  }
}
