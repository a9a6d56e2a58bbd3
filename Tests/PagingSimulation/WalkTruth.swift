import Paging

/// Checks that the held items agree with the server's answers.
///
/// Within the stretches that answers cover, they must be complete and in the server's order, and
/// none may appear twice. The check does not know how answers are merged. For each rank, it
/// records when the last accepted answer covered it. A post that has been there since then must be
/// held, or a gap must be there; and posts that have not been moved since they were seen must be in
/// the server's order, or have a gap between them.
struct WalkTruth: Sendable {
  private var looks = WalkLooks()
  /// The edits of the reader's own app, which has removed posts, or put them elsewhere, since they
  /// were last seen.
  private(set) var edits = WalkEdits()
  /// Posts that the current step has removed, although no answer has shown that they have left
  /// their place.
  private var lost: Set<Int> = []
  /// The number of posts that were checked, and of those that were missing.
  private(set) var checked = 0
  private(set) var missed = 0
  /// The number of lists with stretches in a different order than the server's, and a gap between
  /// them.
  private(set) var outOfOrder = 0

  /// Records an answer that was put into the list.
  mutating func accept(
    _ taken: (answer: RandomWalk.Answer, ticket: MachineRun.Load), covering parts: [WalkLooks.Part],
    in run: MachineRun
  ) {
    let page = taken.answer.page
    // If the list does not reach its start, a refresh only counts the new posts of the head, and
    // does not put them into the list.
    if taken.ticket.purpose == .merge, !run.machine.reaches(.leading) { return }
    // A page that was loaded again, but was dropped in the meantime, is not in the list either. An
    // item with an edit arrives with every answer, so it does not show that the page was held.
    if taken.ticket.purpose.isRenewal, !page.items.isEmpty,
      !page.items.contains(where: {
        run.came.contains(.item($0.id)) && !edits.mayComeAgain($0.id.number)
      })
    {
      // If the page has an item whose edit may be applied again, this cannot be decided: the page
      // proves nothing, but the place was requested.
      if page.items.contains(where: { edits.mayComeAgain($0.id.number) }) {
        looks.insert([], at: taken.answer.time, parts: parts)
      }
      return
    }
    // A post that an edit has changed counts as seen too: it is there when the edit is undone.
    let posts = page.items.map(\.id).filter { id in
      let isHeld = run.machine.index(of: .item(id)) != nil
      return (isHeld || edits.isPending(id.number)) && !SimulatedServer.isSeparator(id.number)
    }
    edits.noteSeen(posts.map(\.number))
    looks.insert(posts.map(\.number), at: taken.answer.time, parts: parts)
  }

  /// Records the posts that a step has removed.
  ///
  /// If a post that is still in its place on the server is removed, a gap must be left, unless an
  /// answer has shown that place.
  mutating func noteStep(of walk: RandomWalk, since before: WalkMemory) {
    lost = []
    let hasDropped = walk.run.changes.contains { if case .dropped = $0 { true } else { false } }
    guard walk.plan.style.isExact, !walk.isRenewed, !hasDropped, isPlaceCertain(walk) else {
      return
    }
    let answer = walk.delivered?.answer
    for case .item(let id) in before.ids where walk.run.machine.index(of: .item(id)) == nil {
      let post = id.number
      guard isCertain(post, walk), walk.posts.touched[post] ?? 0 <= answer?.time ?? .max else {
        continue
      }
      let rank = walk.run.server.rank(of: post)
      let isTold = walk.covered.contains { $0.ranks.contains(rank) }
      if !isTold { lost.insert(post) }
    }
    if !lost.isEmpty { lost.subtract(outOfOrder(in: before, walk)) }
  }

  /// Posts that were on the wrong side of another post.
  ///
  /// They were in a stretch whose place nothing proves, and an answer that covers the place where
  /// they were may remove them.
  private func outOfOrder(in memory: WalkMemory, _ walk: RandomWalk) -> [Int] {
    let certain = memory.ids.compactMap { id -> Int? in
      guard case .item(let item) = id, isCertain(item.number, walk) else { return nil }
      return item.number
    }
    let ranks = certain.map { walk.run.server.rank(of: $0) }
    return certain.indices.filter { place in
      ranks[..<place].contains { $0 > ranks[place] }
        || ranks[place...].contains { $0 < ranks[place] }
    }.map { certain[$0] }
  }

  /// Whether the post at the requested position is visible, was there at the start and was never
  /// moved; true if the step delivered no answer to a request with a cursor.
  ///
  /// Next to any other position, it cannot be determined on which side a post is.
  private func isPlaceCertain(_ walk: RandomWalk) -> Bool {
    guard let rank = walk.delivered?.ticket.request.position.place else { return true }
    return walk.run.server.post(ranked: rank).map {
      walk.posts.isThere($0) && walk.posts.touched[$0] == nil
    } ?? false
  }

  /// Records that the list was restarted.
  mutating func forget() { looks = WalkLooks() }

  /// Records the posts that a reader found among all that exist.
  mutating func noteReading(_ seen: [Int], of visible: [Int]) {
    checked += visible.count
    missed += Set(visible).subtracting(seen).count
  }

  mutating func noteEdit(_ change: (inout WalkEdits) -> Void) { change(&edits) }

  /// Returns a description of a missing or misplaced post; nil if the list is right.
  ///
  /// - Parameter excuses: whether missing posts are only counted and not reported, because without
  ///   exact positions the pager cannot know that it missed them.
  mutating func problem(of walk: RandomWalk, excuses: Bool) -> String? {
    var problem: String?
    var stretch = Stretch(isOpen: !walk.knowsStart)
    var last: Int?
    for id in walk.memory.ids {
      guard case .item(let item) = id else {
        stretch = Stretch(isOpen: true)
        continue
      }
      stretch.posts.append(item.number)
      guard isCertain(item.number, walk) else { continue }
      let rank = walk.run.server.rank(of: item.number)
      if let last, last > rank, stretch.above == nil { outOfOrder += 1 }
      if !stretch.isOpen { problem = check(stretch, below: rank, in: walk) ?? problem }
      stretch = Stretch(above: rank, isOpen: false, posts: [item.number])
      last = rank
    }
    if stretch.above != nil, walk.knowsEnd {
      problem = check(stretch, below: nil, in: walk) ?? problem
    }
    return excuses ? nil : problem
  }

  /// The held posts between two posts whose places are known for certain.
  private struct Stretch {
    /// The rank of the first post; nil if the place of that post is not certain.
    var above: Int?
    /// Whether more posts, which are not held, may be above the stretch.
    var isOpen: Bool
    var posts: [Int] = []
  }

  /// Whether a post is where it was when it was last seen; a deleted post is nowhere.
  private func isCertain(_ post: Int, _ walk: RandomWalk) -> Bool {
    // A separator is on every page; next to one, the place of an edited post cannot be determined.
    let isEdited = walk.plan.hasSeparators ? edits.wasEdited(post) : edits.isEdited(post)
    guard let time = looks.time(of: post), !isEdited, walk.posts.isThere(post) else {
      return false
    }
    return walk.posts.touched[post] ?? 0 <= time
  }

  /// Returns a description of a fault in a stretch; nil if the stretch is right.
  private mutating func check(
    _ stretch: Stretch, below: Int?, in walk: RandomWalk
  ) -> String? {
    checked += 1
    if let above = stretch.above, let below, above > below {
      missed += 1
      return "what has the rank \(above) stands above \(below)"
    }
    var problem: String?
    for post in walk.posts.visible(above: stretch.above, below: below)
    where !walk.isHeld(post) && !edits.wasEdited(post) {
      let rank = walk.run.server.rank(of: post)
      let isKnown = looks.know(
        rank, since: walk.posts.touched[post] ?? 0, near: stretch.posts, isHeld: walk.isHeld)
      guard isKnown || lost.contains(post) else { continue }
      missed += 1
      checked += 1
      problem = "\(post) is missing between \(stretch.above ?? .min) and \(below ?? .max)"
    }
    return problem
  }
}

extension RandomWalk {
  fileprivate func isHeld(_ post: Int) -> Bool {
    run.machine.index(of: .item(PostID(post))) != nil
  }
}

extension Ticket<Int>.Purpose {
  /// Whether the load reloads a stretch that is held.
  fileprivate var isRenewal: Bool {
    switch self {
    case .renew, .renewBelow: true
    case .replace, .placeholders, .merge, .land, .extend, .fill: false
    }
  }
}

extension PageRequest<Int>.Position {
  /// The rank of the request's cursor.
  fileprivate var place: Int? {
    switch self {
    case .after(let cursor), .before(let cursor): cursor
    case .start, .end, .number: nil
    }
  }
}

/// The answers that a list has accepted since it was started, as long as they are known.
///
/// An answer is known while the list holds one of its posts that no later answer has shown. Posts
/// that were dropped do not count.
struct WalkLooks: Sendable {
  /// The ranks that an answer covers, and when it was made, in the server's time.
  struct Part: Hashable, Sendable {
    let time: Int
    let ranks: ClosedRange<Int>
  }

  /// An answer: when it was made, the parts that it covers (including the empty pages before it),
  /// and its posts.
  private struct Look {
    let time: Int
    let parts: [Part]
    let posts: [Int]

    /// When the answer saw a rank; nil for a rank that it does not cover.
    func time(of rank: Int) -> Int? { parts.last { $0.ranks.contains(rank) }?.time }
  }

  private var looks: [Look] = []
  /// The index of the answer that last showed each post.
  private var last: [Int: Int] = [:]

  /// Records an answer and those of its posts that were accepted.
  mutating func insert(_ posts: [Int], at time: Int, parts: [Part]) {
    for post in posts { last[post] = looks.count }
    looks.append(Look(time: time, parts: parts, posts: posts))
  }

  /// When a post was last seen.
  func time(of post: Int) -> Int? { last[post].map { looks[$0].time } }

  /// Whether a post that has been at a rank since a given time would be held if nothing had been
  /// lost.
  ///
  /// The result is also true if no answer covers the rank, because in that case the list should
  /// have a gap there.
  ///
  /// - Parameters:
  ///   - posts: the held posts around the rank; the answers that last showed these posts are the
  ///     most reliable.
  ///   - isHeld: whether a given post is held.
  func know(
    _ rank: Int, since time: Int, near posts: some Sequence<Int>, isHeld: (Int) -> Bool
  ) -> Bool {
    let near = posts.compactMap { last[$0] }.filter { looks[$0].time(of: rank) != nil }
    if let looked = near.max().flatMap({ looks[$0].time(of: rank) }) { return time <= looked }
    var wasLookedAt = false
    for (place, look) in looks.enumerated().reversed() {
      guard let looked = look.time(of: rank) else { continue }
      wasLookedAt = true
      if look.posts.contains(where: { last[$0] == place && isHeld($0) }) { return time <= looked }
    }
    return !wasLookedAt
  }
}
