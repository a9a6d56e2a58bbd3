import Paging
import PagingSimulation
import Testing

/// An observer may own any object, and that object may call the pager when it is deallocated.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `An observation that is let go` {
  /// An object that performs an action when it is deallocated.
  @MainActor private final class Farewell {
    private let action: @MainActor () -> Void
    init(_ action: @escaping @MainActor () -> Void) { self.action = action }
    isolated deinit { action() }
  }

  private typealias Observer = (PagerUpdate<Post>) -> Void

  private func pager() async throws -> Pager<Post, Int> { try await PagerRun.loaded().pager }

  /// An observer that performs an action when it is deallocated.
  private func observer(ending action: @escaping @MainActor () -> Void) -> Observer {
    let farewell = Farewell(action)
    return { _ in withExtendedLifetime(farewell) {} }
  }

  /// An observer that owns an observation.
  private func observer(owning observation: PagerObservation) -> Observer {
    { _ in withExtendedLifetime(observation) {} }
  }

  @Test(arguments: [1, 2, 3, 40]) func `may own others of the same pager, however deep`(depth: Int)
    async throws
  {
    let pager = try await pager()
    var told = 0
    var outer: PagerObservation? = pager.observe { _ in told += 1 }
    for _ in 0..<depth { outer = outer.map { pager.observe(observer(owning: $0)) } }
    pager.remove(1)
    outer = nil
    pager.remove(2)
    #expect(outer == nil)
    #expect(told == 1)
  }

  @Test func `may add an observer, and give commands, as it goes`() async throws {
    let pager = try await pager()
    var told: [Int] = []
    var late: PagerObservation?
    var outer: PagerObservation? = pager.observe(
      observer {
        late = pager.observe { told.append($0.difference.count) }
        pager.remove(1)
      })
    outer = nil
    #expect(outer == nil)
    #expect(told == [2])
    withExtendedLifetime(late) {}
  }

  @Test func `may go while it is called, with what it owns`() async throws {
    let pager = try await pager()
    var told: [String] = []
    var inner: PagerObservation? = pager.observe { _ in told.append("inner") }
    var outer: PagerObservation?
    outer = pager.observe { [inner] _ in
      told.append("outer")
      outer = nil
      withExtendedLifetime(inner) {}
    }
    inner = nil
    pager.remove(1)
    pager.remove(2)
    #expect(told == ["inner", "outer"])
    #expect(outer == nil && inner == nil)
  }

  @Test func `may end others, each of which ends others`() async throws {
    let pager = try await pager()
    var ended: [Int] = []
    var others: [Int: PagerObservation] = [:]
    for number in 1...5 {
      others[number] = pager.observe(
        observer {
          ended.append(number)
          let next = others.removeValue(forKey: number + 1)
          pager.remove(PostID(number))
          withExtendedLifetime(next) {}
        })
    }
    _ = others.removeValue(forKey: 1)
    #expect(ended == [1, 2, 3, 4, 5])
    #expect(pager.count == 0)
  }

  @Test func `goes with its pager, whatever it owns`() async throws {
    var pager: Pager<Post, Int>? = try await pager()
    var ended = 0
    var inner = pager?.observe { _ in }
    var middle = pager?.observe(observer { ended += 1 })
    var outer = inner.flatMap { inner in pager?.observe(observer(owning: inner)) }
    inner = nil
    pager = nil
    #expect(ended == 1)
    (middle, outer) = (nil, nil)
    #expect(middle == nil && outer == nil && inner == nil && pager == nil)
  }

  @Test func `may be owned by the log, which sets another one as it goes`() async throws {
    let pager = try await pager()
    var lines = 0
    var owner: Observer? = observer { [weak pager] in pager?.onActivity = { _ in lines += 1 } }
    pager.onActivity = { [owner] _ in _ = owner }
    owner = nil
    pager.onActivity = nil
    pager.remove(1)
    #expect(owner == nil)
    #expect(lines == 1)
  }
}
