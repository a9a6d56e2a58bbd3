import Paging

/// Whether what is held is what the server said: complete, once and in its order, as far as it was
/// looked at.
///
/// It knows nothing of how answers are merged: only which answer each post was last seen in, and what
/// the server has done since.
struct WalkTruth: Sendable {
  /// When the answer was made that a post was last seen in, by the server's time.
  private var seen: [Int: Int] = [:]
  /// Posts that the reader's own app has taken out, or put elsewhere, since they were last seen.
  private var edited: Set<Int> = []
  /// Posts below which it has taken one out, since they were last seen.
  private var loose: Set<Int> = []
  /// Those that it ever has: where one is missing, the app may have taken it out.
  private(set) var everEdited: Set<Int> = []
  /// Pairs of posts that were looked at, and those that had something missing between them.
  private(set) var checked = 0
  private(set) var missed = 0
  /// Lists in which stretches stood in another order than the server's, with a gap between them.
  private(set) var outOfOrder = 0
  /// The rank that the answer began behind whose first post this is, or ended before whose last.
  private var bounds: [Edge: [Int: Int]] = [.leading: [:], .trailing: [:]]
  /// When an answer last showed what is right above a post, and right below it.
  private var lookedAt: [Edge: [Int: Int]] = [.leading: [:], .trailing: [:]]
  /// What an answer showed right above a post, and when.
  private var pairs: [Int: (above: Int, time: Int)] = [:]
  /// The first post of all and the last one, and when an answer said so.
  private var ends: [Edge: (post: Int, time: Int)] = [:]
  /// What is held, as of the check at hand.
  private var held: Set<Int> = []

  /// Takes note of an answer that was put into the list.
  mutating func note(
    _ taken: (answer: RandomWalk.Answer, ticket: MachineRun.Load), in run: MachineRun,
    pending: some Collection<Int>
  ) {
    let (page, time) = (taken.answer.page, taken.answer.time)
    let items = page.withoutRepeats.items.filter { !SimulatedServer.isSeparator($0.id.number) }
    let places = items.map { run.machine.index(of: .item($0.id)) }
    // A head that is only counted is not in the list.
    if taken.ticket.purpose == .merge, !run.machine.holds(.leading) { return }
    // Nor is a page that was looked at again, and was not held any more.
    guard items.contains(where: { run.came.contains(.item($0.id)) }) else { return }
    for (item, place) in zip(items, places)
    where place != nil && !pending.contains(item.id.number) {
      seen[item.id.number] = time
      edited.remove(item.id.number)
      for edge in Edge.allCases { bounds[edge]?[item.id.number] = nil }
    }
    for (above, below) in zip(items, items.dropFirst()) {
      pairs[below.id.number] = (above.id.number, time)
      lookedAt[.trailing]?[above.id.number] = time
      loose.remove(above.id.number)
      lookedAt[.leading]?[below.id.number] = time
    }
    switch taken.ticket.request.position {
    case .after(let cursor):
      if let above = run.server.post(ranked: cursor) { lookedAt[.trailing]?[above] = time }
      if let first = items.first { bounds[.leading]?[first.id.number] = cursor }
    case .before(let cursor):
      if let below = run.server.post(ranked: cursor) { lookedAt[.leading]?[below] = time }
      if let last = items.last { bounds[.trailing]?[last.id.number] = cursor }
    default: break
    }
    let isStart = if case .more = page.before { false } else { true }
    let isEnd = if case .more = page.after { false } else { true }
    if isStart, let first = items.first { ends[.leading] = (first.id.number, time) }
    if isEnd, let last = items.last { ends[.trailing] = (last.id.number, time) }
  }

  /// Takes note of what a reader found of all there is.
  mutating func noteReading(_ seen: [Int], of visible: [Int]) {
    checked += visible.count
    missed += Set(visible).subtracting(seen).count
  }

  mutating func noteEdit(of id: Int, below above: Int?) {
    if let above { loose.insert(above) }
    edited.insert(id)
    everEdited.insert(id)
  }

  /// What is missing or out of order, if anything.
  ///
  /// - Parameter excuses: whether what is missing is only counted, because nobody could know.
  mutating func problem(of walk: RandomWalk, excuses: Bool) -> String? {
    held = Set(walk.heldPosts)
    if isOutOfOrder(in: walk) { outOfOrder += 1 }
    var last: Int?
    var isOpen = !walk.knowsStart
    var skipped: Int?
    for id in walk.memory.ids {
      guard case .item(let item) = id else {
        (last, isOpen) = (nil, true)
        continue
      }
      let post = item.number
      guard let time = certainty(of: post, walk) else {
        skipped = min(skipped ?? .max, seen[post] ?? -1)
        continue
      }
      if !isOpen || last != nil {
        checked += 1
        var problem: String?
        if let last, loose.contains(last) {
          problem = nil
        } else if last != nil {
          problem = self.problem(
            between: last, and: post, time, walk, skipped: skipped)
        } else if let start = ends[.leading], start.post == post {
          problem = self.problem(between: nil, and: post, start.time, walk)
        }
        if problem != nil, excuses { missed += 1 } else if let problem { return problem }
      }
      (last, isOpen, skipped) = (post, false, nil)
    }
    guard let last, walk.knowsEnd, let end = ends[.trailing], end.post == last else { return nil }
    checked += 1
    let problem = problem(between: last, and: nil, end.time, walk)
    if problem != nil, excuses { missed += 1 }
    return excuses ? nil : problem
  }

  /// Whether two posts that have not been moved since they were seen stand in another order than the
  /// server's, with a gap between them: where it cannot be proved how two stretches lie to each other
  /// that may happen.
  private func isOutOfOrder(in walk: RandomWalk) -> Bool {
    var last: Int?
    for post in walk.heldPosts
    where walk.posts.places[post] != nil && certainty(of: post, walk) != nil {
      if let last, walk.run.server.rank(of: last) > walk.run.server.rank(of: post) {
        return true
      }
      last = post
    }
    return false
  }

  /// When a post was last seen, nil where it has been touched since and may stand anywhere.
  private func certainty(of post: Int, _ walk: RandomWalk) -> Int? {
    guard !SimulatedServer.isSeparator(post), !edited.contains(post), let time = seen[post],
      walk.posts.touched[post] ?? 0 <= time
    else { return nil }
    return time
  }

  /// Two posts that were last seen at two times stand side by side since the earlier one; unless one
  /// of them was moved in between, and came here with the later.
  ///
  /// What is held elsewhere is not missing: where it should be is for its own neighbours to say.
  private func problem(
    between above: Int?, and below: Int?, _ time: Int, _ walk: RandomWalk, skipped: Int? = nil
  ) -> String? {
    let server = walk.run.server
    var (known, early) = (time, time)
    if let above, let below {
      guard server.rank(of: above) < server.rank(of: below) else {
        return "\(above) stands above \(below)"
      }
      let late = max(time, seen[above] ?? 0)
      early = min(time, seen[above] ?? 0)
      let touched = max(walk.posts.touched[above] ?? 0, walk.posts.touched[below] ?? 0)
      let looks = [
        lookedAt[.trailing]?[above], lookedAt[.leading]?[below],
        pairs[below].flatMap { $0.above == above ? $0.time : nil },
      ]
      // What was beside a post before it was moved says nothing of where it is now.
      for look in looks { if let look, look >= touched { early = min(early, look) } }
      let hasMoved = [above, below].contains { walk.posts.touched[$0] ?? 0 > early }
      if let skipped { early = min(early, skipped) }
      known = hasMoved && skipped == nil ? late : early
    }
    // What the later answer did not cover was looked at by the earlier one.
    let first = below.flatMap { bounds[.leading]?[$0] } ?? .min
    let last = above.flatMap { bounds[.trailing]?[$0] } ?? .max
    let low = above.map(server.rank(of:)) ?? .min
    let start = walk.posts.firstPlace(in: server) { $0 > low }
    for place in start..<max(start, walk.posts.visible.count) {
      let post = walk.posts.visible[place]
      if let below, server.rank(of: post) >= server.rank(of: below) { return nil }
      let rank = server.rank(of: post)
      let when = rank > first && rank < last ? known : early
      if walk.posts.touched[post] ?? 0 <= when, !everEdited.contains(post), !held.contains(post) {
        return "\(post) is missing between \(above ?? .min) and \(below ?? .max)"
      }
    }
    return nil
  }
}

extension WalkPosts {
  /// The first of the visible posts of whose rank a condition is true; it is so of all behind.
  func firstPlace(in server: SimulatedServer, where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, visible.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(server.rank(of: visible[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
