/// Drives a `PagerMachine`: performs its effects and tells whoever shows the list.
///
///     let pager = Pager(source: posts)
///     let watch = pager.observe { update in … }
///     pager.refresh()             // the first page; later: what is new
///     pager.paginate()            // the next page
///
/// Loads run off the main actor, except those that the source can answer at once
/// (`PagingSource.cachedPage(for:)`). Everything else happens on it, so that entries, states and what
/// is drawn of them always agree. A command returns at once, and what comes of it is told to all
/// observers. A pager that is let go cancels its loads.
@MainActor public final class Pager<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  /// What a list is made of.
  public typealias Entry = PagerEntry<Item>
  /// What a pager can be over.
  public typealias Source = any PagingSource<Item, Cursor>

  /// Where the pages come from.
  ///
  /// Another source, such as a filter, a search or another query, takes the place of this one at
  /// once; the rows stay until its first page has come. See `exchange(_:at:)`. To set it costs a
  /// request, also for the source that it is already.
  public var source: Source {
    get { pages }
    set { exchange(newValue) }
  }

  /// Called on the main actor for everything that happens, so that it can be logged; nil for no log.
  public var onActivity: ((PagerActivity<Item, Cursor>) -> Void)? {
    get { log }
    set {
      // What the last one owned may come back here as it goes.
      let gone = log
      log = newValue
      withExtendedLifetime(gone) {}
    }
  }

  private var log: ((PagerActivity<Item, Cursor>) -> Void)?
  private var pages: Source
  var machine: PagerMachine<Item, Cursor>
  private var pending = Deque<PagerEffect<Item, Cursor>>()
  private var isPerforming = false
  /// Pages that were at hand, taken only when all observers know of their loads.
  private var answers = Deque<(ticket: Ticket<Cursor>, page: Page<Item, Cursor>)>()
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// What sleeps, and until when.
  private var alarm: (time: Duration, task: Task<Void, Never>)?
  /// When the machine wants to be woken, which may be later.
  private var wakeTime: Duration?
  /// Listens to the source's `updates`, from the first load on.
  private var listener: Task<Void, Never>?
  private let time: () -> Duration
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  private let randomFraction: () -> Double
  private let executor: (any TaskExecutor)?
  let observers = PagerObservers<Item>()
  var lastOperation = 0

  /// Creates a pager that has loaded nothing yet.
  ///
  /// - Parameters:
  ///   - source: where the pages come from; it is asked off the main actor, except for what is at
  ///     hand.
  ///   - configuration: the numbers of the list.
  ///   - clock: by which waits and silence are measured.
  ///   - executor: where loads run; the shared pool of threads by default.
  ///   - randomFraction: draws from 0 to 1, for delays that differ from one reader to the next.
  @inlinable public convenience init<C: Clock>(
    source: Source, configuration: PagerConfiguration = .standard,
    clock: C = ContinuousClock(), executor: (any TaskExecutor)? = nil,
    randomFraction: @escaping () -> Double = { .random(in: 0...1) }
  ) where C.Duration == Duration {
    let machine = PagerMachine<Item, Cursor>(configuration: configuration, traits: source.traits)
    self.init(
      source: source, machine: machine, clock: clock, executor: executor,
      randomFraction: randomFraction)
  }

  @usableFromInline init<C: Clock>(
    source: Source, machine: PagerMachine<Item, Cursor>, clock: C, executor: (any TaskExecutor)?,
    randomFraction: @escaping () -> Double
  ) where C.Duration == Duration {
    pages = source
    self.machine = machine
    let start = clock.now
    time = { start.duration(to: clock.now) }
    // The clock's own sleep, so that a test's clock decides how long a wait takes.
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.randomFraction = randomFraction
    self.executor = executor
  }

  isolated deinit {
    alarm?.task.cancel()
    listener?.cancel()
    for task in tasks.values { task.cancel() }
    observers.end()
  }

  /// The pager's time, by which a wait's end is told: since the pager was made, by its clock.
  public var now: Duration { time() }

  /// Runs `action` once after a delay by the pager's clock, unless the task is cancelled before.
  ///
  /// It returns at once. The task does not hold the pager: the action is called also where the
  /// pager has gone by then.
  public func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> Task<
    Void, Never
  > {
    alarm(at: now + delay, action)
  }

  /// Asks another source from now on, at a place of it; the rows stay until it has answered.
  ///
  /// Loads that are out are cancelled. What was held goes when the first page comes; a list keeps
  /// the reader's place where the item there comes with it. Where it fails the rows stay, and
  /// nothing is loaded until `retry()`. It takes the place of a first load that is out, failed, waits or was
  /// stopped, too. Where none was asked for yet, nothing is loaded and the position is not kept:
  /// `refresh()` or a jump begins.
  ///
  /// - Parameters:
  ///   - source: another source of the same items and cursors.
  ///   - position: where it is entered; a place at which its traits do not let it be entered counts as
  ///     the start. A filter of the same source may be entered at a cursor of it, so that the reader
  ///     stays in the same stretch.
  public func exchange(_ source: Source, at position: PageRequest<Cursor>.Position = .start) {
    let gone = pages
    defer { withExtendedLifetime(gone) {} }
    pages = source
    listener?.cancel()
    listener = nil
    handle(.exchange(source.traits, at: position))
  }

  // MARK: Parts

  /// Reads the machine in place: calling a method on the property would copy it, once per row of a
  /// frame.
  func reading<Value>(_ read: (inout PagerMachine<Item, Cursor>) -> Value) -> Value {
    read(&machine)
  }

  /// Performs effects in the order they came, also where an observer's answer to one adds more.
  func handle(_ event: PagerEvent<Item, Cursor>) {
    // To draw a number asks the system.
    let moment = PagerMoment(
      now: time(), randomFraction: event.mayBeFailure ? randomFraction() : 0)
    for effect in machine.handle(event, at: moment) { queue(effect) }
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    repeat { performPending() } while takeAnswer()
    endIdleAlarm()
  }

  private func queue(_ effect: PagerEffect<Item, Cursor>) {
    if case .publish = effect { observers.noteUpdate() }
    pending.append(effect)
  }

  private func performPending() {
    while let effect = pending.first {
      pending.removeFirst()
      perform(effect)
    }
  }

  /// Takes the next page that was at hand, and says whether there was one.
  ///
  /// Only now, because it changes the machine, and an update is told while that is what it says.
  private func takeAnswer() -> Bool {
    guard let (ticket, page) = answers.first else { return false }
    answers.removeFirst()
    finish(ticket, with: .loaded(ticket, page))
    return true
  }

  private func perform(_ effect: PagerEffect<Item, Cursor>) {
    switch effect {
    case .load(let ticket): load(ticket)
    case .cancel(let ticket):
      tasks.removeValue(forKey: ticket.sequence)?.cancel()
      onActivity?(.cancelled(ticket))
    case .wake(let time): setAlarm(time)
    case .publish(let update):
      observers.tell(update)
      onActivity?(.changed(update))
    }
  }

  /// Sends a tick when the machine asked for one, because it has no clock of its own.
  ///
  /// What sleeps already is kept if it wakes in time, because to begin a sleep changes threads twice: as
  /// much as to load 30 items. Soon nothing sleeps while no load waits and none is out.
  private func setAlarm(_ time: Duration?) {
    wakeTime = time
    guard let time, !(alarm.map { $0.time <= time } ?? false) else { return }
    alarm?.task.cancel()
    alarm = (time, alarm(at: time) { [weak self] in self?.ring() })
  }

  private func ring() {
    alarm = nil
    guard let wakeTime else { return }
    if wakeTime <= now { handle(.tick) } else { setAlarm(wakeTime) }
  }

  /// Ends a sleep that nothing waits for, unless who has been told just now causes another load.
  private func endIdleAlarm() {
    guard wakeTime == nil, alarm != nil else { return }
    Task { [weak self] in
      guard let self, self.wakeTime == nil else { return }
      self.alarm?.task.cancel()
      self.alarm = nil
    }
  }

  private func alarm(
    at time: Duration, _ action: @escaping @MainActor () -> Void
  ) -> Task<Void, Never> {
    Task { [sleep, executor] in
      // One that was cancelled before it began costs no other thread.
      guard !Task.isCancelled else { return }
      // The wait that the machine asked for, by the pager's clock; a cancelled one is not due.
      let isDue = await withTaskExecutorPreference(executor) { (try? await sleep(time)) != nil }
      if isDue, !Task.isCancelled { action() }
    }
  }

  private func load(_ ticket: Ticket<Cursor>) {
    onActivity?(.started(ticket))
    if listener == nil { listen() }
    if ticket.replacesList, let page = pages.cachedPage(for: ticket.request) {
      return answers.append((ticket, page))
    }
    tasks[ticket.sequence] = Task { [weak self, pages, executor] in
      // One that is stopped before it began does not reach the source.
      guard !Task.isCancelled else { return }
      let event = await withTaskExecutorPreference(executor) {
        await Self.answer(ticket, from: pages)
      }
      self?.finish(ticket, with: event)
    }
  }

  /// Turns each message of the source into one refresh; all that come during a refresh make one
  /// more.
  private func listen() {
    guard let updates = pages.updates() else { return }
    listener = Task { [weak self, executor] in
      // The stream waits off the main actor.
      await withTaskExecutorPreference(executor) {
        for await _ in updates {
          guard let self, !Task.isCancelled else { return }
          self.handle(.sourceChanged)
        }
      }
    }
  }

  private func finish(_ ticket: Ticket<Cursor>, with event: PagerEvent<Item, Cursor>) {
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

  /// Tells a log of items that come again, because the list itself does not show it.
  private func warn(of page: Page<Item, Cursor>, for ticket: Ticket<Cursor>) {
    guard let onActivity, case .extend = ticket.purpose else { return }
    let count = page.items.count { machine.index(of: .item($0.id)) != nil }
    if count > 0 { onActivity(.repeated(ticket, count: count)) }
  }

  @concurrent private static func answer(
    _ ticket: Ticket<Cursor>, from source: Source
  ) async -> PagerEvent<Item, Cursor> {
    do throws(PagingError) {
      return .loaded(ticket, try await source.load(ticket.request))
    } catch {
      return .failed(ticket, error)
    }
  }
}
