import Paging
import SpilledSources

extension PagingSource {
  /// Loads a page of ten.
  func load(
    _ position: PageRequest<Cursor>.Position
  ) async throws(PagingError) -> Page<Item, Cursor> {
    try await load(PageRequest(reason: .append, position: position, count: 10))
  }
}
