public import Paging
import Synchronization

/// A source that simulates a slow network: it can delay each load, and make some loads fail.
///
/// It is a class, because it counts the loads.
public final class SimulatedNetwork<Source: PagingSource>: PagingSource {
  /// The item of a page.
  public typealias Item = Source.Item
  /// The cursor of the wrapped source.
  public typealias Cursor = Source.Cursor

  private let source: Source
  private let latency: Duration
  private let failEvery: Int?
  private let clock: any Clock<Duration>
  private let loads = Mutex(0)

  /// Creates a source that delays each load by `latency` and makes every `failEvery`th load fail;
  /// no load fails if `failEvery` is nil or less than 1.
  public init(
    _ source: Source, latency: Duration = .zero, failEvery: Int? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.source = source
    self.latency = latency
    self.failEvery = failEvery
    self.clock = clock
  }

  /// The abilities of the wrapped source.
  public var traits: PagingTraits { source.traits }

  /// The stream of updates of the wrapped source, without delay.
  public func updates() -> AsyncStream<Void>? { source.updates() }

  /// Waits, then fails or loads the page.
  ///
  /// - Throws: the error of the wrapped source; an error if the simulated network fails; or an
  ///   error as soon as the load is cancelled during the wait.
  public func load(
    _ request: PageRequest<Cursor>
  ) async throws(PagingError) -> Page<Item, Cursor> {
    let number = loads.withLock { count in
      count += 1
      return count
    }
    try await wait()
    if let failEvery, failEvery > 0, number.isMultiple(of: failEvery) {
      throw PagingError("the network is down (simulated by --fail-every)", isRetryable: true)
    }
    return try await source.load(request)
  }

  private func wait() async throws(PagingError) {
    guard latency > .zero else { return }
    do {
      // `--latency` is by definition a wait; it ends if the load is cancelled, and tests inject the
      // clock.
      try await clock.sleep(for: latency)
    } catch {
      throw PagingError("cancelled", isRetryable: true)
    }
  }
}
