import Paging
import PagingSimulation

extension MachineRun {
  /// Answers the oldest load with a page of the test's own, as a source does that gives each item a
  /// cursor: its number.
  mutating func answer(
    keyed ids: [Int], before: Continuation<Int> = .end, after: Continuation<Int>
  ) {
    var page = Page(items: ids.map { Post(id: $0) }, before: before, after: after)
    page.itemCursors = ids
    answer(with: page)
  }

  /// The versions of the items held, in order.
  var versions: [Int] { (0..<machine.count).compactMap { machine[$0].item?.version } }
}
