import Paging
import Randomness

/// The posts of a random walk's server, which come and go.
struct WalkPosts: Sendable {
  /// Posts that came where a reader may have been already: they need not be found.
  private var missable: Set<Int> = []
  /// The visible posts that a list may not leave out, ascending.
  private(set) var due: [Int] = []
  private(set) var isDue: Set<Int> = []
  private let plan: WalkPlan
  private var head: Int
  private var tail: Int

  /// How far apart two posts are, so that others can come between them.
  private static let spacing = 8

  init(_ plan: WalkPlan) {
    self.plan = plan
    (head, tail) = (0, (plan.size + 1) * Self.spacing)
  }

  mutating func server(for plan: WalkPlan) -> SimulatedServer {
    var server = SimulatedServer(
      (0..<plan.size).map { ($0 + 1) * Self.spacing }, goesBack: plan.goesBack,
      counts: plan.counts)
    server.hidden = plan.hidden(of: server.ids)
    (server.clamp, server.isOpenEnded) = (plan.clamp, plan.isOpenEnded)
    server.validates = plan.validates
    note(server)
    return server
  }

  mutating func insert(with random: inout SplitMix64, into server: inout SimulatedServer) {
    if server.ids.count > 2 * plan.size + 20 { return }
    switch random.within(0...9) {
    case 0...1: insertAtTail(into: &server)
    case 2...4 where plan.movement == .anywhere: insertBetween(with: &random, into: &server)
    default: insertAtHead(random.within(1...8), into: &server)
    }
    note(server)
  }

  mutating func delete(with random: inout SplitMix64, from server: inout SimulatedServer) {
    guard !server.ids.isEmpty else { return }
    let first = random.within(0...server.ids.count - 1)
    let count = random.chance(15) ? random.within(2...12) : 1
    server.ids.removeSubrange(first..<min(first + count, server.ids.count))
    note(server)
  }

  /// Says nothing more of where these are.
  mutating func excuse(_ ids: [Int], of server: SimulatedServer) {
    missable.formUnion(ids)
    note(server)
  }

  /// No number comes back, for a post that does is another one.
  private mutating func insertAtHead(_ count: Int, into server: inout SimulatedServer) {
    let new = (0..<count).map { head - $0 * Self.spacing }
    head -= count * Self.spacing
    server.ids.insert(contentsOf: new.reversed(), at: 0)
  }

  /// An end that was said to be one is not looked beyond.
  private mutating func insertAtTail(into server: inout SimulatedServer) {
    if !plan.isOpenEnded || server.ids.isEmpty { missable.insert(tail) }
    server.ids.append(tail)
    tail += Self.spacing
  }

  private mutating func insertBetween(
    with random: inout SplitMix64, into server: inout SimulatedServer
  ) {
    guard server.ids.count > 1 else { return }
    let place = random.within(1...server.ids.count - 1)
    let id = server.ids[place - 1] + random.within(1...Self.spacing - 1)
    guard id < server.ids[place], missable.insert(id).inserted else { return }
    server.ids.insert(id, at: place)
  }

  private mutating func note(_ server: SimulatedServer) {
    due = server.visible.filter { !missable.contains($0) }
    isDue = Set(due)
  }
}
