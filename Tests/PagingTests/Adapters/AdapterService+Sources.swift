import Paging
import PagingSimulation

/// The service as a source of each adapter.
extension AdapterService {
  /// The information that the service returns in addition to its items.
  enum Says: CaseIterable {
    case nothing, total, hasMore
  }

  nonisolated func numbered(_ says: Says = .nothing) -> PageNumberSource<Post> {
    PageNumberSource(opensAtEnd: says == .total) { number, size throws(PagingError) in
      let items = await self.page(number, size: size)
      let count = await self.count
      switch says {
      case .nothing: return NumberedPage(items: items)
      case .total: return NumberedPage(items: items, totalCount: count)
      case .hasMore: return NumberedPage(items: items, hasMore: number * size < count)
      }
    }
  }

  nonisolated func offset(_ says: Says = .nothing) -> OffsetSource<Post> {
    OffsetSource(opensAtEnd: says == .total) { offset, limit throws(PagingError) in
      let items = await self.posts(offset: offset, limit: limit)
      let count = await self.count
      switch says {
      case .nothing: return OffsetPage(items: items)
      case .total: return OffsetPage(items: items, totalCount: count)
      case .hasMore: return OffsetPage(items: items, hasMore: offset + items.count < count)
      }
    }
  }

  nonisolated func exclusive(goesBack: Bool = true) -> ExclusiveKeySource<Post, Int> {
    let preceding: ExclusiveKeySource<Post, Int>.Preceding = { key, count throws(PagingError) in
      KeyedPage(items: await self.posts(before: key, count))
    }
    return ExclusiveKeySource(key: { $0.id.number }, preceding: goesBack ? preceding : nil) {
      key, count throws(PagingError) in
      KeyedPage(items: await self.posts(after: key, count))
    }
  }

  /// Returns a source whose service answers in reverse order, like a query limited to its last
  /// items.
  nonisolated func inclusive(
    goesBack: Bool = true, ascending: Bool = true
  ) -> InclusiveKeySource<Post, Int> {
    let preceding: InclusiveKeySource<Post, Int>.Preceding = { key, count throws(PagingError) in
      KeyedPage(items: await self.posts(before: key, count, inclusive: true).reversed())
    }
    return InclusiveKeySource(
      key: { $0.id.number }, ascending: ascending, preceding: goesBack ? preceding : nil
    ) { key, count throws(PagingError) in
      KeyedPage(items: await self.posts(after: key, count, inclusive: true).reversed())
    }
  }

  nonisolated func tokens(goesBack: Bool = true) -> TokenSource<Post, String> {
    let preceding: TokenSource<Post, String>.Preceding = { token, count throws(PagingError) in
      let items = await self.posts(before: Int(token) ?? 0, count)
      return await self.tokenPage(items)
    }
    return TokenSource(preceding: goesBack ? preceding : nil) { token, count throws(PagingError) in
      let items = await self.posts(after: token.flatMap { Int($0) }, count)
      return await self.tokenPage(items)
    }
  }

  private func tokenPage(_ items: [Post]) -> TokenPage<Post, String> {
    let next = items.last.flatMap { $0.id.number == ids.last ? nil : "\($0.id)" }
    let previous = items.first.flatMap { $0.id.number == ids.first ? nil : "\($0.id)" }
    return TokenPage(items: items, next: next, previous: previous)
  }

  /// Returns a source with addresses such as `/posts?size=3` for the first page, and
  /// `/posts?size=3&after=3` or `/posts?size=3&before=4` for other pages.
  nonisolated func links() -> LinkSource<Post> {
    LinkSource(start: { "https://a.example/posts?size=\($0)" }) { url throws(PagingError) in
      await self.linkedPage(url)
    }
  }

  private func linkedPage(_ url: String) -> LinkedPage<Post> {
    let parts = url.split { "=&".contains($0) }.map(String.init)
    let size = Int(parts[1]) ?? 0
    let key = parts.count > 3 ? Int(parts[3]) : nil
    let isBack = parts.count > 2 && parts[2] == "before"
    let page = tokenPage(
      isBack ? posts(before: key ?? 0, size) : posts(after: key, size))
    let next = page.next.map { "<?size=\(size)&after=\($0)>; rel=\"next\"" }
    let previous = page.previous.map { "</posts?size=\(size)&before=\($0)>; rel=prev" }
    return LinkedPage(items: page.items, links: [next, previous].compactMap { $0 })
  }
}
