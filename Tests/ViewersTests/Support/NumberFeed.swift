import Feeds
import Paging
import Records
import Viewers

struct Number: Identifiable, Sendable { let id: Int }

/// A feed of a hundred numbers, whose position is stored.
struct NumberFeed: Feed {
  /// The name under which the position is stored.
  var name = "numbers"

  var title: String { "Numbers" }

  var source: any PagingSource<Number, Int> {
    ExclusiveKeySource(key: \.id) { key, count throws(PagingError) in
      let first = (key ?? 0) + 1
      let items = (first..<min(101, first + count)).map(Number.init)
      return KeyedPage(items: items, hasMore: first + count <= 100)
    }
  }

  var positionCoding: PositionCoding<Number, Int>? {
    PositionCoding(
      identity: name, cursorText: { "\($0.id)" }, cursor: { Int($0) }, idText: { "\($0)" },
      id: { Int($0) })
  }

  func line(of number: Number) -> String { "number \(number.id)" }
  func fields(of number: Number) -> [JSONField] { [JSONField("number", .number(number.id))] }
}
