import Paging
import PagingSimulation

/// A source that answers when a test says so.
struct HandSource: PagingSource {
  let desk = Desk()

  func load(
    _ request: PageRequest<Int>
  ) async throws(PagingError) -> Page<Post, Int> {
    try await desk.answer(to: request).get()
  }
}
