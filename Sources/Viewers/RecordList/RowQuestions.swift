import Feeds
import Paging
import Records
import TableUI
import Terminal

/// What a reader asks of the rows of a database beside their pages: another order, a row by its key, a place by percent, how
/// many there are, and a row whole.
///
/// One question is under way at a time; Escape or `^C` stops it.
final class RowQuestions<Source: RecordFeed> {
  typealias Actions = RowActions<Source.Item, Source.Cursor>

  private unowned let list: PagedListController<Source.Item, Source.Cursor>
  private let feed: Source
  private let appearance: RecordAppearance
  private let filter: ListFilter<Source>
  /// What can be asked; nil of rows that no database has.
  let actions: Actions?
  /// What is under way.
  private var task: Task<Void, Never>? { didSet { oldValue?.cancel() } }
  /// What was warned of, which the same key does all the same.
  private var warned: [Actions.Sorting]?
  /// The columns that were in sight last.
  private var namesInSight: [String] = []
  /// The row that was read whole last.
  private(set) var whole: (id: Source.Item.ID, record: Record)?

  init(
    _ list: PagedListController<Source.Item, Source.Cursor>, of feed: Source,
    _ appearance: RecordAppearance, _ filter: ListFilter<Source>
  ) {
    (self.list, self.feed, self.appearance, self.filter) = (list, feed, appearance, filter)
    actions = feed.rows
    guard actions != nil else { return }
    list.onGoToPercent = { [weak self] in self?.goTo(percent: $0) }
  }

  isolated deinit { task?.cancel() }

  var commands: [Command] {
    guard actions != nil else { return [] }
    return [
      Command(
        "stop the question", in: .feed, keys: [.escape, "^C"],
        isEnabled: { [weak self] in self?.task != nil }
      ) { [weak self] in self?.stop() },
      Command(
        "the \(feed.itemNames.one) with a key", in: .move, line: "key VALUE",
        fits: { $0.hasPrefix("key ") }
      ) { [weak self] in self?.goTo(key: String($0.dropFirst(4))) },
    ]
  }

  /// Asks, says so where it takes a while, and goes on with the answer.
  private func ask<Value: Sendable>(
    _ words: String, _ question: @escaping @Sendable () async -> Result<Value, Failure>,
    say: @escaping (Message) -> Void, _ answer: @escaping (Value) -> Void
  ) {
    say(Message("\(words) \(appearance.theme.symbols.dot) Esc stops"))
    task = Task { [weak self] in
      let result = await question()
      guard !Task.isCancelled, let self else { return }
      task = nil
      list.forgetMessage()
      switch result {
      case .success(let value): answer(value)
      case .failure(let failure): say(Message(failure.text, .failure))
      }
      list.onNeedsDisplay?()
    }
  }

  private func stop() {
    (task, list.expectsPlace) = (nil, false)
    list.show(Message("stopped"))
  }

  // MARK: Places

  /// Goes to a place that is looked for; movements that are typed meanwhile begin there.
  private func go<Value: Sendable>(
    _ find: @escaping @Sendable () async -> Result<Value, Failure>,
    _ arrive: @escaping (Value) -> Void
  ) {
    list.expectsPlace = true
    ask("looking for the place", find) { [weak list] message in
      list?.expectsPlace = false
      list?.show(message)
    } _: { [weak list] value in
      list?.expectsPlace = false
      arrive(value)
    }
    list.expectsPlace = true
  }

  private func goTo(percent: Int) {
    guard let actions else { return }
    go({ await actions.placeAtPercent(Double(percent)) }) { [weak list] in
      list?.jump(to: .after($0))
    }
  }

  private func goTo(key: String) {
    guard let actions else { return }
    go({ await actions.place(key) }) { [weak self] place in
      guard let self else { return }
      list.jump(to: .after(place.cursor)) { [weak self] in
        guard place.id == nil, let self else { return }
        let words = "no \(feed.itemNames.one) has the key \(key): this is the next one"
        list.show(Message(words, .accent))
      }
    }
  }

  // MARK: How many

  /// Adds to what is said of the rows how many there are.
  func count(behind words: String) {
    guard let actions else { return }
    ask("counting", actions.count) { [weak list] in
      list?.show($0)
    } _: { [weak list] count in
      list?.show(Message("\(count); \(words)"))
    }
  }

  // MARK: Orders

  /// Sorts by a column, or as at the start where that is the order already.
  ///
  /// - Parameter say: shows a message where the reader is.
  func sort(by column: String, descending: Bool, say: @escaping (Message) -> Void) {
    guard let actions else { return }
    let asked = [Actions.Sorting(column: column, descending: descending)]
    let wanted = actions.sorting() == asked ? [] : asked
    ask("looking for an index", { await actions.sort(wanted) }, say: say) { [weak self] sorted in
      guard let self else { return }
      if let warning = sorted.warning, warned != wanted {
        warned = wanted
        return say(Message("\(warning); \(descending ? "S" : "s") once more sorts", .accent))
      }
      (warned, namesInSight) = (nil, [])
      sorted.begin()
      filter.exchange(sorted.source)
      mark()
      let order = wanted.isEmpty ? "as at the start" : "by \(column), \(descending ? "down" : "up")"
      say(Message("sorted \(order)"))
    }
  }

  /// Marks the columns that are sorted by.
  func mark() {
    guard let actions, let columns = appearance.columns else { return }
    let symbols = appearance.theme.symbols
    let marks = actions.sorting().map { ($0.column, $0.descending ? symbols.down : symbols.up) }
    for (number, column) in columns.columns.enumerated() {
      let mark = marks.first { $0.0 == column.name }?.1
      columns.arranged.setMark(mark.map { SafeText($0) }, of: number)
    }
    list.onNeedsDisplay?()
  }

  // MARK: Wide tables

  /// Has the columns in sight read, where a table has more than are read at once.
  func readColumnsInSight() {
    guard let actions, let columns = appearance.shownColumns, columns.count > 1 else { return }
    let order = columns.arranged.order.shown
    let names = columns.layout.visibleColumns.map { columns.name(of: order[$0.column]) }
    guard names != namesInSight else { return }
    namesInSight = names
    if let source = actions.columnsInSight(names) { filter.exchange(inPlace: source) }
  }

  // MARK: A row whole

  /// Reads an item whole, and says when that has come.
  func read(_ item: Source.Item, _ done: @escaping () -> Void) {
    guard let actions, whole?.id != item.id else { return }
    Task { [weak self] in
      guard case .success(let record) = await actions.whole(item) else { return }
      self?.whole = (item.id, record)
      done()
    }
  }

  /// An item's record with all of its values, which is read where it is not held.
  func withWhole(_ item: Source.Item, _ use: @escaping (Record?) -> Void) {
    guard let actions else { return use(item.record) }
    if let whole, whole.id == item.id { return use(whole.record) }
    ask("reading", { await actions.whole(item) }) { [weak list] in
      list?.show($0)
    } _: {
      use($0)
    }
  }
}
