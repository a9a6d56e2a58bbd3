import Paging
import Synchronization

/// A source that fails at first, before it has read anything.
final class FailingSource<Source: PagingSource>: PagingSource {
  static var error: PagingError { PagingError("not now", isRetryable: true) }

  private let source: Source
  private let failures: Mutex<Int>

  init(source: Source, failures: Int) {
    self.source = source
    self.failures = Mutex(failures)
  }

  func load(
    _ request: PageRequest<Source.Cursor>
  ) async throws(PagingError) -> Page<Source.Item, Source.Cursor> {
    let fails = failures.withLock { left in
      left -= 1
      return left >= 0
    }
    if fails { throw Self.error }
    return try await source.load(request)
  }
}
