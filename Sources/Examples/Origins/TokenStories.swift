// This stands for a list that was configured by a cell and an API call and paged by token; its
// service lists ids alone, and what a story says is loaded by the cell that shows it. Such a
// configuration is a source and the short form of `PagedListController`.
//
// Mistakes of such lists, and what became of them:
// - An empty page was taken for the end though its token leads on. Here the token alone decides.
// - No token at the end was sent as none, which is the first page again, for ever. `TokenSource`
//   ends there, and a token that leads to itself is refused.
// - Each cell loaded its own story: a request a row, and one that came late was drawn in a cell
//   that showed another row by then. `DetailLoader` asks for what all cells in sight want in
//   batches, stops those that are scrolled past, and a cell draws what its own id has.
// - After a failure the list asked for nothing more. Here it is a row, which a key tries again.
import NCursesTerminal
import Paging
import TableUI
import Terminal

/// A story in a line; its number alone until its content has come.
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
    // They come greatest first, and may be fewer than were asked for.
    let lowest = min(stories.last?.id ?? .min, last)
    return stories + (try await self.stories(ids.filter { $0 < lowest }))
  }
}

/// Shows stories, by token.
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
  // Whenever the list tries again, so do its cells.
  pager.onActivity = { if case .started = $0 { stories.retry() } }
  stories.onChange = {
    list.title = "Stories (batches \(stories.batchCount), cancelled \(stories.cancelledCount))"
    list.onNeedsDisplay?()
  }
  try NCursesScreen.open { Session(screen: $0, root: list).run() }
}
