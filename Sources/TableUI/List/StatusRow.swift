import Paging
import Terminal

/// The text and the style of status rows: loading, failure, gap, end.
struct StatusRow {
  let theme: Theme
  let words: StatusWords
  /// The pager's time, for countdowns.
  let now: Duration
  /// The keys named in hints.
  let keys: ListKeys
  /// Whether a filter leaves items out.
  var isFiltered = false

  /// The row of an edge.
  ///
  /// - Parameter attempt: which try of the load is out, if one is.
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

  /// What stands behind the last item, or before the first.
  func end(_ words: String) -> (SafeText, Style) {
    (SafeText("\(theme.symbols.rule) \(words) \(theme.symbols.rule)"), theme.faint)
  }

  /// The same where nothing is listed.
  func alone(_ words: String) -> (SafeText, Style) { (SafeText(words), theme.faint) }

  /// A gap between two pages, with about how many items it lacks, where that is known.
  func gap(_ state: LoadState, missing: Int?, attempt: Int = 1) -> (SafeText, Style) {
    switch state {
    case .loading, .failed, .waiting, .paused: return edge(state, attempt: attempt)
    case .idle, .cancelled, .end:
      let more = words.missing(missing)
      return faint("\(theme.symbols.rule) \(more)", keys.open, words.loadsGap)
    }
  }

  /// An item that is not held: a mark, or why it does not come.
  func placeholder(_ state: LoadState) -> (SafeText, Style) {
    switch state {
    case .failed, .waiting, .paused, .cancelled: edge(state)
    case .idle, .loading, .end: edge(.idle)
    }
  }

  /// A list of nothing: nothing there, or nothing left by a filter.
  func empty(leftOut count: Int) -> (SafeText, Style) {
    faint(count > 0 ? words.noMatch(count) : words.empty, keys.refresh, words.reloads)
  }

  /// What stands on the screen before the first page does.
  func firstLoad(_ state: LoadState, attempt: Int) -> (SafeText, Style) {
    edge(state == .idle || state == .end ? .loading : state, attempt: attempt)
  }

  /// That something is loading, or that what has failed is tried again by itself.
  func loadingText(attempt: Int) -> String {
    (attempt > 1 ? words.tryingAgain(attempt) : words.loading) + theme.symbols.more
  }

  /// The same for the status line, with the key that stops it where one does.
  func loading(attempt: Int, isStoppable: Bool) -> Message {
    message(loadingText(attempt: attempt), isStoppable ? keys.stop : nil, words.stops)
  }

  /// What the list loads on to, how far that is, and the key that stops it.
  func seeking(_ what: String) -> Message { message(what, keys.stop, words.stops) }

  /// Why loading waits for a key, and the key that goes on.
  func paused(_ reason: PauseReason) -> Message {
    let what =
      switch reason {
      case .requests(let count): words.requestsMade(count)
      case .pagesWithoutNew(let count):
        isFiltered ? words.pagesWithoutMatch(count) : words.nothingNew(count)
      }
    return message(what, keys.more, words.goesOn)
  }

  /// That the reader has stopped that, and the key that goes on.
  var stoppedSeeking: Message { message(words.stopped, keys.end, words.goesOn) }

  /// That the reader has stopped a load, and the key that goes on.
  var stopped: Message { message(words.stopped, keys.retry, words.goesOn) }

  /// How long a wait still takes, what it waits for, and the key that does not wait.
  func wait(_ until: Duration, _ error: PagingError?) -> Message {
    let reason = error?.description ?? words.sourcePauses
    return message(
      "\(reason) \(theme.symbols.dot) \(words.again((until - now).secondsRoundedUp))",
      error == nil ? keys.more : keys.retry, words.triesNow, .failure)
  }

  /// What went wrong, and the key that tries again.
  func failure(_ error: PagingError) -> Message {
    message(
      error.description, keys.retry, error.hasExpired ? words.startsAgain : words.triesAgain,
      .failure)
  }

  private func faint(_ what: String, _ key: Key?, _ does: String) -> (SafeText, Style) {
    (message(what, key, does).whole, theme.faint)
  }

  /// What there is to say, and what a key does about it, if one is left.
  private func message(
    _ what: String, _ key: Key?, _ does: String, _ kind: Message.Kind = .plain
  ) -> Message {
    let tail = key.map { " \(theme.symbols.dot) \(theme.symbols.name(of: $0)) \(does)" }
    return Message(what, kind, tail: tail ?? "")
  }
}

/// The keys of a list that its rows and its status line tell; nil for what no key does, because the
/// app has taken all of them.
struct ListKeys: Hashable {
  /// The keys of each, before an app takes any.
  static let refreshing: [Key] = ["r", "R", .function(5), "^R"]
  static let loading: [Key] = ["."]
  static let opening: [Key] = [.enter]
  static let stopping: [Key] = [.escape, "^C"]
  static let goingToStart: [Key] = ["g", .home, "<"]
  static let goingToEnd: [Key] = ["G", .end, ">"]

  let refresh: Key?
  let more: Key?
  let retry: Key?
  let open: Key?
  let stop: Key?
  let start: Key?
  let end: Key?

  /// Finds what is left.
  ///
  /// - Parameters:
  ///   - commands: those of the app, which come first.
  ///   - canOpen: whether an entry can be selected, and so opened.
  init(besides commands: [Command], canOpen: Bool) {
    func first(of keys: [Key]) -> Key? { keys.first { !$0.isTaken(by: commands) } }
    refresh = first(of: Self.refreshing)
    more = first(of: Self.loading)
    retry = first(of: Self.loading)
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

/// A row that says what is loading, failed or missing, wrapped and indented as the items are.
final class StatusCell: TableViewCell {
  var text: SafeText = .empty
  var style = Style.plain

  func height(forWidth width: Int) -> Int { text.wrapped(to: max(1, width)).count }

  func draw(in canvas: inout Canvas) {
    // It stays where it is while the rows beside it are scrolled sideways.
    let columns = canvas.visibleColumns
    for (line, text) in text.wrapped(to: max(1, columns.count)).enumerated() {
      canvas.draw(text, at: Point(line: line, column: columns.lowerBound), style: style)
    }
  }
}
