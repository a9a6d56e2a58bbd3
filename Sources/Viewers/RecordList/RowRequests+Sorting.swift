import Feeds
import Paging
import Synchronization
import TableUI

/// A sorter of the rows of a table by a column; lists of records from files have no sorter.
protocol ColumnSorter: AnyObject {
  /// Whether a request is in progress; Escape stops it.
  var isBusy: Bool { get }
  /// The message about a request that takes a while.
  var words: String? { get }
  func stop()
  /// Sorts by a column, or restores the order if the rows are already sorted in this way.
  ///
  /// - Parameters:
  ///   - message: the message that was shown before the key was pressed. If it is the warning about
  ///     this sorting, the reader has repeated the key, which confirms the sorting.
  ///   - say: called with a warning, the result, or an error.
  func sort(
    by column: String, descending: Bool, after message: Message?,
    say: @escaping (Message) -> Void)
}

extension RowRequests: ColumnSorter {
  func sort(
    by column: String, descending: Bool, after message: Message?,
    say: @escaping (Message) -> Void
  ) {
    let wanted = Actions.Sorting(column: column, descending: descending)
    let order = rows.sorting() == [wanted] ? [] : [wanted]
    if let prepared, prepared.order == order, prepared.warning == message {
      return show(prepared.sorted, order, isConfirmed: true, say: say)
    }
    let action = rows.sort
    ask("sorting", say: say) {
      await action(order)
    } then: { [weak self] sorted in
      guard
        let warning = sorted.warning.map({
          Message("\($0); press \(descending ? "S" : "s") again to sort", .accent)
        })
      else { self?.show(sorted, order, isConfirmed: false, say: say); return }
      self?.prepared = (order, sorted, warning)
      say(warning)
    }
  }

  /// Shows the rows in another order when their first page has arrived; a failure changes nothing.
  ///
  /// - Parameter isConfirmed: whether the reader has accepted that sorting may take long, so that
  ///   no time limit applies.
  private func show(
    _ sorted: Actions.Sorted, _ order: [Actions.Sorting], isConfirmed: Bool,
    say: @escaping (Message) -> Void
  ) {
    prepared = nil
    let request = PageRequest<Source.Cursor>(
      reason: .refresh, position: .start, count: list.pager.configuration.pageSize,
      overrulesWait: isConfirmed)
    let source = sorted.source
    ask("sorting", say: say) { () async -> Result<Page<Source.Item, Source.Cursor>, Failure> in
      do throws(PagingError) { return .success(try await source.load(request)) } catch {
        return .failure(Failure(error))
      }
    } then: { [weak self] page in
      guard let self else { return }
      sorted.begin()
      forgetColumnsInSight()
      filter.show(started(source, with: page))
      onSort()
      say(Message(order.first.map { Self.words(of: $0) } ?? "back in the original order"))
    }
  }

  private static func words(of sorting: Actions.Sorting) -> String {
    "sorted by \(sorting.column)\(sorting.descending ? ", descending" : "")"
  }
}

nonisolated private func started<Item, Cursor>(
  _ base: some PagingSource<Item, Cursor>, with page: Page<Item, Cursor>
) -> any PagingSource<Item, Cursor> { StartedSource(base, page) }

/// A source whose first page is already loaded; the first load returns that page if it is from the
/// start.
nonisolated private final class StartedSource<Base: PagingSource>: PagingSource {
  typealias Item = Base.Item
  typealias Cursor = Base.Cursor

  private let base: Base
  private let first: Mutex<Page<Item, Cursor>?>

  init(_ base: Base, _ page: Page<Item, Cursor>) {
    self.base = base
    first = Mutex(page)
  }

  var traits: PagingTraits { base.traits }
  func updates() -> AsyncStream<Void>? { base.updates() }

  func cachedPage(for request: PageRequest<Cursor>) -> Page<Item, Cursor>? {
    base.cachedPage(for: request)
  }

  func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor> {
    let held = first.withLock { page in
      defer { page = nil }
      return page
    }
    if case .start = request.position, let held { return held }
    return try await base.load(request)
  }
}
