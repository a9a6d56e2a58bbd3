import Paging

/// Gives a page each time it is asked: any service will do, with no list and no screen.
///
/// Calls may come at any time. Each brings the page that follows that of the call before, and is
/// answered once, in order, after the place has moved; a page that failed is asked for again.
final class PagingGenerator<Item: Identifiable & Sendable> where Item.ID: Sendable {
  typealias Source = OffsetSource<Item>
  typealias Answer = Result<[Item], PagingError>

  /// Whether all has been given.
  private(set) var isAtEnd = false
  private let start: Int
  private let limit: Int
  private var position = PageRequest<Source.Cursor>.Position.start
  private var seen: Set<Item.ID> = []
  private var latest: Task<Void, Never>?

  init(start: Int = 0, limit: Int) {
    self.start = start
    self.limit = limit
  }

  /// Loads the next page; none of it was given before, and it is empty at the end.
  func next(_ fetch: @escaping Source.Ask, onFinish: @escaping (Answer) -> Void) {
    latest = Task { [latest] in
      await latest?.value
      onFinish(await load(from: OffsetSource(start: start, ask: fetch)))
    }
  }

  private func load(from source: Source) async -> Answer {
    guard !isAtEnd else { return .success([]) }
    let request = PageRequest(reason: .append, position: position, count: limit)
    do throws(PagingError) {
      let page = try await source.load(request)
      if let cursor = page.after.cursor { position = .after(cursor) } else { isAtEnd = true }
      return .success(page.items.filter { seen.insert($0.id).inserted })
    } catch {
      return .failure(error)
    }
  }
}
