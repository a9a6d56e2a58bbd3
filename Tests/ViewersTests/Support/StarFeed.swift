import Paging
import Records
import Viewers

/// A record of a source of its own.
struct Star: RecordItem {
  let id: Int
  let content: RecordContent

  init(_ id: Int) {
    self.id = id
    let json = #"{"id":\#(id),"name":"star \#(id)","class":"\#(["G", "K", "M"][id % 3])"}"#
    let record = try? JSONReader().record(Array(json.utf8)[...])
    content = record.map { .record($0) } ?? .text(Array(json.utf8)[...])
  }
}

/// The smallest source of records: what it is called, and its pages.
struct StarFeed: RecordFeed {
  let source: any PagingSource<Star, Int>
  var title: String { "Stars" }
  var itemNames: (one: String, many: String) { ("star", "stars") }
  var explanation: String? { "the nearest first" }

  /// Stars by their numbers, from 1.
  init(count: Int) {
    source = ExclusiveKeySource(key: \.id) { key, limit throws(PagingError) in
      let first = (key ?? 0) + 1
      let last = min(count, first + limit - 1)
      return KeyedPage(
        items: first > last ? [] : (first...last).map(Star.init), hasMore: last < count)
    }
  }

  init(_ source: any PagingSource<Star, Int>) { self.source = source }
}
