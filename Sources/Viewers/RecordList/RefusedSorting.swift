import TableUI

/// A sorter for the rows of a query that is run once, which only explains why they cannot be
/// sorted.
final class RefusedSorting: ColumnSorter {
  var isBusy: Bool { false }
  var words: String? { nil }
  func stop() {}

  func sort(
    by column: String, descending: Bool, after message: Message?, say: @escaping (Message) -> Void
  ) { say(Message("cannot sort a query that is run once: sort it with --order-by", .accent)) }
}
