import EventLoop
import Feeds
import Paging
import Records
import TableUI
import Terminal

/// The reader's requests to a database, apart from those for pages: another order, a key, a
/// percentage, the number of rows, and the target of a value.
///
/// There is one request at a time: the next request, Escape and `^C` cancel it. The rows on the
/// screen stay unchanged until the answer arrives.
final class RowRequests<Source: RecordFeed> {
  typealias Actions = RowActions<Source.Item, Source.Cursor>

  unowned let list: PagedListController<Source.Item, Source.Cursor>
  let feed: Source
  let rows: Actions
  let filter: ListFilter<Source>
  /// Called to mark the columns by which rows are sorted.
  var onSort: () -> Void = {}
  /// Called with the row that a jump to a key has reached; if no shown row has the key, it is the
  /// next row.
  var onPlace: (Source.Item.ID) -> Void = { _ in }
  /// The column names that were visible last.
  private var namesInSight: [String] = []
  /// The current request.
  private var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// The message about the current request, if it takes a while.
  private(set) var words: String?
  private var slowness: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// An order that is shown if the reader confirms it.
  var prepared: (order: [Actions.Sorting], sorted: Actions.Sorted, warning: Message)?

  /// Creates an object for the requests; the result is nil if the feed has no actions on its rows.
  init?(
    _ list: PagedListController<Source.Item, Source.Cursor>, of feed: Source,
    _ filter: ListFilter<Source>
  ) {
    guard let rows = feed.rows else { return nil }
    (self.list, self.feed, self.rows, self.filter) = (list, feed, rows, filter)
  }

  isolated deinit { (task, slowness) = (nil, nil) }

  /// Whether a request is in progress; Escape stops it.
  var isBusy: Bool { task != nil }

  func stop() {
    end()
    list.show(Message("stopped"))
  }

  private func end() {
    (task, slowness, words, list.expectsPlace) = (nil, nil, nil, false)
    list.onNeedsDisplay?()
  }

  /// Performs a request in the background.
  ///
  /// - Parameters:
  ///   - words: the message that is shown if the request takes a while.
  ///   - say: called with an error.
  ///   - question: performs the request, and returns the answer.
  ///   - show: called with the answer.
  func ask<Answer: Sendable>(
    _ words: String, say: @escaping (Message) -> Void,
    _ question: @escaping @Sendable () async -> Result<Answer, Failure>,
    then show: @escaping (Answer) -> Void
  ) {
    end()
    slowness = list.pager.after(Viewer.loadingDelay) { [weak self] in
      self?.words = "\(words) …"
      self?.list.onNeedsDisplay?()
    }
    // The commands of the last frame may keep this object alive after the list is deallocated.
    task = BackgroundExecutor.shared.task { [weak self, weak list] in
      let answer = await question()
      guard !Task.isCancelled, list != nil, let self else { return }
      end()
      switch answer {
      case .success(let answer): show(answer)
      case .failure(let failure): say(Message(failure.text, .failure))
      }
    }
  }

  // MARK: Keys

  // The list retains its commands, which retain this object.

  /// The command that stops a request; it precedes the commands of the list.
  var stopping: Command {
    Command(
      "cancel the database query", keys: [.escape, "^C"], isEnabled: { self.isBusy }
    ) { self.stop() }
  }

  var commands: [Command] {
    [
      Command(
        "go to a \(feed.itemNames.one) by its key", in: .move, line: "key VALUE",
        fits: { $0.hasPrefix("key ") }
      ) { self.go(toKey: String($0.dropFirst(4).drop(while: \.isWhitespace))) }
    ]
  }

  // MARK: Positions

  private func say(_ message: Message) { list.show(message) }

  private func go(toKey key: String) {
    let action = rows.place
    ask("looking for \(key)", say: { [weak self] in self?.say($0) }) {
      await action(key)
    } then: { [weak self] in
      self?.show($0, of: key)
    }
    list.expectsPlace = isBusy
  }

  private func show(_ place: Actions.Place, of key: String) {
    let name = feed.itemNames.one
    guard let cursor = place.cursor else {
      list.goToEnd()
      return say(Message("no \(name) has the key \(key) or a later one", .accent))
    }
    list.noteDeparture()
    list.jump(to: .after(cursor)) { [weak self] in self?.arrive(at: place, of: key) }
  }

  /// Shows the row of a jump to a key or, if the list does not hold that row, the row where the
  /// jump has ended.
  ///
  /// The row with the key is not always the first held row: near the end, the rows before it have
  /// been loaded as well.
  private func arrive(at place: Actions.Place, of key: String) {
    let isHeld = place.id.map { list.scroll(to: $0) } ?? false
    if let id = isHeld ? place.id : list.landedItem { onPlace(id) }
    guard !isHeld else { return }
    let (name, isThere) = (feed.itemNames.one, place.id != nil)
    say(
      Message(
        isThere
          ? "a filter hides the \(name) with the key \(key)"
          : "no \(name) has the key \(key): this is the next one", .accent))
  }

  /// Goes to a percentage, computed from the range of the key.
  func go(toPercent percent: Int) {
    let action = rows.placeAtPercent
    ask("going to \(percent)%", say: { [weak self] in self?.say($0) }) {
      await action(Double(percent))
    } then: { [weak self] in
      self?.list.noteDeparture()
      self?.list.jump(to: .after($0))
    }
    list.expectsPlace = isBusy
  }

  // MARK: Wide tables

  /// Reads the visible columns, if the table has more columns than are read at a time.
  func read(columnsInSight names: [String]) {
    guard !names.isEmpty, names != namesInSight else { return }
    namesInSight = names
    if let source = rows.columnsInSight(names) { filter.exchange(inPlace: source) }
  }

  /// Forgets which columns were visible, so that they are read again, for example after sorting.
  func forgetColumnsInSight() { namesInSight = [] }

  // MARK: Counting

  /// Shows an explanation, followed by the number of rows once they are counted.
  func count(after explanation: String) {
    let action = rows.count
    list.show(Message(rows: [explanation, "counting\(list.theme.symbols.more)"]))
    ask("counting", say: { [weak self] in self?.say($0) }) {
      await action()
    } then: { [weak self] in
      guard let self else { return }
      say(Message(rows: [explanation, $0]))
    }
  }

  // MARK: Complete rows

  /// Reads a complete row, and performs an action with it.
  func read(_ item: Source.Item, then action: @escaping (Record) -> Void) {
    let whole = rows.whole
    ask("reading the \(feed.itemNames.one)", say: { [weak self] in self?.say($0) }) {
      await whole(item)
    } then: {
      action($0)
    }
  }

  /// Opens the target of a value in front of this screen.
  func follow(
    _ item: Source.Item, _ column: String, in viewer: Viewer?, say: @escaping (Message) -> Void
  ) {
    guard let reference = rows.reference(item, column) else { return }
    ask("opening", say: say) {
      await reference.open()
    } then: { [weak viewer] feed in
      viewer?.open(feed, onFailure: say)
    }
  }
}
