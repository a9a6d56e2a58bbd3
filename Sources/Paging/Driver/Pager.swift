/// Drives a `PagerMachine`: performs its effects and tells whoever shows the list.
///
///     let pager = Pager(source: posts)
///     pager.onChange = { change in … }
///     pager.reloadData()          // the first page; later: what is new
///     pager.paginate()            // the next page
///
/// Loads run off the main actor; everything else happens on it, so that entries, states and what
/// is drawn of them always agree. A command returns at once, and what comes of it is told by
/// `onChange`. A pager that is let go cancels its loads.
@MainActor public final class Pager<Source: PagingSource> {
  /// What a list is made of.
  public typealias Entry = PagerEntry<Source.Item>

  /// Where the pages come from.
  public let source: Source

  /// Called after every change, on the main actor, when the new state can be read.
  ///
  /// It may come before the command that causes it returns, and may give commands itself. A list
  /// that shows the pager takes it for its own.
  public var onChange: ((PagerChange) -> Void)?

  /// Called for everything that happens, for a log.
  public var onActivity: ((PagerActivity<Source.Cursor>) -> Void)?

  private var machine: PagerMachine<Source.Item, Source.Cursor>
  private var pending = Deque<PagerEffect<Source.Cursor>>()
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var alarm: Task<Void, Never>?
  private let time: () -> Duration
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  private let chance: () -> Double
  private let executor: (any TaskExecutor)?
  /// Who waits for the next change.
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a pager that has loaded nothing yet.
  ///
  /// - Parameters:
  ///   - source: where the pages come from; it is asked off the main actor.
  ///   - configuration: the numbers of the list.
  ///   - clock: by which waits and silence are measured.
  ///   - executor: where loads run; the shared pool of threads if not said.
  ///   - chance: draws from 0 to 1, for delays that differ from one reader to the next.
  public init<C: Clock>(
    source: Source, configuration: PagerConfiguration = .standard,
    clock: C = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    chance: @escaping () -> Double = { .random(in: 0...1) }
  ) where C.Duration == Duration {
    self.source = source
    machine = PagerMachine(
      configuration: configuration, opensAtEnd: source.opensAtEnd,
      opensAtItems: source.opensAtItems, pagesAtOnce: source.pagesAtOnce)
    let start = clock.now
    time = { start.duration(to: clock.now) }
    // The clock's own sleep, so that a test's clock decides how long a wait takes.
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.chance = chance
    self.executor = executor
  }

  isolated deinit {
    alarm?.cancel()
    for task in tasks.values { task.cancel() }
  }

  // MARK: What there is; each costs O(1)

  /// The numbers it works with.
  public var configuration: PagerConfiguration { machine.configuration }
  /// Entries held.
  public var count: Int { machine.count }
  /// New items at the head, found by refreshes, that the reader has not seen.
  public var newCount: Int { machine.newCount }
  /// Whether the true start or end is held, as far as the source has said.
  public func holds(_ edge: Edge) -> Bool { machine.holds(edge) }
  /// Whether a first page has come.
  public var hasLoaded: Bool { machine.hasLoaded }
  /// The entry at an index, from 0 to `count` - 1; any other is a programmer's mistake and ends the
  /// program.
  public subscript(index: Int) -> Entry { machine[index] }
  /// How many entries stand before an entry in the whole list, or nil where that is not known.
  public func place(ofEntry index: Int) -> Int? { machine.place(ofEntry: index) }
  /// The index of an entry, or nil if it is not held.
  public func index(of id: Entry.ID) -> Int? { machine.index(of: id) }
  /// What the loads of a reason are doing.
  public func state(of reason: LoadReason) -> LoadState { machine.state(of: reason) }
  /// What a gap's load is at.
  public func state(ofGap gap: Int) -> LoadState { machine.state(ofGap: gap) }
  /// About how many items a gap lacks, at least 1; nil where the source does not count.
  public func missingCount(inGap gap: Int) -> Int? { machine.missingCount(inGap: gap) }
  /// How many items the source has in all, or nil where it does not say.
  public var totalCount: Int? { machine.totalCount }
  /// Items of a counted source that stand before the first entry and are not held.
  public var leadingPlaceholders: Int { machine.leadingPlaceholders }
  /// Items of a counted source that stand after the last entry and are not held.
  public var trailingPlaceholders: Int { machine.trailingPlaceholders }
  /// Items that filters left out of what was loaded since the list was last begun.
  public var leftOutCount: Int { machine.leftOutCount }
  /// Whether all that follows is being loaded, to the end; see `seekEnd()`.
  public var seeksEnd: Bool { machine.seeksEnd }
  /// Whether any load is on its way.
  public var isLoading: Bool { LoadReason.allCases.contains { state(of: $0) == .loading } }
  /// Whether any load waits to go on by itself.
  public var isWaiting: Bool {
    LoadReason.allCases.contains { if case .waiting = state(of: $0) { true } else { false } }
  }
  /// The pager's time, by which a wait's end is told: since the pager was made, by its clock.
  public var now: Duration { time() }

  /// Does something after a time by the pager's clock, unless the task is cancelled before.
  public func after(_ time: Duration, _ action: @escaping @MainActor () -> Void) -> Task<
    Void, Never
  > {
    alarm(at: now + time, action)
  }

  // MARK: What can be asked

  /// Loads the first page, or looks for what is new and keeps the place.
  ///
  /// One request at a time: while one is out another call does nothing. It stops the loads at the
  /// edges, which go on after it. What it makes of the list is `PagerConfiguration.refresh`.
  public func reloadData() { handle(.refresh) }

  /// Loads what follows a cursor as the first page, as to go on where an earlier run was left.
  ///
  /// Going back, or a jump to the leading edge, leads to the head. It does nothing once a page has
  /// come or while the first one is on its way.
  public func open(after cursor: Source.Cursor) { handle(.open(after: cursor)) }

  /// Loads more at an edge now, whatever is drawn; one page, or the first of all where none has
  /// come.
  ///
  /// It overrules a wait, a pause and a failure at that edge. Nothing is loaded at the end, nor
  /// while a load is out there.
  public func paginate(_ edge: Edge = .trailing) { handle(.loadMore(edge)) }

  /// Goes to the true start, or to the true end where the source can be entered there.
  ///
  /// Where that is not held it is one load, whose page takes the place of the list. At the end of a
  /// source that is a chain nothing is loaded; see `seekEnd()`.
  public func jump(to edge: Edge) { handle(.jump(edge)) }

  /// Goes on loading to the end of a chain, page after page; anything else that is asked for ends
  /// that.
  public func seekEnd() { handle(.seekEnd) }
  /// Ends the seeking of the end; a load that is out still comes.
  public func stay() { if machine.seeksEnd { handle(.stay) } }

  /// Loads a page of what a gap lacks, from the side of the entries above it or of those below.
  ///
  /// Where the source cannot go back it is filled from above. One gap at a time: a load for another
  /// is stopped. Nothing is loaded while the head is looked at, nor for a gap that is none any more.
  public func fill(gap: Int, from side: Edge = .leading) { handle(.fill(gap: gap, from: side)) }

  /// Tries again now what failed, waits, is paused or was cancelled.
  ///
  /// A list whose cursor has expired begins again at its first page.
  public func retry() { handle(.retry) }

  /// Stops all loads, and those that wait; none of them goes on until `retry()` or another command.
  public func cancel() { handle(.cancel) }

  /// Renews an item where it stands, by its identity; one that is not held is ignored.
  ///
  /// It does not change what the source has.
  public func replace(_ item: Source.Item) { handle(.replace(item)) }

  /// Says which entries are drawn, and so loads what that makes near.
  ///
  /// To be called after each frame; nothing is loaded at the edges before the first call. Half-open:
  /// from the first whose first cell is drawn, to the last whose last cell is. Where items are
  /// counted the range may reach over placeholders, below 0 and above `count`; beyond those it is
  /// clamped.
  public func show(_ entries: Range<Int>) { handle(.viewport(entries)) }

  // MARK: Parts

  /// Performs effects in the order they came, also where an observer's answer to one adds more.
  private func handle(_ event: PagerEvent<Source.Item, Source.Cursor>) {
    let isPerforming = !pending.isEmpty
    let moment = PagerMoment(now: time(), chance: chance())
    for effect in machine.handle(event, at: moment) { pending.append(effect) }
    guard !isPerforming else { return }
    while let effect = pending.first {
      perform(effect)
      pending.removeFirst()
    }
  }

  private func perform(_ effect: PagerEffect<Source.Cursor>) {
    switch effect {
    case .load(let ticket): load(ticket)
    case .cancel(let ticket):
      tasks.removeValue(forKey: ticket.sequence)?.cancel()
      onActivity?(.cancelled(ticket))
    case .wake(let time): setAlarm(time)
    case .publish(let change):
      onActivity?(.changed(change))
      onChange?(change)
      resumeWaiters()
    }
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

  /// Sends a tick when the machine asked for one, for it has no clock of its own.
  ///
  /// Nothing sleeps while no load waits and none is out.
  private func setAlarm(_ time: Duration?) {
    alarm?.cancel()
    alarm = time.map { alarm(at: $0) { [weak self] in self?.handle(.tick) } }
  }

  private func alarm(
    at time: Duration, _ action: @escaping @MainActor () -> Void
  ) -> Task<Void, Never> {
    Task { [sleep, executor] in
      // The wait that the machine asked for, by the pager's clock; a cancelled one is not due.
      let isDue = await withTaskExecutorPreference(executor) { (try? await sleep(time)) != nil }
      if isDue, !Task.isCancelled { action() }
    }
  }

  private func load(_ ticket: Ticket<Source.Cursor>) {
    onActivity?(.started(ticket))
    tasks[ticket.sequence] = Task { [weak self, source, executor] in
      // One that is stopped before it began does not reach the source.
      guard !Task.isCancelled else { return }
      let event = await withTaskExecutorPreference(executor) {
        await Self.answer(ticket, from: source)
      }
      self?.finish(ticket, with: event)
    }
  }

  private func finish(
    _ ticket: Ticket<Source.Cursor>, with event: PagerEvent<Source.Item, Source.Cursor>
  ) {
    tasks[ticket.sequence] = nil
    switch event {
    case .failed(_, let error): onActivity?(.failed(ticket, error))
    case .loaded(_, let page):
      onActivity?(.loaded(ticket, count: page.items.count))
      warn(of: page, for: ticket)
    default: break
    }
    handle(event)
  }

  /// Tells a log of items that come again, for the list itself does not show it.
  private func warn(of page: Page<Source.Item, Source.Cursor>, for ticket: Ticket<Source.Cursor>) {
    guard let onActivity, case .extend = ticket.purpose else { return }
    let count = page.items.count { machine.index(of: .item($0.id)) != nil }
    if count > 0 { onActivity(.repeated(ticket, count: count)) }
  }

  @concurrent private static func answer(
    _ ticket: Ticket<Source.Cursor>, from source: Source
  ) async -> PagerEvent<Source.Item, Source.Cursor> {
    do throws(PagingError) {
      return .loaded(ticket, try await source.load(ticket.request))
    } catch {
      return .failed(ticket, error)
    }
  }
}
