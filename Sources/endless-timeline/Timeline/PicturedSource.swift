import Paging
import Timeline

/// Posts whose pictures' extents are known when they come.
nonisolated struct PicturedSource: PagingSource {
  typealias Item = Post
  typealias Cursor = TimelineSource.Cursor

  let posts: SimulatedNetwork<TimelineSource>
  let sizes: PictureSizes

  var traits: PagingTraits { posts.traits }

  func updates() -> AsyncStream<Void>? { posts.updates() }

  func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Post, Cursor> {
    let page = try await posts.load(request)
    sizes.read(page.items.compactMap(\.picture))
    return page
  }
}
