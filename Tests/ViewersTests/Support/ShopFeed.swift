import Feeds
import Paging
import Records
import Synchronization
import Terminal
import Viewers

/// A row of a shop, as in a database: with types, a NULL, and a long text of which the list holds a
/// part.
struct ShopRow: RecordItem {
  let id: Int
  let content: RecordContent

  static let names = ["id", "name", "amount", "tags", "customer"]

  static let header = CSVHeader(naming: names)

  init(_ id: Int, whole: Bool = false) {
    self.id = id
    content = .record(Self.record(id, whole: whole))
  }

  /// Creates the record of a row.
  ///
  /// - Parameter whole: whether the tags are complete.
  static func record(_ id: Int, whole: Bool) -> Record {
    let tags = #"{"note":"\#(String(repeating: "x", count: 30))","n":\#(id)}"#
    let values: [(Value.Kind, String)] = [
      (.number, "\(id)"), id % 3 == 0 ? (.null, "") : (.string, id % 3 == 1 ? "" : "n\(id)"),
      (.number, "\(1_000 - id)"), (.string, whole ? tags : String(tags.prefix(12))),
      (.number, "\(id % 7)"),
    ]
    var (raw, ends): ([UInt8], [(Value.Kind, Int)]) = ([], [])
    for (kind, text) in values {
      raw += Array(text.utf8)
      ends.append((kind, raw.count))
    }
    return Record(row: raw, values: ends, header: header)
  }
}

extension CSVHeader {
  /// Creates a header with the names of columns.
  fileprivate init(naming names: [String]) {
    var (raw, ends): ([UInt8], [(Value.Kind, Int)]) = ([], [])
    for name in names {
      raw += Array(name.utf8)
      ends.append((.string, raw.count))
    }
    self.init(naming: Record(row: raw, values: ends, header: .numbered))
  }
}

/// A feed of a thousand rows in an order that a reader may change, as in a database.
final class ShopFeed: RecordFeed {
  typealias Actions = RowActions<ShopRow, Int>

  /// The answers that the test has set, and a record of the calls.
  struct Answers {
    var sorting: [Actions.Sorting] = []
    var warning: String?
    var failure: Failure?
    /// Whether answers are held back.
    var holds = false
    var pagesRead = 0
    var wholesRead = 0
    var picturesDrawn = 0
    var placesLookedAt: [Int] = []
  }

  let answers = Mutex(Answers())
  var title: String { "shop" }
  var itemNames: (one: String, many: String) { ("row", "rows") }
  var explanation: String? { "table shop" }
  var head: RecordHead { RecordHead(reading: .table, names: ShopRow.names) }
  var source: any PagingSource<ShopRow, Int> { Pages(feed: self, order: sorting) }
  var sorting: [Actions.Sorting] { answers.withLock { $0.sorting } }

  /// The numbers of the rows in an order.
  static func numbers(in order: [Actions.Sorting]) -> [Int] {
    // The amounts decrease as the numbers increase; any other column is sorted like the numbers.
    let goesDown = order.first.map { ($0.column == "amount") != $0.descending } ?? false
    return goesDown ? (1...1_000).reversed() : Array(1...1_000)
  }

  /// The pages; a cursor is the number of rows before a position.
  struct Pages: PagingSource {
    let feed: ShopFeed
    let order: [Actions.Sorting]
    var isShown: @Sendable (Int) -> Bool = { _ in true }
    var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<ShopRow, Int> {
      let failure = feed.answers.withLock { answers in
        answers.pagesRead += 1
        return answers.failure
      }
      if let failure { throw PagingError(failure.text, isRetryable: false) }
      let all = ShopFeed.numbers(in: order).enumerated().filter { isShown($1) }
      let found: [(Int, Int)]
      switch request.position {
      case .start, .number: found = Array(all.prefix(request.count))
      case .end: found = all.suffix(request.count)
      case .after(let place): found = Array(all.filter { $0.0 >= place }.prefix(request.count))
      case .before(let place): found = all.filter { $0.0 < place }.suffix(request.count)
      }
      guard let first = found.first, let last = found.last else {
        if case .after(let place) = request.position {
          return Page(items: [], before: .more(place), after: .end)
        }
        return Page(items: [], after: .end)
      }
      var page = Page<ShopRow, Int>(
        items: found.map { ShopRow($0.1) },
        before: first.0 == all.first?.0 ? .end : .more(first.0),
        after: last.0 == all.last?.0 ? .end : .more(last.0 + 1))
      page.itemCursors = found.map { $0.0 + 1 }
      return page
    }
  }

  /// A search that finds nothing: a page examines a tenth of the rows, and waits for the test from
  /// the middle on.
  private struct Looking: PagingSource {
    let feed: ShopFeed

    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<ShopRow, Int> {
      if case .before(let place) = request.position {
        return Page(items: [], before: .end, after: .more(place))
      }
      let place = if case .after(let place) = request.position { place } else { 0 }
      while place >= 500, feed.answers.withLock({ $0.holds }) {
        if Task.isCancelled { break }
        await Task.yield()
      }
      if Task.isCancelled { throw PagingError("stopped", isRetryable: false) }
      feed.answers.withLock { $0.placesLookedAt.append(place) }
      return Page(items: [], before: .more(place), after: place < 900 ? .more(place + 100) : .end)
    }
  }

  /// The search for the rows that meet a condition, in the current order.
  var searching: SourceSearch<ShopRow, Int>? {
    let order = sorting
    let numbers = Self.numbers(in: order)
    let place: @Sendable (ShopRow) -> Int = { row in numbers.firstIndex(of: row.id) ?? 0 }
    var search = SourceSearch(
      matching: { [self] parts in
        if parts.contains(where: { $0.text == "none" }) { return Looking(feed: self) }
        guard parts.allSatisfy({ $0.text == "7" }) else { return nil }
        return Pages(feed: self, order: order) { "\($0)".contains("7") }
      }, before: place, behind: { place($0) + 1 })
    search.progress = { $0 / 10 }
    return search
  }

  private func answer<Answer>(_ answer: Answer) async -> Result<Answer, Failure> {
    while answers.withLock({ $0.holds }), !Task.isCancelled { await Task.yield() }
    return answers.withLock { $0.failure }.map { .failure($0) } ?? .success(answer)
  }

  /// The pictures of an even row's tags, which show the area for which they are drawn.
  var pictures: (@Sendable (ShopRow, PictureArea) async -> DrawnPictures)? {
    { [self] row, area in
      answers.withLock { $0.picturesDrawn += 1 }
      guard row.id % 2 == 0 else { return [:] }
      return ["tags": [StyledText(SafeText("\(area.size.lines) × \(area.size.columns)"))]]
    }
  }

  var rows: Actions? {
    Actions(
      sorting: { [self] in sorting },
      sort: { [self] order in
        let warning = answers.withLock { $0.warning }
        return .success(
          Actions.Sorted(source: Pages(feed: self, order: order), warning: warning) { [self] in
            answers.withLock { $0.sorting = order }
          })
      },
      place: { [self] key in
        guard let number = Int(key) else { return .failure(.usage("no number: \(key)")) }
        let place = Self.numbers(in: sorting).firstIndex(of: number)
        return await answer(
          Actions.Place(cursor: place ?? (number < 1 ? 0 : nil), id: place.map { _ in number }))
      },
      placeAtPercent: { [self] in await answer(Int($0 * 10)) },
      count: { [self] in await answer("1,000 rows") },
      whole: { [self] row in
        answers.withLock { $0.wholesRead += 1 }
        return await answer(ShopRow.record(row.id, whole: true))
      },
      reference: { row, column in
        guard column == "customer" else { return nil }
        return Actions.Reference { .success(StarFeed(count: 5)) }
      })
  }
}
