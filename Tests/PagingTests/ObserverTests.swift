import Paging
import PagingSimulation
import Testing

/// Case P84 of docs/paging-cases.md.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `Observers of a pager` {
  @Test func `are all told, in the order they came, until they are let go`() async throws {
    let run = try await PagerRun.loaded()
    var told: [String] = []
    var first: PagerObservation? = run.pager.observe { _ in told.append("first") }
    let second = run.pager.observe { _ in told.append("second") }
    run.pager.replace(Post(id: 1, version: 1))
    #expect(told == ["first", "second"])
    first = nil
    #expect(first == nil)
    run.pager.replace(Post(id: 1, version: 2))
    #expect(told == ["first", "second", "second"])
    withExtendedLifetime(second) {}
  }

  @Test func `may come while others are told, and are told from the next change on`() async throws {
    let run = try await PagerRun.loaded()
    var told = 0
    var late: PagerObservation?
    let first = run.pager.observe { [pager = run.pager] _ in
      guard late == nil else { return }
      late = pager.observe { _ in told += 1 }
    }
    run.pager.replace(Post(id: 1, version: 1))
    #expect(told == 0)
    run.pager.replace(Post(id: 1, version: 2))
    #expect(told == 1)
    withExtendedLifetime(first) {}
  }

  @Test func `may come while a change waits to be told, and already have what that says`()
    async throws
  {
    let run = try await PagerRun.loaded()
    var told = 0
    var late: PagerObservation?
    var mirror: [Int?] = []
    var changes: AsyncStream<PagerUpdate<Post>>?
    let first = run.pager.observe { [pager = run.pager] _ in
      guard late == nil else { return }
      pager.remove(2)
      late = pager.observe { _ in told += 1 }
      changes = pager.changes
      mirror = pager.snapshot.map { $0.item?.id.number }
    }
    run.pager.replace(Post(id: 1, version: 1))
    #expect((told, mirror) == (0, [1, 3]))
    run.pager.remove(3)
    #expect(told == 1)
    var stream = changes?.makeAsyncIterator()
    #expect(await stream?.next()?.difference.removed.map(\.index) == [1])
    withExtendedLifetime(first) {}
  }

  @Test func `that are let go by an earlier one are not told of the same change`() async throws {
    let run = try await PagerRun.loaded()
    var told: [String] = []
    var second: PagerObservation?
    var third: PagerObservation?
    let first = run.pager.observe { _ in
      told.append("first")
      (second, third) = (nil, nil)
    }
    second = run.pager.observe { _ in told.append("second") }
    third = run.pager.observe { _ in told.append("third") }
    let fourth = run.pager.observe { _ in told.append("fourth") }
    run.pager.replace(Post(id: 1, version: 1))
    #expect(told == ["first", "fourth"])
    withExtendedLifetime((first, fourth, second, third)) {}
  }

  @Test func `may let themselves go, and the others are told`() async throws {
    let run = try await PagerRun.loaded()
    var told: [String] = []
    var first: PagerObservation?
    first = run.pager.observe { _ in
      told.append("first")
      first = nil
    }
    let second = run.pager.observe { _ in told.append("second") }
    run.pager.replace(Post(id: 1, version: 1))
    run.pager.replace(Post(id: 1, version: 2))
    #expect(told == ["first", "second", "second"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `are told the same though one gives commands while it is called`() async throws {
    let run = try await PagerRun.loaded()
    var told: [String] = []
    let first = run.pager.observe { [pager = run.pager] update in
      told.append("first \(update.difference.count)")
      if pager.count == 3 { pager.remove(2) }
    }
    let second = run.pager.observe { told.append("second \($0.difference.count)") }
    run.pager.replace(Post(id: 1, version: 1))
    #expect(told == ["first 3", "second 3", "first 2", "second 2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `are told what one event has done at once, when all of it is done`() async throws {
    let run = try PagerRun()
    var updates: [[PagerChange]] = []
    var counts: [Int] = []
    let observation = run.pager.observe { [pager = run.pager] update in
      updates.append(update.changes)
      counts.append(pager.count - update.difference.count)
    }
    run.pager.refresh()
    await run.loads.came(1)
    await run.answer(0, [1, 2, 3], after: .more(3))
    run.pager.viewportChanged(0..<3)
    await run.loads.came(2)
    await run.answer(1, [4], after: .more(4))
    #expect(
      updates == [
        [.states], [.replaced(.leading)], [.states], [.extended(.trailing, count: 1)],
      ])
    #expect(counts.allSatisfy { $0 == 0 })
    withExtendedLifetime(observation) {}
  }

  @Test func `that read a stream have the list by what it tells, none left out`() async throws {
    let run = try PagerRun()
    let changes = run.pager.changes
    run.pager.refresh()
    await run.loads.came(1)
    await run.answer(0, [1, 2, 3], after: .more(3))
    run.pager.remove(2)
    run.pager.insert(Post(id: 9), .before(1))
    run.pager.move(3, .before(1))
    run.pager.replace(Post(id: 1, version: 7))
    var mirror = try MachineRun(SimulatedServer([])).mirror
    var count = 0
    for await update in changes {
      mirror.apply(update)
      count += 1
      if update.changes == [.replacedItem] { break }
    }
    #expect(count == 6)
    #expect(mirror.fault == nil)
    #expect(mirror.entries.map(\.item) == run.pager.snapshot.map(\.item))
  }

  @Test func `that read a stream come to its end with the pager`() async {
    var pager: Pager<Post, Int>? = Pager(source: HandSource())
    let changes = pager?.changes
    pager = nil
    #expect(pager == nil)
    var count = 0
    if let changes { for await _ in changes { count += 1 } }
    #expect(count == 0)
  }

  @Test func `learn of what the source says by itself`() async throws {
    let source = SpeakingSource()
    let pager = Pager(source: source)
    let observer = PagerObserver(pager)
    pager.refresh()
    await source.loads.came(1)
    await source.loads.answer(0, [1, 2, 3])
    await observer.until { pager.hasLoaded }
    for number in 1...2 {
      source.speak()
      await source.loads.came(number + 1)
      await source.loads.answer(number, [1 - number, 1, 2, 3])
      await observer.until { observer.changes.count { $0 == .refreshed(new: 1) } == number }
    }
    #expect(await source.loads.requests.map(\.isUpdate) == [false, true, true])
    #expect(pager[0].item?.id == -1)
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A source that takes another's place` {
  @Test func `is heard where it says something by itself`() async throws {
    let (first, second) = (SpeakingSource(), SpeakingSource())
    let pager = Pager<Post, Int>(source: first)
    let observer = PagerObserver(pager)
    pager.refresh()
    await first.loads.came(1)
    await first.loads.answer(0, [1])
    await observer.until { pager.count == 1 }
    pager.source = second
    await second.loads.came(1)
    await second.loads.answer(0, [2])
    await observer.until { pager[0].item?.id == 2 }
    second.speak()
    await second.loads.came(2)
    #expect(await second.loads.requests.map(\.isUpdate) == [false, true])
  }
}

/// A source that answers loads, and reports changes, when a test says so.
private final class SpeakingSource: PagingSource {
  let loads = ManualLoads()
  private let stream: AsyncStream<Void>
  private let voice: AsyncStream<Void>.Continuation

  init() {
    (stream, voice) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func updates() -> AsyncStream<Void>? { stream }

  func speak() { voice.yield() }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Post, Int> {
    try await loads.answer(to: request).get()
  }
}
