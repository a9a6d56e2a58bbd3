import Paging
import PagingSimulation
import Randomness
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `Observers that come and go at random` {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `have the list by what they are told, each change once`(seed: UInt64) async throws {
    let walk = ObserverWalk(try await PagerRun.loaded().pager, seed: seed)
    for step in 0..<300 {
      walk.act()
      #expect(walk.areRight, "step \(step)")
    }
    walk.letAllGo()
    walk.pager.remove(1)
    #expect(walk.calls == walk.callsOfLive)
  }
}

/// Adds and removes observers and changes the list, even while observers are called or deallocated.
@MainActor private final class ObserverWalk {
  /// An observer's copy of the list.
  private struct Copy {
    var ids: [PostID]
    var observation: PagerObservation?
  }

  let pager: Pager<Post, Int>
  private(set) var calls = 0
  /// The number of calls of observers that had not been removed.
  private(set) var callsOfLive = 0
  private var random: SplitMix64
  private var copies: [Int: Copy] = [:]
  private var last = 100

  init(_ pager: Pager<Post, Int>, seed: UInt64) {
    self.pager = pager
    random = SplitMix64(start: seed)
  }

  private var ids: [PostID] { pager.snapshot.compactMap { $0.item?.id } }

  var areRight: Bool {
    let ids = ids
    return copies.values.allSatisfy { $0.ids == ids }
  }

  func act() {
    switch random.within(0...5) {
    case 0...1: add()
    case 2: letGo()
    case 3: pager.remove(random.pick(ids + [0]))
    default:
      last += 1
      pager.insert(Post(id: last), .before(random.pick(ids + [0])))
      if ids.count > 6 { pager.remove(ids[random.within(0...6)]) }
    }
  }

  func letAllGo() { while !copies.isEmpty { letGo() } }

  private func add() {
    last += 1
    let number = last
    // The observation that the observer owns ends with the observer.
    let owned = random.occurs(inPercent: 30) ? pager.observe { _ in } : nil
    copies[number] = Copy(ids: ids)
    let observation = pager.observe { [weak self, owned] update in
      withExtendedLifetime(owned) { self?.hear(update, number) }
    }
    copies[number]?.observation = observation
  }

  private func letGo() {
    guard let number = copies.keys.sorted().first(where: { _ in random.occurs(inPercent: 40) })
    else { return }
    let gone = copies.removeValue(forKey: number)
    withExtendedLifetime(gone) {}
  }

  private func hear(_ update: PagerUpdate<Post>, _ number: Int) {
    calls += 1
    guard var ids = copies[number]?.ids else { return }
    callsOfLive += 1
    for place in update.difference.indicesToRemove.reversed() { ids.remove(at: place) }
    for place in update.difference.indicesToInsert {
      if let id = update.entries[place]?.item?.id { ids.insert(id, at: place) }
    }
    copies[number]?.ids = ids
    if random.occurs(inPercent: 10) { act() }
  }
}
