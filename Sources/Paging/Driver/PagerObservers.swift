/// What a pager tells, to any number of observers.
extension Pager {
  /// Calls an observer after every change, on the main actor, when the new state can be read.
  ///
  /// A call may come before the command that causes it returns, and may give commands itself. It may
  /// also let observers go and add others. Observers are called in the order they came. One that is
  /// let go is not called any more, also where another one lets it go that was called before it for
  /// the same change. A new one is called for the changes that happen after it came: not for one that
  /// is being told, nor for one that has happened and is still to be told.
  ///
  /// - Returns: what keeps the observer; without it nothing is told.
  public func observe(_ observer: @escaping (PagerUpdate<Item>) -> Void) -> PagerObservation {
    let number = observers.add(observer)
    return PagerObservation { [weak observers] in observers?.remove(number) }
  }

  /// What changes from now on, in order, none left out: who took a `snapshot` before has by each
  /// difference the list as it was at that moment.
  ///
  /// Each use makes another stream. Updates wait in memory until they are read, however many come. It
  /// ends with the pager.
  public var changes: AsyncStream<PagerUpdate<Item>> { observers.stream() }
}

/// Keeps an observer of a pager told; when it is let go, the observer is told nothing more.
@MainActor public final class PagerObservation {
  private let end: @MainActor () -> Void

  init(_ end: @escaping @MainActor () -> Void) { self.end = end }

  isolated deinit { end() }
}

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

/// What happens inside a pager, one value an event; its description is a line for a log.
public enum PagerActivity<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable,
  CustomStringConvertible
where Item.ID: Sendable {
  /// A load went out.
  case started(Ticket<Cursor>)
  /// A load brought this many items, known ones among them.
  case loaded(Ticket<Cursor>, count: Int)
  /// A page that goes on at an edge has this many items that are held already, as where the order
  /// of the source is not stable or moves; they are not shown again.
  case repeated(Ticket<Cursor>, count: Int)
  /// A load failed.
  case failed(Ticket<Cursor>, PagingError)
  /// A load was stopped.
  case cancelled(Ticket<Cursor>)
  /// The list changed.
  case changed(PagerUpdate<Item>)

  /// One line; what comes from a source in it is not safe to print as it is.
  public var description: String {
    switch self {
    case .started(let ticket): "load \(Self.name(ticket))"
    case .loaded(let ticket, let count): "loaded \(Self.name(ticket)) items=\(count)"
    case .repeated(let ticket, let count):
      "warning \(Self.name(ticket)) repeats items=\(count): the order of the source moves"
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
