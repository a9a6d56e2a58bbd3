// This example replaces a list that was configured with a cell and an API call and paged by token.
// Its service lists only IDs, and each cell loads the content of its story. Such a configuration
// corresponds to a source and the short form of `PagedListController`.
//
// Mistakes of such lists, and their solutions here:
// - An empty page was taken for the end although it had a token. Here only the token decides.
// - After a page without a token, the next request was sent without one, which loaded the first
//   page again, forever. `TokenSource` ends there, and the pager refuses a token that leads to
//   itself.
// - Each cell loaded its story separately: one request for each row, and a late answer was drawn in
//   a cell that showed another row by then. `DetailLoader` requests the IDs of all cells on the
//   screen in batches, and cancels those that are scrolled past. A cell draws the result for its
//   ID.
// - After a failure the list made no further requests. Here the failure is a row, and a key
//   retries.
import NCursesTerminal
import Paging
import TableUI
import Terminal

/// A story on one line; only its ID is shown until the content has arrived.
final class StoryCell: ReusableCell {
  private let loader: DetailLoader<Story>
  private var id: Int?

  init(loader: DetailLoader<Story>) { self.loader = loader }

  func show(_ id: Int) {
    self.id = id
    loader.request(id)
  }

  func prepareForReuse() {
    if let id { loader.cancel(id) }
    id = nil
  }

  func draw(in canvas: inout Canvas) {
    guard let id else { return }
    switch loader.answer(for: id) {
    case .success(let story): canvas.draw(SafeText(story.line))
    case .failure(let error):
      canvas.draw(SafeText("\(id)  \(error)"), style: Theme.standard.failure)
    case nil: canvas.draw(SafeText("\(id)  …"), style: Theme.standard.faint)
    }
  }
}

extension WebService: StoryService {
  nonisolated private struct Answer: Decodable {
    let items: [StoryID]
    let nextCursor: String?
  }

  func ids(token: String?, count: Int) async throws -> TokenPage<StoryID, String> {
    let answer: Answer = try await get("cursors/stories", ["cursor": token, "limit": "\(count)"])
    return TokenPage(items: answer.items, next: answer.nextCursor)
  }

  func stories(_ ids: [Int]) async throws -> [Story] {
    guard let last = ids.max() else { return [] }
    let stories: [Story] = try await get(
      "keys/stories", ["max_id": "\(last &+ 1)", "limit": "\(ids.count)"])
    // The stories are in descending order, and may be fewer than requested.
    let lowest = min(stories.last?.id ?? .min, last)
    return stories + (try await self.stories(ids.filter { $0 < lowest }))
  }
}

/// Shows stories, paged by token.
func showStories(_ options: Options) throws {
  let service: any StoryService = options.service ?? SimulatedStories(latency: options.latency)
  let source = TokenSource<StoryID, String>(mapError: ServiceError.shown) {
    [service] token, count in
    try await service.ids(token: token, count: count)
  }
  let pager = Pager(
    source: source,
    configuration: .standard.with(pageSize: options.pageSize, prefetchDistance: 10))
  if options.isPlain {
    endAfter {
      var ids: [Int] = []
      for try await story in pager.items { ids.append(story.id) }
      for start in stride(from: 0, to: ids.count, by: 20) {
        let batch = Array(ids[start...].prefix(20))
        let stories = try await service.stories(batch)
        for id in batch { stories.first { $0.id == id }.map { print($0.line) } }
      }
    }
  }

  let stories = DetailLoader<Story> { [service] in try await service.stories($0) }
  let list = PagedListController(
    pager: pager, title: "Stories", cell: StoryCell.self, make: { StoryCell(loader: stories) }
  ) { cell, story, _ in
    cell.show(story.id)
  }
  // When the list starts a load, failed requests of its cells are repeated, too.
  pager.onActivity = { if case .started = $0 { stories.retry() } }
  stories.onChange = {
    list.title = "Stories (batches \(stories.batchCount), cancelled \(stories.cancelledCount))"
    list.onNeedsDisplay?()
  }
  try NCursesScreen.open { Session(screen: $0, root: list).run() }
}
