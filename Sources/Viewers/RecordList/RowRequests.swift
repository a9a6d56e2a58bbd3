import EventLoop
import Feeds
import Paging
import Records
import TableUI
import Terminal

/// What a reader asks of a database's rows beside their pages: another order, a key, a share of the way, how many there are, and
/// what a value refers to.
///
/// One question at a time: the next one ends it, and so do Escape and `^C`; what is shown stays until the answer.
final class RowRequests<Source: RecordFeed> {
  typealias Actions = RowActions<Source.Item, Source.Cursor>

  unowned let list: PagedListController<Source.Item, Source.Cursor>
  let feed: Source
  let rows: Actions
  let filter: ListFilter<Source>
  /// Marks the columns that rows are sorted by.
  var onSort: () -> Void = {}
  /// Told which row was gone to.
  var onPlace: (Source.Item.ID) -> Void = { _ in }
  /// The columns that were in sight last.
  private var namesInSight: [String] = []
  /// What is asked now.
  private var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// The word of it, once it takes a while.
  private(set) var words: String?
  private var slowness: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// The order that is shown where the reader asks for it once more.
  var prepared: (order: [Actions.Sorting], sorted: Actions.Sorted, warning: Message)?

  /// - Returns: nil where the feed has no database behind it.
  init?(
    _ list: PagedListController<Source.Item, Source.Cursor>, of feed: Source,
    _ filter: ListFilter<Source>
  ) {
    guard let rows = feed.rows else { return nil }
    (self.list, self.feed, self.rows, self.filter) = (list, feed, rows, filter)
  }

  isolated deinit { (task, slowness) = (nil, nil) }

  /// Whether Escape stops something.
  var isBusy: Bool { task != nil }

  func stop() {
    end()
    list.show(Message("stopped"))
  }

  private func end() {
    (task, slowness, words, list.expectsPlace) = (nil, nil, nil, false)
    list.onNeedsDisplay?()
  }

  /// Asks something in the background.
  ///
  /// - Parameters:
  ///   - words: what the status line says once it takes a while.
  ///   - say: told what went wrong.
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
    // Commands of the frame before may keep this for longer than the list.
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

  // The list keeps its commands, and they keep this.

  /// It has its keys before those of the list.
  var stopping: Command {
    Command(
      "stop what the database was asked", keys: [.escape, "^C"], isEnabled: { self.isBusy }
    ) { self.stop() }
  }

  var commands: [Command] {
    [
      Command(
        "the \(feed.itemNames.one) with a key", in: .move, line: "key VALUE",
        fits: { $0.hasPrefix("key ") }
      ) { self.go(toKey: String($0.dropFirst(4).drop(while: \.isWhitespace))) }
    ]
  }

  // MARK: Places

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
      return say(Message("no \(name) has the key \(key), or a later one", .accent))
    }
    list.noteDeparture()
    list.jump(to: .after(cursor)) { [weak self] in
      guard let self else { return }
      let pager = list.pager
      guard let first = (0..<pager.count).lazy.compactMap({ pager[$0].item }).first else { return }
      list.scroll(to: first.id)
      onPlace(first.id)
      guard first.id != place.id else { return }
      let isThere = place.id != nil
      say(
        Message(
          isThere
            ? "the \(name) with the key \(key) is not among those that are shown"
            : "no \(name) has the key \(key): the next one", .accent))
    }
  }

  /// Goes a number of percent of the way, by the range of the key.
  func go(toPercent percent: Int) {
    let action = rows.placeAtPercent
    ask("looking for \(percent) %", say: { [weak self] in self?.say($0) }) {
      await action(Double(percent))
    } then: { [weak self] in
      self?.list.noteDeparture()
      self?.list.jump(to: .after($0))
    }
    list.expectsPlace = isBusy
  }

  // MARK: Wide tables

  /// Has the columns in sight read, where a table has more than are read at once.
  func read(columnsInSight names: [String]) {
    guard !names.isEmpty, names != namesInSight else { return }
    namesInSight = names
    if let source = rows.columnsInSight(names) { filter.exchange(inPlace: source) }
  }

  /// Asks for the columns in sight once more, as of rows in another order.
  func forgetColumnsInSight() { namesInSight = [] }

  // MARK: Counting

  /// Says something, and how many rows there are once they were counted.
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

  // MARK: Whole rows

  /// Does something with a row that was read whole.
  func read(_ item: Source.Item, then action: @escaping (Record) -> Void) {
    let whole = rows.whole
    ask("reading the \(feed.itemNames.one)", say: { [weak self] in self?.say($0) }) {
      await whole(item)
    } then: {
      action($0)
    }
  }

  /// Opens what a value refers to, in front.
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
