/// All who are told what a pager does, in the order they came.
@MainActor final class PagerObservers<Item: Identifiable & Sendable> where Item.ID: Sendable {
  typealias Update = PagerUpdate<Item>

  private var observers: [(number: Int, tell: (Update) -> Void)] = []
  private var streams: [Int: AsyncStream<Update>.Continuation] = [:]
  private var lastNumber = 0
  /// Who waits for the next change.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  nonisolated init() {}

  func tell(_ update: Update) {
    for observer in observers { observer.tell(update) }
    for stream in streams.values { stream.yield(update) }
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
    observers.append((lastNumber, tell))
    return lastNumber
  }

  func remove(_ number: Int) {
    observers.removeAll { $0.number == number }
    streams[number] = nil
  }

  /// A stream of all that is told from now on.
  func stream() -> AsyncStream<Update> {
    lastNumber += 1
    let number = lastNumber
    let (stream, continuation) = AsyncStream.makeStream(of: Update.self)
    streams[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.remove(number) }
    }
    return stream
  }

  func end() {
    for stream in streams.values { stream.finish() }
    resumeWaiters()
    (observers, streams) = ([], [:])
  }
}
