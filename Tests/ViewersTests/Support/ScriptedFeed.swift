import Paging
import PagingTesting
import Records
import Viewers

/// A feed of numbers that arrive when a test tells them to.
struct ScriptedFeed: Feed {
  let pages = ScriptedSource<Number, Int>()
  var title: String { "Numbers" }
  var source: any PagingSource<Number, Int> { pages }

  func line(of number: Number) -> String { "number \(number.id)" }
  func fields(of number: Number) -> [JSONField] { [JSONField("number", .number(number.id))] }
}
