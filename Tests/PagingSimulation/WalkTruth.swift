import Paging

/// Whether what is held is what the server said: complete, once and in its order, as far as it was
/// looked at.
///
/// It knows nothing of how answers are merged. It keeps for each place of the server's order when
/// the last answer that was taken covered it. A post that has stood there since then has to be
/// held, or a gap has to stand there; and posts that have not been moved since they were seen stand
/// in the server's order, or a gap is between them.
struct WalkTruth: Sendable {
  private var looks = WalkLooks()
  /// Posts that the reader's own app has taken out, or put elsewhere, since they were last seen.
  private(set) var edits = WalkEdits()
  /// Posts that went by the step at hand, though nothing says that they are not where they were.
  private var lost: Set<Int> = []
  /// Posts that were checked, and those that were missing.
  private(set) var checked = 0
  private(set) var missed = 0
  /// Lists in which stretches stood in another order than the server's, with a gap between them.
  private(set) var outOfOrder = 0

  /// Takes note of an answer that was put into the list.
  mutating func accept(
    _ taken: (answer: RandomWalk.Answer, ticket: MachineRun.Load), covering parts: [WalkLooks.Part],
    in run: MachineRun
  ) {
    let page = taken.answer.page
    // A head that is only counted is not in the list.
    if taken.ticket.purpose == .merge, !run.machine.reaches(.leading) { return }
    // Nor is a page that was looked at again, and was not held any more; what an edit is about comes
    // with every answer.
    if taken.ticket.purpose.isRenewal, !page.items.isEmpty,
      !page.items.contains(where: {
        run.came.contains(.item($0.id)) && !edits.mayComeAgain($0.id.number)
      })
    {
      // Beside an edit that cannot be told: so it proves nothing, but it was asked there.
      if page.items.contains(where: { edits.mayComeAgain($0.id.number) }) {
        looks.insert([], at: taken.answer.time, parts: parts)
      }
      return
    }
    // What an edit lies over is seen all the same: it is there when the edit is taken back.
    let posts = page.items.map(\.id).filter { id in
      let isHeld = run.machine.index(of: .item(id)) != nil
      return (isHeld || edits.isPending(id.number)) && !SimulatedServer.isSeparator(id.number)
    }
    edits.noteSeen(posts.map(\.number))
    looks.insert(posts.map(\.number), at: taken.answer.time, parts: parts)
  }

  /// Takes note of what went by a step: a post that stands where it stood, and of whose place no
  /// answer has told, may not go without a gap.
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

  /// Posts that stood on the wrong side of another: they were in a stretch that nothing proves the
  /// place of, and what covers the place where they stood may take them away.
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

  /// Whether the post is still there whose place was asked by, and was never moved: beside another
  /// place nobody can say on which side a post is.
  private func isPlaceCertain(_ walk: RandomWalk) -> Bool {
    guard let rank = walk.delivered?.ticket.request.position.place else { return true }
    return walk.run.server.post(ranked: rank).map {
      walk.posts.isThere($0) && walk.posts.touched[$0] == nil
    } ?? false
  }

  /// Takes note that the list was started again.
  mutating func forget() { looks = WalkLooks() }

  /// Takes note of what a reader found of all there is.
  mutating func noteReading(_ seen: [Int], of visible: [Int]) {
    checked += visible.count
    missed += Set(visible).subtracting(seen).count
  }

  mutating func noteEdit(_ change: (inout WalkEdits) -> Void) { change(&edits) }

  /// What is missing or out of order, if anything.
  ///
  /// - Parameter excuses: whether what is missing is only counted, because it could not be known.
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

  /// What is held from a post whose place is certain to the next one.
  private struct Stretch {
    /// The rank of the first one.
    var above: Int?
    /// Whether more may stand above it that is not held.
    var isOpen: Bool
    var posts: [Int] = []
  }

  /// Whether a post stands where it stood when it was last seen; one that has gone stands nowhere.
  private func isCertain(_ post: Int, _ walk: RandomWalk) -> Bool {
    // A separator stands on every page; beside one no edited post has a place that can be told.
    let isEdited = walk.plan.hasSeparators ? edits.wasEdited(post) : edits.isEdited(post)
    guard let time = looks.time(of: post), !isEdited, walk.posts.isThere(post) else {
      return false
    }
    return walk.posts.touched[post] ?? 0 <= time
  }

  /// What is wrong in a stretch.
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
  /// Whether a stretch is looked at that is held.
  fileprivate var isRenewal: Bool {
    switch self {
    case .renew, .renewBelow: true
    case .replace, .merge, .land, .extend, .fill: false
    }
  }
}

extension PageRequest<Int>.Position {
  /// The rank that it was asked by.
  fileprivate var place: Int? {
    switch self {
    case .after(let cursor), .before(let cursor): cursor
    case .start, .end, .number: nil
    }
  }
}

/// The answers that a list has taken since it was begun, and what of them is still known.
///
/// An answer is known while something is held that it was the last to show. What was dropped is
/// not.
struct WalkLooks: Sendable {
  /// What an answer covers, and when it was made, by the server's time.
  struct Part: Hashable, Sendable {
    let time: Int
    let ranks: ClosedRange<Int>
  }

  /// An answer: when it was made, what it covers, with the pages of nothing before it, and its posts.
  private struct Look {
    let time: Int
    let parts: [Part]
    let posts: [Int]

    /// When it was looked at a rank; nil for one that it does not cover.
    func time(of rank: Int) -> Int? { parts.last { $0.ranks.contains(rank) }?.time }
  }

  private var looks: [Look] = []
  /// The place of the answer that a post was last seen in.
  private var last: [Int: Int] = [:]

  /// Takes note of an answer and of those of its posts that were taken.
  mutating func insert(_ posts: [Int], at time: Int, parts: [Part]) {
    for post in posts { last[post] = looks.count }
    looks.append(Look(time: time, parts: parts, posts: posts))
  }

  /// When a post was last seen.
  func time(of post: Int) -> Int? { last[post].map { looks[$0].time } }

  /// Whether a post that has stood at a rank since a time would be held, had nothing been lost.
  ///
  /// It would also be held where nothing was ever asked, because then nothing proves what is there.
  ///
  /// - Parameters:
  ///   - posts: what is held around the rank: the answers that showed it last know best.
  ///   - isHeld: whether a post is held.
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
