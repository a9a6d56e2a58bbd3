import Paging
import PagingSimulation

/// A source that answers when a test says so.
struct HandSource: PagingSource {
  let loads = ManualLoads()

  func load(
    _ request: PageRequest<Int>
  ) async throws(PagingError) -> Page<Post, Int> {
    try await loads.answer(to: request).get()
  }
}
