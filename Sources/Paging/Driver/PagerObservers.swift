/// Observation of a pager, by any number of observers.
extension Pager {
  /// Calls an observer on the main actor after every change.
  ///
  /// The pager already has the new state, or a later one if another observer has given a command
  /// since. Therefore apply an update with its own `PagerUpdate.entries` if you keep a copy of the
  /// list. The call may happen before the command that causes it returns. The observer may give
  /// commands, end observations and add observers. Observers are called in the order in which they
  /// were added. An observer that has ended is not called again, even if another observer ended it
  /// during the same change. A new observer is called only for changes that happen after it was
  /// added.
  ///
  /// - Returns: the observation; it ends when this object is released.
  public func observe(_ observer: @escaping (PagerUpdate<Item>) -> Void) -> PagerObservation {
    let number = observers.add(observer)
    return PagerObservation { [weak observers] in observers?.remove(number) }
  }

  /// All changes from now on, in order and complete, so that they can be applied to a `snapshot`
  /// that was taken immediately before.
  ///
  /// Each access creates another stream. Updates are kept in memory until they are read, without a
  /// limit. The stream ends with the pager.
  public var changes: AsyncStream<PagerUpdate<Item>> { observers.stream() }
}

/// An observation of a pager; it ends when this object is released.
@MainActor public final class PagerObservation {
  private let end: @MainActor () -> Void

  init(_ end: @escaping @MainActor () -> Void) { self.end = end }

  isolated deinit { end() }
}

/// The observers of a pager, in the order in which they were added.
///
/// An observer may own other observations, so releasing it may call back in the middle of a change
/// to the observers. Therefore an observer is first removed, and released only when that change is
/// done.
@MainActor final class PagerObservers<Item: Identifiable & Sendable> where Item.ID: Sendable {
  typealias Update = PagerUpdate<Item>

  /// An observer; `tell` is nil once the observer has been removed.
  private final class Observer {
    let number: Int
    /// The number of updates before this observer was added; it receives the later ones.
    let since: Int
    var tell: ((Update) -> Void)?

    init(number: Int, since: Int, tell: @escaping (Update) -> Void) {
      (self.number, self.since, self.tell) = (number, since, tell)
    }
  }

  /// A stream, and the number of updates before it was created.
  private typealias Stream = (since: Int, continuation: AsyncStream<Update>.Continuation)

  private var observers: [Observer] = []
  private var streams: [Int: Stream] = [:]
  private var lastNumber = 0
  /// The number of updates that have happened.
  private(set) var happened = 0
  /// The number of updates that were delivered.
  private var told = 0
  /// The tasks that wait for the next change.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  nonisolated init() {}

  /// Whether nothing observes the pager.
  var isEmpty: Bool { observers.isEmpty && streams.isEmpty }

  /// Counts an update that will be delivered; observers added from now on already see its result.
  func noteUpdate() { happened += 1 }

  /// Delivers the next update to the observers that were added before it happened.
  func tell(_ update: Update) {
    told += 1
    let number = told
    for observer in observers where observer.since < number { observer.tell?(update) }
    let streams = streams
    for stream in streams.values where stream.since < number { stream.continuation.yield(update) }
    resumeWaiters()
  }

  /// Returns after the next change, when the pager ends, or when this task or another one that
  /// waits is cancelled.
  func nextChange() async {
    await withTaskCancellationHandler {
      await waitForChange()
    } onCancel: {
      Task { @MainActor in self.resumeWaiters() }
    }
  }

  private func waitForChange() async { await withCheckedContinuation { waiters.append($0) } }

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
    guard let index = observers.firstIndex(where: { $0.number == number }) else { return }
    let observer = observers.remove(at: index)
    // A delivery that is in progress may still be about to call the observer.
    let tell = observer.tell
    observer.tell = nil
    withExtendedLifetime(tell) {}
  }

  /// Returns a stream of all updates from now on.
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

/// Something that happened inside a pager; its description is a line for a log.
public enum PagerActivity<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable,
  CustomStringConvertible
where Item.ID: Sendable {
  /// A load was started.
  case started(Ticket<Cursor>)
  /// A load returned this number of items, including known ones.
  case loaded(Ticket<Cursor>, count: Int)
  /// A page at an edge contains this number of items that are already held; the list shows each of
  /// them only once.
  ///
  /// This happens if the order of the source is not stable or if its items move.
  case repeated(Ticket<Cursor>, count: Int)
  /// A load failed.
  case failed(Ticket<Cursor>, PagingError)
  /// A load was stopped.
  case cancelled(Ticket<Cursor>)
  /// The list or the state of a load changed.
  case changed(PagerUpdate<Item>)

  /// The activity on one line; it may contain text from the source, so make it safe before printing
  /// it.
  public var description: String {
    switch self {
    case .started(let ticket): "load \(Self.name(ticket))"
    case .loaded(let ticket, let count): "loaded \(Self.name(ticket)) items=\(count)"
    case .repeated(let ticket, let count):
      "warning \(Self.name(ticket)) repeats items=\(count): the order of the source has changed"
    case .failed(let ticket, let error): "failed \(Self.name(ticket)) error=\(error)"
    case .cancelled(let ticket): "cancelled \(Self.name(ticket))"
    case .changed(let update):
      "changed " + update.changes.map { "\($0)" }.joined(separator: ", ")
    }
  }

  private static func name(_ ticket: Ticket<Cursor>) -> String {
    "#\(ticket.sequence) \(ticket.request.reason) \(ticket.request.position)"
  }
}
