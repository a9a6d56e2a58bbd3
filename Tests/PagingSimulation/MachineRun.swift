package import Paging

/// A machine, a server, and the loads between them that wait until a test lets the server answer.
package struct MachineRun: Sendable {
  package typealias Load = Ticket<Int>

  package private(set) var machine: PagerMachine<Post, Int>
  package var server: SimulatedServer
  /// Loads that have no answer yet, oldest first.
  package private(set) var waiting: [Load] = []
  /// Loads that the machine has cancelled since the last `forget`.
  package private(set) var cancelled: [Load] = []
  /// All loads that the machine has issued since the last `forget`.
  package private(set) var issued: [Load] = []
  /// All changes that the machine has published since the last `forget`.
  package private(set) var changes: [PagerChange] = []
  /// The entries that have been added, moved or renewed since the last `forget`.
  package private(set) var came: Set<PagerEntry<Post>.ID> = []
  /// Whether any entry has been added, removed, moved or renewed since the last `forget`.
  package private(set) var hasChangedList = false
  /// A copy of the list that is built from the differences alone.
  package private(set) var mirror = ListMirror()
  /// The current time, which only `pass` and `tick` advance.
  package private(set) var now = Duration.zero
  /// The time when the machine wants the next tick; nil if it wants none.
  package private(set) var wake: Duration?
  /// The random fraction that the machine gets for its delays.
  package var randomFraction = 0.0

  /// Creates a machine that has loaded nothing.
  package init(
    _ server: SimulatedServer, opensAtEnd: Bool = false, pageSize: Int = 3, prefetch: Int = 0,
    keep: Int = 1_000, retry: RetryPolicy = .never, maxRequests: Int? = nil,
    maxRequestsToEnd: Int? = nil,
    stallLimit: Int = 10, loadTimeout: Duration? = nil, refresh: RefreshPolicy = .merge,
    followsReader: Bool = false, pagesAtOnce: Int = 1
  ) throws(PagerConfigurationError) {
    self.server = server
    var configuration = try PagerConfiguration(
      pageSize: pageSize, prefetchDistance: prefetch, keep: keep, retry: retry,
      maxRequests: maxRequests, stallLimit: stallLimit, loadTimeout: loadTimeout)
    configuration.refresh = refresh
    configuration.followsReader = followsReader
    configuration.maxRequestsToEnd = maxRequestsToEnd
    var traits = server.traits
    (traits.opensAtEnd, traits.pagesAtOnce) = (opensAtEnd, pagesAtOnce)
    machine = PagerMachine(configuration: configuration, traits: traits)
  }

  /// Sends an event and records its effects.
  package mutating func send(_ event: PagerEvent<Post, Int>) {
    switch event {
    case .loaded(let ticket, _), .failed(let ticket, _): waiting.removeAll { $0 == ticket }
    default: break
    }
    for effect in machine.handle(event, at: PagerMoment(now: now, randomFraction: randomFraction)) {
      switch effect {
      case .load(let ticket):
        waiting.append(ticket)
        issued.append(ticket)
      case .cancel(let ticket):
        waiting.removeAll { $0 == ticket }
        cancelled.append(ticket)
      case .wake(let time): wake = time
      case .publish(let update):
        changes += update.changes
        for entry in update.entries.values { came.insert(entry.id) }
        if !update.difference.isEmpty { hasChangedList = true }
        mirror.apply(update)
      }
    }
  }

  /// Lets time pass, and sends each tick that the machine asks for in the meantime.
  package mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake, wake <= end { tick(at: wake) }
    now = end
  }

  /// Sends one tick at the given time, or now if that time has passed.
  package mutating func tick(at time: Duration) {
    now = max(now, time)
    wake = nil
    send(.tick)
  }

  /// Tells the machine which entries are drawn.
  package mutating func show(_ entries: Range<Int>) { send(.viewport(entries)) }

  /// Lets the server answer a load, by default the oldest; the answer to a cancelled load comes too
  /// late.
  package mutating func answer(_ ticket: Load? = nil) {
    guard let ticket = ticket ?? waiting.first else { return }
    send(.loaded(ticket, server.page(for: ticket.request)))
  }

  /// Answers the oldest load with a page of the given posts.
  package mutating func answer(
    _ ids: [Int], before: Continuation<Int> = .end, after: Continuation<Int>
  ) {
    guard let ticket = waiting.first else { return }
    send(.loaded(ticket, Page(items: ids.map { Post(id: $0) }, before: before, after: after)))
  }

  /// Answers the oldest load with a page.
  package mutating func answer(with page: Page<Post, Int>) {
    guard let ticket = waiting.first else { return }
    send(.loaded(ticket, page))
  }

  /// Makes the oldest load fail.
  package mutating func fail(_ reason: String = "offline") {
    fail(with: PagingError(reason, isRetryable: true))
  }

  /// Makes the oldest load fail with an error.
  package mutating func fail(with error: PagingError) {
    guard let ticket = waiting.first else { return }
    send(.failed(ticket, error))
  }

  /// Answers loads until none is waiting, but at most 1,000 of them.
  package mutating func settle() {
    for _ in 0..<1_000 where !waiting.isEmpty { answer() }
  }

  /// Loads the first page and further pages up to the given number of pages, then forgets the
  /// loads.
  package mutating func load(pages: Int) {
    send(.refresh)
    answer()
    for _ in 1..<max(1, pages) {
      send(.loadMore(.trailing))
      answer()
    }
    forget()
  }

  /// Forgets the requests and changes so far.
  package mutating func forget() {
    issued = []
    changes = []
    (came, hasChangedList) = ([], false)
    cancelled = []
  }

  /// All requests since the last `forget`, as text such as `append after(3)`.
  package var asked: [String] { issued.map { "\($0.request.reason) \($0.request.position)" } }

  package func state(_ reason: LoadReason) -> LoadState { machine.state(of: reason) }

  /// The held items, with an ellipsis for each gap: `1 2 … 7 8`.
  package var list: String {
    (0..<machine.count).map { machine[$0].item.map { "\($0.id)" } ?? "…" }.joined(separator: " ")
  }

  /// The number of the first gap.
  package var gap: Int? {
    for index in 0..<machine.count {
      if case .gap(let number) = machine[index] { return number }
    }
    return nil
  }
}

/// A copy of a list that is built only from the changes to the list.
package struct ListMirror: Sendable {
  package private(set) var entries: [PagerEntry<Post>] = []
  /// A contradiction between an update and the copy, for example if the copy has a different
  /// entry at the index from which the update removes one.
  package private(set) var fault: String?

  package mutating func apply(_ update: PagerUpdate<Post>) {
    let difference = update.difference
    for place in difference.removed where entries[place.index].id != place.id {
      fault = "\(place) does not stand where it goes from"
    }
    for move in difference.moved where entries[move.from].id != move.id {
      fault = "\(move) does not stand where it moves from"
    }
    for place in difference.indicesToRemove.reversed() { entries.remove(at: place) }
    for place in difference.indicesToInsert {
      guard let entry = update.entries[place] else { return fault = "nothing is told of \(place)" }
      entries.insert(entry, at: place)
    }
    for place in difference.changed {
      if let entry = update.entries[place] { entries[place] = entry }
    }
    if entries.count != difference.count { fault = "\(entries.count), not \(difference.count)" }
  }

  /// Whether the copy is the same as the list of a machine, with the newest version of each item.
  package func isCopy(of machine: PagerMachine<Post, Int>) -> Bool {
    fault == nil && entries.count == machine.count
      && entries.indices.allSatisfy {
        entries[$0].id == machine[$0].id && entries[$0].item == machine[$0].item
      }
  }
}
