import Paging

/// Checks the posts that a reader finds when reading the whole list after the last change of the
/// server.
extension RandomWalk {
  /// Goes to the start, reads to the end and loads each page again; returns the rule that is
  /// broken, if any.
  ///
  /// Posts that arrive during the reading count as read. The posts between two pages may be older
  /// than both pages, so if something is missing, the list is read once more, and each post is
  /// loaded again separately.
  ///
  /// A list keeps the posts that an unruly server has put into it. Therefore, if the server is
  /// unruly, only a load that never ends is an error. The same applies to offsets and page numbers,
  /// with which the pager cannot know what it has missed.
  package mutating func problemOfReading() -> WalkFailure? {
    var seen = readAll()
    if problem(of: seen) != nil { seen = readAll(lookingAtEach: true) }
    if !plan.style.isExact { truth.noteReading(seen, of: run.server.visible) }
    return problem(of: seen).map {
      WalkFailure(
        rule: $0, step: nil,
        account: "read: \(seen)\n  there: \(run.server.visible)\n  \(account)")
    }
  }

  private func problem(of seen: [Int]) -> String? {
    guard run.waiting.isEmpty else { return "no load is out when all is read" }
    guard !plan.isUnruly, plan.style.isExact else { return nil }
    // A change that the app itself has made may remain until the page with the changed post is
    // loaded again.
    let read = seen.filter { !truth.edits.wasEdited($0) }
    guard read == run.server.visible.filter({ !truth.edits.wasEdited($0) }) else {
      return "all that the server holds is read once, in order"
    }
    let ends = run.state(.append) == .end || plan.isOpenEnded || seen.isEmpty
    return ends ? nil : "the end is known when all is read"
  }

  /// Answers all loads, goes to the start and walks to the end, filling gaps.
  ///
  /// Returns the posts seen, in their order.
  private mutating func readAll(lookingAtEach: Bool = false) -> [Int] {
    prepared = [:]
    for operation in operations.sorted() { run.send(.confirm(operation: operation)) }
    for _ in 0..<3 {
      send(.retry)
      _ = settle()
    }
    // The held posts may come from answers that the server made before its last change.
    send(.refresh)
    _ = settle()
    climb()
    return readDown(lookingAtEach: lookingAtEach)
  }

  /// Answers loads and lets time pass until nothing is loading or waiting; returns the posts that
  /// arrived.
  private mutating func settle() -> Set<PostID> {
    var came: Set<PostID> = []
    for _ in 0..<400 {
      if let ticket = run.waiting.first {
        let page = run.server.page(for: ticket.request)
        let whole = page.isUnchanged ? run.server.page(for: ticket.request.whole) : page
        came.formUnion(whole.items.map(\.id))
        run.send(.loaded(ticket, page))
      } else if let wake = run.wake {
        run.tick(at: wake)
      } else {
        return came
      }
    }
    return came
  }

  /// Goes to the start; returns the posts that arrived.
  @discardableResult
  private mutating func climb() -> Set<PostID> {
    var came: Set<PostID> = []
    var held = WalkMemory(of: run).ids
    var turns = 0
    while turns < mostTurnsOfServer, run.state(.prepend) != .end || run.machine.count == 0 {
      run.show(0..<min(1, run.machine.count))
      came.formUnion(settle())
      if run.state(.prepend) != .end { came.formUnion(ask(.leading)) }
      let now = WalkMemory(of: run).ids
      turns = now == held ? turns + 1 : 0
      held = now
    }
    return came
  }

  /// Reads to the end, and returns the numbers of the posts that were read.
  ///
  /// A held post may be outdated, so it counts as read only if it arrived after the server stopped
  /// changing.
  private mutating func readDown(lookingAtEach: Bool) -> [Int] {
    var seen: [Int] = []
    var last: PostID?
    var known: Set<PostID> = []
    var unsure: Set<PostID> = []
    var passed: Set<PostID> = []
    var looks: [PostID: Int] = [:]
    var (turns, fills) = (0, 0)
    // Each reload of a post may put a gap above it, which has to be filled again.
    let mostTurns = 5 * mostTurnsOfServer
    for _ in 0..<8 * mostTurns where turns < mostTurns {
      let next = place(after: last)
      turns += 1
      if let separator = separator(above: next, except: passed) {
        // The separator's page may contain nothing else by now.
        passed.insert(separator.id)
        known.formUnion(lookAround(separator.index, to: next))
        // The posts that are loaded below the separator may displace the start from memory.
        if last == nil { known.formUnion(climb()) }
        continue
      }
      // The posts that filled a gap may have been added above the start.
      if last == nil, next == 0, run.state(.prepend) != .end, turns < mostTurnsOfServer {
        known.formUnion(climb())
        continue
      }
      if let last, run.machine.index(of: .item(last)) == nil, run.state(.prepend) != .end,
        (0..<next).allSatisfy(isGapOrSeparator)
      {
        // The posts that were read have been dropped from memory, and the posts after them may have
        // been dropped as well.
        run.show(0..<min(1, run.machine.count))
        known.formUnion(settle().union(ask(.leading)))
        continue
      }
      if next == run.machine.count {
        if run.state(.append) == .end { break }
        run.show(max(0, next - 1)..<next)
        known.formUnion(ask(.trailing))
        continue
      }
      switch run.machine[next] {
      case .gap(let gap):
        // If this entry were not drawn, the posts that fill the gap might be dropped immediately,
        // because they are far from the entries that were drawn last.
        run.show(next..<next + 1)
        run.send(.fill(gap: gap, from: .leading))
        known.formUnion(settle())
        // The page below the gap may have been deleted. In that case, a load after that page
        // removes the posts that have just arrived, until the page is reloaded. However, a reload
        // also makes the machine pass all hidden posts again, so reloads become ever rarer.
        fills = turns > mostTurnsOfServer ? fills + 1 : 0
        if fills % 7 == 0, (fills / 7).nonzeroBitCount == 1 {
          known.formUnion(lookAround(next, to: next + 1))
        }
      case .item(let post)
      where known.contains(post.id) && (!lookingAtEach || looks[post.id] != nil):
        // A post that was skipped earlier is here now, so its old place does not count.
        if unsure.remove(post.id) != nil { seen.removeAll { $0 == post.id.number } }
        seen.append(post.id.number)
        (last, turns) = (post.id, 0)
        run.show(next..<next + 1)
        known.formUnion(settle())
      case .item(let post):
        known.formUnion(lookAround(next))
        // A post that several reloads have not shown again is skipped. It counts as read if it is
        // visible on the server.
        looks[post.id, default: 0] += 1
        if looks[post.id, default: 0] > 3, run.machine.index(of: .item(post.id)) != nil {
          if run.server.visible.contains(post.id.number) { seen.append(post.id.number) }
          unsure.insert(post.id)
          (last, turns) = (post.id, 0)
        }
      }
    }
    return seen
  }

  /// The index of the entry after the last post that was read.
  ///
  /// If that post is not held any more, this is the first entry after its place, or the gap above
  /// that entry.
  private func place(after last: PostID?) -> Int {
    var place = 0
    if let last, let held = run.machine.index(of: .item(last)) {
      place = held + 1
    } else if let last {
      let rank = run.server.rank(of: last.number)
      place =
        (0..<run.machine.count).first {
          run.machine[$0].item.map { isPost($0, behind: rank) } ?? false
        }
        ?? run.machine.count
      while place > 0, isGapOrSeparator(place - 1) {
        place -= 1
        if run.machine[place].item == nil { return place }
      }
    }
    // A separator may belong to another page by now.
    while place < run.machine.count, run.machine[place].item.map(isSeparator) ?? false {
      place += 1
    }
    return place
  }

  /// Of the separators directly above an entry, the first one that has not been passed yet.
  private func separator(above place: Int, except passed: Set<PostID>) -> (id: PostID, index: Int)?
  {
    var first: (id: PostID, index: Int)?
    for index in (0..<place).reversed() {
      guard let post = run.machine[index].item, isSeparator(post) else { break }
      if !passed.contains(post.id) { first = (post.id, index) }
    }
    return first
  }

  /// Draws an entry, and reloads its page; returns the posts that arrived.
  ///
  /// - Parameter end: the last entry that is drawn together with the first. A separator alone moves
  ///   down with each page that contains it again, and the viewport of a reader who sees nothing
  ///   else would move with it.
  private mutating func lookAround(_ place: Int, to end: Int? = nil) -> Set<PostID> {
    run.show(place..<min((end ?? place) + 1, run.machine.count))
    let came = settle()
    run.send(.refreshAround)
    return came.union(settle())
  }

  private func isPost(_ post: Post, behind rank: Int) -> Bool {
    !isSeparator(post) && run.server.rank(of: post.id.number) > rank
  }

  private func isSeparator(_ post: Post) -> Bool { SimulatedServer.isSeparator(post.id.number) }

  private func isGapOrSeparator(_ place: Int) -> Bool {
    run.machine[place].item.map(isSeparator) ?? true
  }

  private mutating func ask(_ edge: Edge) -> Set<PostID> {
    run.send(.loadMore(edge))
    return settle()
  }

  /// The maximum number of pages in a row that may bring nothing: a few more than the server has
  /// posts, because all of them may be hidden.
  private var mostTurnsOfServer: Int { run.server.ids.count + 6 }
}

extension PageRequest<Int> {
  /// The same request for a complete page, even if it is unchanged.
  fileprivate var whole: PageRequest {
    PageRequest(reason: reason, position: position, count: count, pages: pages)
  }
}
