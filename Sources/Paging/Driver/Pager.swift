/// Drives a `PagerMachine`: performs its effects and informs the observers of the list.
///
///     let pager = Pager(source: posts)
///     let watch = pager.observe { update in … }
///     pager.refresh()             // the first page; later: new items
///     pager.paginate()            // the next page
///
/// Loads run off the main actor, except those that the source can answer immediately
/// (`PagingSource.cachedPage(for:)`). Everything else happens on the main actor, so that entries,
/// states and the drawn list always agree. A command returns immediately, and all observers are
/// informed of its results. A pager cancels its loads when it is deallocated.
@MainActor public final class Pager<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>
where Item.ID: Sendable {
  /// An item or a gap of the list.
  public typealias Entry = PagerEntry<Item>
  /// Any source with the items and cursors of a pager.
  public typealias Source = any PagingSource<Item, Cursor>

  /// The source of the pages.
  ///
  /// A new source, such as a filter, a search or another query, replaces this one immediately; the
  /// rows stay until the first page of the new source has arrived. See `exchange(_:at:)`. Once a
  /// page has been requested, setting the property causes a request, even if the source is the
  /// same.
  public var source: Source {
    get { pages }
    set { exchange(newValue) }
  }

  /// The closure called on the main actor for every activity of the pager, for example to write a
  /// log; nil if nothing is logged.
  public var onActivity: ((PagerActivity<Item, Cursor>) -> Void)? {
    get { log }
    set {
      // Releasing the objects of the old closure may set this property again.
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
  /// Pages that the source returned immediately; they are processed once all observers know of
  /// their loads.
  private var answers = Deque<(ticket: Ticket<Cursor>, page: Page<Item, Cursor>)>()
  private var tasks: [Int: Task<Void, Never>] = [:]
  /// Whether only an observer or the log could give a command before the current turn of the main
  /// actor ends.
  private var expectsNoCommand = false
  /// The sleeping task, and the time when it wakes.
  private var alarm: (time: Duration, task: Task<Void, Never>)?
  /// The time when the machine must be woken, which may be later than the time of the alarm.
  private var wakeTime: Duration?
  /// The task that reads the source's `updates`, from the first load on.
  private var listener: Task<Void, Never>?
  private let time: () -> Duration
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  private let randomFraction: () -> Double
  private let executor: (any TaskExecutor)?
  let observers = PagerObservers<Item>()
  /// The view that reports the drawn entries, if several views show the pager.
  package weak var reporter: AnyObject?
  var lastOperation = 0

  /// Creates a pager; nothing is loaded until a command is given.
  ///
  /// - Parameters:
  ///   - source: the source of the pages; it is called off the main actor, except for
  ///     `cachedPage(for:)`.
  ///   - configuration: page size, prefetch distance and other limits.
  ///   - clock: measures waits and timeouts.
  ///   - executor: runs the loads; the shared pool of threads by default.
  ///   - randomFraction: draws a number from 0 to 1, so that the delays of several readers differ.
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
    // The wait uses the given clock, so that the clock of a test controls how long it takes.
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

  /// The time since the pager was created, measured by its clock; `LoadState.waiting` gives the end
  /// of a wait as such a time.
  public var now: Duration { time() }

  /// Runs `action` once after a delay measured by the pager's clock, unless the task is cancelled
  /// first.
  ///
  /// It returns immediately. The task does not retain the pager: the action is called even if the
  /// pager was deallocated.
  public func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> Task<
    Void, Never
  > {
    alarm(at: now + delay, action)
  }

  /// Replaces the source, and opens the new one at a position; the rows stay until the new source
  /// has answered.
  ///
  /// Running loads are cancelled. The old entries are removed when the first page arrives; a list
  /// keeps the reader's place if the page contains the item at that place. If the load fails
  /// permanently, the rows stay, and nothing is loaded until `retry()` or another command. The
  /// exchange also replaces a first load that is running or waiting, or that has failed or been
  /// cancelled. If no page has been requested before, nothing is loaded and the position is
  /// ignored: use `refresh()` or a jump to begin. An exchange counts as a command, after which
  /// `PagerConfiguration.maxRequests` requests are allowed.
  ///
  /// - Parameters:
  ///   - source: another source of the same items and cursors.
  ///   - position: the position where the source is opened; a position that its traits do not allow
  ///     counts as the start. A filter over the old source can be opened at a cursor of that
  ///     source, so that the reader stays in the same stretch.
  public func exchange(_ source: Source, at position: PageRequest<Cursor>.Position = .start) {
    let gone = pages
    defer { withExtendedLifetime(gone) {} }
    pages = source
    listener?.cancel()
    listener = nil
    handle(.exchange(source.traits, at: position))
  }

  // MARK: Parts

  /// Reads the machine in place, because a method call on the property would copy the machine for
  /// each row of a frame.
  func reading<Value>(_ read: (inout PagerMachine<Item, Cursor>) -> Value) -> Value {
    read(&machine)
  }

  /// Processes an event and performs its effects in order, including those that observers cause in
  /// the meantime.
  func handle(_ event: PagerEvent<Item, Cursor>) {
    // A random number is drawn only if it may be needed, because drawing one takes a system call.
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

  /// Processes the next of the pages that the source returned immediately; returns whether there
  /// was one.
  ///
  /// Pages are processed only here, because they change the machine, and an observer must see the
  /// state that its update describes.
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

  /// Schedules a tick at the time that the machine asked for, because the machine has no clock.
  ///
  /// A task that is already sleeping is kept if it wakes early enough, because starting a sleep
  /// switches threads twice, which costs as much as loading 30 items. If no load is running or
  /// waiting, the sleeping task ends soon.
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

  /// Ends the sleep if no tick is needed, unless an observer has just caused another load.
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
      // A wait that was cancelled before it began does not switch threads.
      guard !Task.isCancelled else { return }
      // Waits until the given time, by the pager's clock; if the task is cancelled, the action is
      // not called.
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
    let mayBegin = expectsNoCommand && observers.isEmpty && log == nil
    tasks[ticket.sequence] = mayBegin ? loadNow(ticket) : loadSoon(ticket)
  }

  /// Starts a load on the main actor, so that it does not reach the source if a later command in the
  /// same turn cancels it.
  private func loadSoon(_ ticket: Ticket<Cursor>) -> Task<Void, Never> {
    Task { [weak self, pages, executor] in
      guard !Task.isCancelled else { return }
      let event = await withTaskExecutorPreference(executor) {
        await Self.answer(ticket, from: pages)
      }
      self?.arrive(ticket, with: event)
    }
  }

  /// Starts a load on its executor, because a start on the main actor would wait for another pass of
  /// the main loop.
  private func loadNow(_ ticket: Ticket<Cursor>) -> Task<Void, Never> {
    Task(executorPreference: executor) { @concurrent [weak self, pages] in
      let event = await Self.answer(ticket, from: pages)
      await self?.arrive(ticket, with: event)
    }
  }

  private func arrive(_ ticket: Ticket<Cursor>, with event: PagerEvent<Item, Cursor>) {
    withoutFurtherCommands { finish(ticket, with: event) }
  }

  /// Performs an action after which only an observer or the log could give a command in the same
  /// turn of the main actor.
  func withoutFurtherCommands(_ action: () -> Void) {
    expectsNoCommand = true
    defer { expectsNoCommand = false }
    action()
  }

  /// Turns each message from the source into at most one refresh; all messages that arrive during a
  /// refresh cause at most one more.
  private func listen() {
    guard let updates = pages.updates() else { return }
    listener = Task { [weak self, executor] in
      // The stream is awaited off the main actor.
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

  /// Logs that a page at an edge repeats held items, because the list shows each of them only once.
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
