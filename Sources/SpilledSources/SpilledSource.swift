public import Paging

/// A source that only goes forward, scrolled back: each page is kept in a file when it has come, and
/// read from there when it is wanted again.
///
///     let pages = try SpilledSource(stream, folder: cacheFolder)
///
/// The source itself is asked once for each page. In memory it costs some hundred bytes a page, and
/// on disk what the pages are as JSON, up to a bound: beyond that the newest take the place of the
/// oldest, and who goes back so far is told. The file has no name and is gone with the program.
///
/// A page that is read again is as it was when it came. Cost of that: one read, and its decoding.
public struct SpilledSource<Source: PagingSource>: PagingSource
where Source.Item: Codable, Source.Cursor: Codable {
  /// What a page holds.
  public typealias Item = Source.Item
  /// A page by the number of its load.
  public typealias Cursor = SpillCursor

  private let source: Source
  private let store: SpillStore<Item, Source.Cursor>

  /// Creates a source that keeps what another one gives.
  ///
  /// - Parameters:
  ///   - source: one that need not go back, nor answer the same request twice.
  ///   - folder: where the file is made, such as the program's cache folder; made if need be.
  ///   - limit: how large the file may become, in bytes.
  /// - Throws: why there can be no file.
  public init(_ source: Source, folder: String, limit: Int = 256 << 20) throws(SpillError) {
    self.source = source
    store = try SpillStore(folder: folder, limit: limit)
  }

  /// A chain, whatever the source can do: what is kept was loaded from the start on.
  public var traits: PagingTraits { .chain }

  /// Speaks when the source itself does.
  public func updates() -> AsyncStream<Void>? { source.updates() }

  /// Loads a page from the source, or from the file where it was loaded before.
  ///
  /// - Throws: what the source throws, or that a page is not kept any more.
  public func load(
    _ request: PageRequest<SpillCursor>
  ) async throws(PagingError) -> Page<Item, SpillCursor> {
    switch request.position {
    case .start: return try await ask(request, at: .start, after: nil)
    case .before(let cursor):
      guard let number = await store.number(.leading, of: cursor.page) else {
        throw PagingError("nothing is kept before the first page", mayPass: false)
      }
      return try await kept(number)
    case .after(let cursor):
      if let number = await store.number(.trailing, of: cursor.page) {
        return try await kept(number)
      }
      guard let own = await store.cursor(after: cursor.page) else {
        throw PagingError("nothing follows the last page", mayPass: false)
      }
      return try await ask(request, at: .after(own), after: cursor.page)
    case .end, .item:
      throw PagingError("what only goes forward opens at its start", mayPass: false)
    }
  }

  private func ask(
    _ request: PageRequest<SpillCursor>, at position: PageRequest<Source.Cursor>.Position,
    after number: Int?
  ) async throws(PagingError) -> Page<Item, SpillCursor> {
    let page = try await source.load(
      PageRequest(
        reason: request.reason, position: position, count: request.count,
        validator: request.validator, isUpdate: request.isUpdate))
    guard !page.isUnchanged else { return .unchanged }
    let new = await store.keep(page, after: number)
    var answer = await answer(.init(page), number: new)
    (answer.pause, answer.leftOut, answer.validator) = (page.pause, page.leftOut, page.validator)
    return answer
  }

  private func kept(_ number: Int) async throws(PagingError) -> Page<Item, SpillCursor> {
    guard let page = await store.page(number) else {
      throw PagingError(
        "this is too far back: later pages have its place", mayPass: false, hasExpired: true)
    }
    return await answer(page, number: number)
  }

  private func answer(
    _ page: SpilledPage<Item, Source.Cursor>, number: Int
  ) async -> Page<Item, SpillCursor> {
    let cursor = SpillCursor(page: number)
    let isLast = await store.number(.trailing, of: number) == nil
    let after: Continuation<SpillCursor> =
      if page.after == nil { .end } else if isLast, !page.isSure { .unknown(cursor) } else {
        .more(cursor)
      }
    return Page(
      items: page.items, before: await store.isFirst(number) ? .end : .more(cursor), after: after)
  }
}
