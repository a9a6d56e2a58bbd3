import Paging
import Randomness

/// The posts of a random walk's server, which are added, removed and moved, and the time of the
/// last change to each.
struct WalkPosts: Sendable {
  /// The number of changes, which is the server's time.
  private(set) var time = 0
  /// When a post was last added or moved.
  private(set) var touched: [Int: Int] = [:]
  /// The posts that a reader can see, in order, and their ranks.
  private var visible: [Int] = []
  private var ranks: [Int] = []
  private var there: Set<Int> = []
  /// How often each kind of change was made.
  private(set) var counts: [String: Int] = [:]
  private let plan: WalkPlan
  private var head: Int
  private var tail: Int

  /// The distance between the numbers of two posts, so that others can be put between them.
  private static let spacing = 8
  /// The number of ranks from one number to the next, which leaves space to move posts there many
  /// times.
  private static let scale = 1 << 24

  init(_ plan: WalkPlan) {
    self.plan = plan
    (head, tail) = (0, (plan.size + 1) * Self.spacing)
  }

  mutating func server(for plan: WalkPlan) -> SimulatedServer {
    var server = SimulatedServer(
      (0..<plan.size).map { ($0 + 1) * Self.spacing }, goesBack: plan.goesBack,
      counts: plan.counts, scale: Self.scale)
    server.hidden = plan.hidden(of: server.ids)
    (server.clamp, server.isOpenEnded) = (plan.clamp, plan.isOpenEnded)
    (server.validates, server.style) = (plan.validates, plan.style)
    server.hasSeparators = plan.hasSeparators
    server.groupsMayPart = plan.movement == .moves
    readList(of: server)
    return server
  }

  mutating func insert(with random: inout SplitMix64, into server: inout SimulatedServer) {
    if server.ids.count > 2 * plan.size + 20 { return }
    switch random.within(0...9) {
    case 0...1: add(tail, at: server.ids.count, "insert at the tail", to: &server)
    case 2...4 where plan.movement.isAnywhere: insertBetween(with: &random, into: &server)
    default:
      for _ in 0..<random.within(1...8) { add(head, at: 0, "insert at the head", to: &server) }
    }
    readList(of: server)
  }

  mutating func delete(
    with random: inout SplitMix64, from server: inout SimulatedServer, held: [Int]
  ) {
    guard !server.ids.isEmpty else { return }
    var first = random.within(0...server.ids.count - 1)
    if random.occurs(inPercent: 50), !held.isEmpty,
      let place = server.ids.firstIndex(of: random.pick(held))
    {
      first = place
    }
    let count = random.occurs(inPercent: 15) ? random.within(2...12) : 1
    time += 1
    counts["delete", default: 0] += 1
    server.ids.removeSubrange(first..<min(first + count, server.ids.count))
    readList(of: server)
  }

  /// Moves a post, mostly one that is held: to the head, a short way, or anywhere.
  mutating func move(
    with random: inout SplitMix64, in server: inout SimulatedServer, held: [Int]
  ) {
    guard server.ids.count > 1 else { return }
    let id =
      random.occurs(inPercent: 80) && !held.isEmpty ? random.pick(held) : random.pick(server.ids)
    guard let place = server.ids.firstIndex(of: id) else { return }
    let (kind, target): (String, Int) =
      switch random.within(0...9) {
      case 0...3: ("move to the head", 0)
      case 4...6: ("move near by", max(0, place + random.pick([-3, -2, -1, 1, 2, 3])))
      default: ("move anywhere", random.within(0...server.ids.count - 1))
      }
    guard target != place, server.put(id, at: target) else { return }
    touch(id, kind)
    readList(of: server)
  }

  /// Sometimes hides a different set of posts, or none, as if another source with the same posts in
  /// the same order took over.
  mutating func exchange(with random: inout SplitMix64, at server: inout SimulatedServer) {
    guard !plan.counts, random.occurs(inPercent: 60) else { return }
    let share = random.pick([0, 20, 50])
    server.hidden = Set(server.ids.filter { _ in random.occurs(inPercent: share) })
    readList(of: server)
  }

  func isThere(_ post: Int) -> Bool { there.contains(post) }

  /// The posts that a reader can see between two ranks.
  func visible(above: Int?, below: Int?) -> ArraySlice<Int> {
    let first = above.map { above in place { $0 > above } } ?? 0
    let end = below.map { below in place { $0 >= below } } ?? visible.count
    return visible[first..<max(first, end)]
  }

  /// The first index whose rank satisfies a condition, which must then hold for all later ranks.
  private func place(where isBehind: (_ rank: Int) -> Bool) -> Int {
    var (low, high) = (0, ranks.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(ranks[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Adds a post at the head or the tail, with a number that no post has had.
  private mutating func add(
    _ id: Int, at place: Int, _ kind: String, to server: inout SimulatedServer
  ) {
    guard server.put(id, at: place) else { return }
    if id == tail { tail += Self.spacing } else { head -= Self.spacing }
    touch(id, kind)
  }

  private mutating func insertBetween(
    with random: inout SplitMix64, into server: inout SimulatedServer
  ) {
    guard server.ids.count > 1 else { return }
    let place = random.within(1...server.ids.count - 1)
    let id = server.ids[place - 1] + random.within(1...Self.spacing - 1)
    guard touched[id] == nil, id % Self.spacing != 0, server.put(id, at: place) else { return }
    touch(id, "insert between")
  }

  private mutating func touch(_ id: Int, _ kind: String) {
    time += 1
    touched[id] = time
    counts[kind, default: 0] += 1
  }

  private mutating func readList(of server: SimulatedServer) {
    visible = server.visible
    ranks = visible.map(server.rank(of:))
    there = Set(visible)
  }
}
