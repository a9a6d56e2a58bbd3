import Paging

/// A made-up service of 200 stories, their ids from 1000 down.
///
/// It has the quirks of a real one: it lists no more than 25 at a time, whatever is asked for, the
/// page after the first fifty is empty although it leads on, no token is the end, and more than 20
/// stories at once are refused.
nonisolated struct StoryService: Sendable {
  private let latency: Duration
  private let ids = (801...1000).reversed()

  init(latency: Duration) { self.latency = latency }

  /// The ids that a token leads to, and the token of the next ones.
  func ids(token: String?, count: Int) async throws(PagingError) -> (ids: [Int], next: String?) {
    try await wait()
    guard let start = Int((token ?? "s0").dropFirst()), token?.hasPrefix("s") != false else {
      if token == "pause" { return ([], "s50") }
      throw PagingError("the token is not known", isRetryable: false)
    }
    let page = Array(ids.dropFirst(start).prefix(min(count, 25)))
    let end = start + page.count
    guard end < ids.count else { return (page, nil) }
    return (page, end == 50 ? "pause" : "s\(end)")
  }

  /// The stories with some ids, in no order.
  func stories(_ ids: [Int]) async throws(PagingError) -> [Story] {
    guard ids.count <= 20 else { throw PagingError("too many stories at once", isRetryable: false) }
    try await wait()
    return ids.sorted().map(Story.init)
  }

  /// The latency of a real service is all that this one lacks; `--latency` asks for it, and a load
  /// that is cancelled ends it.
  private func wait() async throws(PagingError) {
    guard latency > .zero else { return }
    do {
      // A wait by definition, as long as --latency says; it is cancelled with its load.
      try await Task.sleep(for: latency)
    } catch {
      throw PagingError("stopped", isRetryable: true)
    }
  }
}
