import Paging
import SpilledSources

/// A reader who walks over a list and looks at no more than one entry at a time.
@MainActor struct Walk {
  let pager: Pager<Stream.Item, SpillCursor>

  /// Opens a list at its start.
  init(_ pages: SpilledSource<Stream>, pageSize: Int, keep: Int) async throws {
    let configuration = try PagerConfiguration(
      pageSize: pageSize, prefetchDistance: 10, keep: keep, retry: .never)
    pager = Pager(source: pages, configuration: configuration)
    pager.refresh()
    await until { pager.state(of: .refresh) != .loading }
  }

  /// The first and the last number held, nil where nothing is.
  var ends: [Int?] { pager.count == 0 ? [] : [pager[0].item?.id, pager[pager.count - 1].item?.id] }

  /// Goes to an edge, as far as pages come.
  ///
  /// - Returns: what the load at the edge says in the end.
  func go(to edge: Edge) async -> LoadState {
    let reason: LoadReason = edge == .leading ? .prepend : .append
    while [.idle, .loading].contains(pager.state(of: reason)), !Task.isCancelled {
      pager.viewportChanged(edge == .leading ? 0..<1 : pager.count - 1..<pager.count)
      await until { pager.state(of: reason) != .loading }
    }
    return pager.state(of: reason)
  }

  /// Jumps to the start; returns what that says in the end.
  func jump() async -> LoadState {
    pager.jump(to: .start)
    await until { pager.state(of: .refresh) != .loading }
    return pager.state(of: .refresh)
  }

  /// Refreshes the list; returns what that says in the end.
  func refresh() async -> LoadState {
    pager.refresh()
    await until { pager.state(of: .refresh) != .loading }
    return pager.state(of: .refresh)
  }

  func until(_ holds: () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }
}
