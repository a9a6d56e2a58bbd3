/// All who are told what a pager does, in the order they came.
///
/// Whoever is let go may own other observations, and so come back here in the middle of that. So
/// each change takes out what goes, and releases it when the change is done.
@MainActor final class PagerObservers<Item: Identifiable & Sendable> where Item.ID: Sendable {
  typealias Update = PagerUpdate<Item>

  /// Who is told, until it is let go.
  private final class Observer {
    let number: Int
    /// How many updates there were when it came; it is told of those after.
    let since: Int
    var tell: ((Update) -> Void)?

    init(number: Int, since: Int, tell: @escaping (Update) -> Void) {
      (self.number, self.since, self.tell) = (number, since, tell)
    }
  }

  /// A stream, and how many updates there were when it came.
  private typealias Stream = (since: Int, continuation: AsyncStream<Update>.Continuation)

  private var observers: [Observer] = []
  private var streams: [Int: Stream] = [:]
  private var lastNumber = 0
  /// Updates that have happened, and those of them that were told.
  private var (happened, told) = (0, 0)
  /// Who waits for the next change.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  nonisolated init() {}

  /// Takes note of an update that will be told: who comes from now on already has what it says.
  func noteUpdate() { happened += 1 }

  /// Tells the next update to those who came before it happened and are still there.
  func tell(_ update: Update) {
    told += 1
    let number = told
    for observer in observers where observer.since < number { observer.tell?(update) }
    let streams = streams
    for stream in streams.values where stream.since < number { stream.continuation.yield(update) }
    resumeWaiters()
  }

  /// Returns after the next change, or when the task is cancelled.
  func nextChange() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters.append($0) }
    } onCancel: {
      Task { @MainActor in self.resumeWaiters() }
    }
  }

  private func resumeWaiters() {
    let resumed = waiters
    waiters = []
    for waiter in resumed { waiter.resume() }
  }

  func add(_ tell: @escaping (Update) -> Void) -> Int {
    lastNumber += 1
    observers.append(Observer(number: lastNumber, since: happened, tell: tell))
    return lastNumber
  }

  func remove(_ number: Int) {
    guard let place = observers.firstIndex(where: { $0.number == number }) else { return }
    let observer = observers.remove(at: place)
    // It may have its turn still in a round that is under way.
    let tell = observer.tell
    observer.tell = nil
    withExtendedLifetime(tell) {}
  }

  /// A stream of all that happens from now on.
  func stream() -> AsyncStream<Update> {
    lastNumber += 1
    let number = lastNumber
    let (stream, continuation) = AsyncStream.makeStream(of: Update.self)
    streams[number] = (happened, continuation)
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.endStream(number) }
    }
    return stream
  }

  private func endStream(_ number: Int) {
    let gone = streams.removeValue(forKey: number)
    withExtendedLifetime(gone) {}
  }

  func end() {
    let gone = (observers, streams)
    (observers, streams) = ([], [:])
    for stream in gone.1.values { stream.continuation.finish() }
    resumeWaiters()
    withExtendedLifetime(gone) {}
  }
}
