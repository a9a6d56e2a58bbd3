import Paging
import PagingTesting
import Records
import Viewers

/// Numbers that come when a test says so.
struct ScriptedFeed: Feed {
  let pages = ScriptedSource<Number, Int>()
  var title: String { "Numbers" }
  var source: any PagingSource<Number, Int> { pages }

  func line(of number: Number) -> String { "number \(number.id)" }
  func fields(of number: Number) -> [JSONField] { [JSONField("number", .number(number.id))] }
}
