import Paging
import Testing
import Timeline

@Suite struct `A source that behaves like a network` {
  private struct Item: Identifiable { let id: Int }

  /// A source that answers every load with one item.
  private struct OneItem: PagingSource {
    let traits = PagingTraits(opensAtEnd: true)
    func updates() -> AsyncStream<Void>? {
      AsyncStream { updates in
        updates.yield()
        updates.finish()
      }
    }
    func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Item, Int> {
      Page(items: [Item(id: 1)], after: .end)
    }
  }

  private let request = PageRequest<Int>(reason: .append, position: .start, count: 1)

  @Test func `fails every third load`() async {
    let source = SimulatedNetwork(OneItem(), failEvery: 3)
    var failures: [Int] = []
    for number in 1...9 {
      do {
        _ = try await source.load(request)
      } catch {
        failures.append(number)
        #expect(error.isRetryable)
        #expect(error.description == "the network is down (simulated by --fail-every)")
      }
    }
    #expect(failures == [3, 6, 9])
  }

  @Test(arguments: [nil, 0, -1])
  func `never fails unless asked to`(failEvery: Int?) async throws {
    let source = SimulatedNetwork(OneItem(), failEvery: failEvery)
    for _ in 1...4 { #expect(try await source.load(request).items.count == 1) }
  }

  @Test func `waits by its clock`() async throws {
    let clock = CountingClock()
    let source = SimulatedNetwork(OneItem(), latency: .milliseconds(250), clock: clock)
    for _ in 1...4 { _ = try await source.load(request) }
    #expect(clock.now.offset == .seconds(1))
  }

  @Test func `stops waiting when its task is cancelled`() async {
    let source = SimulatedNetwork(OneItem(), latency: .seconds(1 << 30))
    let load = Task { [request] in try await source.load(request) }
    load.cancel()
    await #expect(throws: PagingError("cancelled", isRetryable: true)) { try await load.value }
  }

  @Test func `opens where the source does`() {
    #expect(SimulatedNetwork(OneItem()).traits.opensAtEnd)
  }

  @Test func `speaks when the source does`() async throws {
    var count = 0
    for await _ in try #require(SimulatedNetwork(OneItem()).updates()) { count += 1 }
    #expect(count == 1)
  }
}
