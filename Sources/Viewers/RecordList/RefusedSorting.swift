import TableUI

/// A sorter that only explains why the rows cannot be sorted: they come from a query that is run
/// only once.
final class RefusedSorting: ColumnSorter {
  var isBusy: Bool { false }
  var words: String? { nil }
  func stop() {}

  func sort(
    by column: String, descending: Bool, after message: Message?, say: @escaping (Message) -> Void
  ) { say(Message("cannot sort a query that is run once: sort it with --order-by", .accent)) }
}
