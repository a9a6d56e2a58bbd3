import Paging

/// What a reader finds who reads all of a list, from a server that now stands still and is honest.
extension RandomWalk {
  /// Goes to the start, reads to the end, and says what is not as it should be.
  ///
  /// A list keeps what an unruly server made of it; then only that nothing is out for ever.
  package mutating func problemOfReading() -> WalkFailure? {
    let seen = readAll()
    return problem(of: seen).map {
      WalkFailure(
        rule: $0, step: nil, account: "read: \(seen)\n  there: \(posts.due)\n  \(account)")
    }
  }

  private func problem(of seen: [Int]) -> String? {
    guard run.waiting.isEmpty else { return "no load is out when all is read" }
    guard !plan.isUnruly else { return nil }
    let found = seen.filter(posts.isDue.contains)
    guard found == posts.due else { return "all that the server holds is read once, in order" }
    let ends = run.state(.append) == .end || plan.isOpenEnded || found.isEmpty
    return ends ? nil : "the end is known when all is read"
  }

  /// Lets everything be answered, goes to the start and walks to the end, filling gaps; returns the
  /// posts seen, in the order they were.
  private mutating func readAll() -> [Int] {
    prepared = [:]
    for _ in 0..<3 {
      send(.retry)
      settle()
    }
    // One may be waiting for an answer made before; the next one is anew.
    send(.refresh)
    settle()
    climb()
    return readDown()
  }

  /// Answers and lets time pass until nothing is out and nothing waits.
  private mutating func settle() {
    for _ in 0..<2_000 {
      if let ticket = run.waiting.first {
        let page = run.server.page(for: ticket.request)
        excuse(page, for: ticket)
        run.send(.loaded(ticket, page))
      } else if let wake = run.wake {
        run.tick(at: wake)
      } else {
        return
      }
    }
  }

  private mutating func climb() {
    var held = WalkMemory(of: run).ids
    var turns = 0
    while turns < patienceWithServer, run.state(.prepend) != .end || run.machine.count == 0 {
      run.show(0..<min(1, run.machine.count))
      settle()
      if run.state(.prepend) != .end { ask(.leading) }
      let now = WalkMemory(of: run).ids
      turns = now == held ? turns + 1 : 0
      held = now
    }
  }

  private mutating func readDown() -> [Int] {
    var seen: [Int] = []
    var turns = 0
    while turns < patienceWithServer {
      let next = (seen.last.flatMap { run.machine.index(of: .item($0)) } ?? -1) + 1
      turns += 1
      if next == run.machine.count {
        if run.state(.append) == .end { break }
        ask(.trailing)
        continue
      }
      switch run.machine[next] {
      case .item(let post):
        seen.append(post.id)
        turns = 0
        run.show(next..<next + 1)
      case .gap(let gap): run.send(.fill(gap: gap, from: .leading))
      }
      settle()
    }
    return seen
  }

  private mutating func ask(_ edge: Edge) {
    run.send(.loadMore(edge))
    settle()
  }

  /// Pages in a row that may bring nothing: all there are, where every post is hidden.
  private var patienceWithServer: Int { run.server.ids.count + 3 }
}
