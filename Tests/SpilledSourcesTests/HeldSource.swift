import Paging

/// A source whose answers wait at a gate; one that is cancelled there throws away what it has read.
struct HeldSource<Source: PagingSource>: PagingSource {
  let source: Source
  let gate = Gate()

  func load(
    _ request: PageRequest<Source.Cursor>
  ) async throws(PagingError) -> Page<Source.Item, Source.Cursor> {
    let page = try await source.load(request)
    guard await gate.pass() else { throw PagingError("what was read is gone", isRetryable: true) }
    return page
  }
}
