/// The rules of paging as a pure value, which turns events into effects.
///
/// It has no task, no clock and no randomness, so that each rule can be tested synchronously;
/// `Pager` performs its effects.
///
///     viewport, refresh, jump, loadMore, retry, edit … ──┐
///                                                        ▼
///     loaded, failed, tick ───────────────────────▶ PagerMachine ──▶ load, cancel, wake, publish
///
/// *Demand is a level, not an edge*: after every event the machine compares the number of entries
/// beyond the viewport with the prefetch distance. Therefore a short or empty page, a taller
/// terminal, or a movement during a load cannot stall it.
///
/// *An answer is authoritative for the stretch of the list that it covers*: see `Merge`.
///
/// Cost of an event: about proportional to the number of entries that it adds and removes, and
/// hardly dependent on the number held.
public struct PagerMachine<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// An input of the machine.
  public typealias Event = PagerEvent<Item, Cursor>
  /// An output of the machine.
  public typealias Effect = PagerEffect<Item, Cursor>

  /// The configuration of the list.
  public let configuration: PagerConfiguration
  /// The traits of the source.
  public internal(set) var traits: PagingTraits
  /// The number of loaded items that filters have left out since the list was last replaced.
  public internal(set) var leftOutCount = 0
  /// Whether pages are being loaded up to the end.
  public internal(set) var seeksEnd = false

  var store: EntryStore<Item, Cursor>
  var loads = Loads<Cursor>()
  var head = Head<Item.ID>()
  var effects: [Effect] = []
  var changes: [PagerChange] = []
  /// The ordinals of the drawn entries; nil before the first frame.
  var visible: Range<Int>?
  /// Pages dropped at the leading edge that no cursor leads back to, the most recently dropped one
  /// last.
  var droppedLeading: [DroppedPage<Cursor>] = []
  /// Whether the held entries come from a source that was replaced.
  var isForeign = false
  /// The ordinal of the first item of the whole list, once it is known; see `place(ofEntry:)`.
  var startOrdinal: Int?
  /// The moment of the current event.
  var moment = PagerMoment()
  /// Whether the current event is a retry by the reader, which ignores a wait that the source asked
  /// for.
  var overrulesWait = false
  /// The number of consecutive pages without new items, at each edge.
  var stalls: [Edge: Int] = [:]
  /// The time until which the source asked for a pause.
  var restsUntil: Duration?
  var wakesAt: Duration?
  /// The number of items in the source; nil if the source does not say, or if its number was wrong.
  var total: Int?
  /// Whether a counted position had no item; the total is then ignored.
  var isMiscounted = false
  /// The approximate number of items missing in each gap, if the source counts.
  var gapSizes: [Int: Int] = [:]
  /// The loads that were stopped or delayed, for example by a refresh, and that `resume` starts.
  var interrupted = Interruption<Cursor>()
  /// The current round of refreshes, and the refresh that follows it.
  var round = RefreshRound()
  /// The page of a jump, if it is too short and is kept until the adjacent page arrives; otherwise
  /// nil.
  var landing: Landing<Item, Cursor>?
  /// The app's edits whose operations are still running.
  var pendingEdits: [PendingEdit<Item, Cursor>] = []
  var pace = ReaderPace()
  /// Whether an iteration has waited at the last entry since the last load at the trailing edge
  /// started.
  var hasWaited = false
  /// Whether the event is the answer to a load, and an iteration was waiting at the end for more
  /// items.
  var wasAwaited = false
  /// Whether `PagerConfiguration.maxRequestsToEnd` limits the loads while `seeksEnd` is true.
  var limitsSeeking = true
  /// The ordinal up to which an iteration needs items, `Int.max` if it needs all; nil if no
  /// iteration reads the items.
  var wantedEnd: Int?
  /// The gap that an iteration has reached, and that is filled as soon as loads may start.
  var wantedGap: Int?

  /// Creates a machine without entries and without requests.
  ///
  /// - Parameters:
  ///   - configuration: page size, prefetch distance and other limits.
  ///   - traits: the traits of the source.
  @inlinable public init(
    configuration: PagerConfiguration = .standard, traits: PagingTraits = .chain
  ) {
    self.init(configuration: configuration, traits: traits, work: ItemWork())
  }

  @usableFromInline init(
    configuration: PagerConfiguration, traits: PagingTraits, work: ItemWork<Item>
  ) {
    self.configuration = configuration
    self.traits = traits
    store = EntryStore(work)
  }

  /// Processes an event, and returns the effects to perform, in order.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - moment: the time of the event, which must not be earlier than that of the previous event.
  ///     If it is omitted, no time passes, so waits never end.
  public mutating func handle(
    _ event: Event, at moment: PagerMoment = PagerMoment()
  ) -> [Effect] {
    self.moment = moment
    overrulesWait = if case .retry = event { true } else { false }
    perform(event)
    demand()
    wasAwaited = false
    noteStart()
    noteWake()
    tell()
    defer { effects = [] }
    return effects
  }

  private mutating func perform(_ event: Event) {
    switch event {
    case .viewport(let drawn): setViewport(drawn)
    case .refresh, .refreshAround, .jump, .seekEnd, .loadMore, .fill, .retry, .cancel: obey(event)
    case .stopSeeking: seeksEnd = false
    case .sourceChanged: refreshAround(isUpdate: true)
    case .exchange(let traits, let position): exchange(traits, at: position)
    case .tick:
      wakesAt = nil
      passTime()
    case .loaded(let ticket, let page): accept(page, for: ticket)
    case .failed(let ticket, let error): fail(error, for: ticket)
    case .replace(let item): replace(item)
    case .edit(let change, let operation): edit(change, operation: operation)
    case .confirm(let operation): confirm(operation)
    case .takeBack(let operation): takeBack(operation)
    }
  }

  /// Carries out a command by the reader.
  private mutating func obey(_ event: Event) {
    loads.allowRequests()
    seeksEnd = false
    if event.beginsLooking { forgiveAll() }
    switch event {
    case .refresh: refresh()
    case .refreshAround: refreshAround(isUpdate: false)
    case .jump(let position): jump(to: position)
    case .seekEnd: seekEnd()
    case .loadMore(let edge): loadMore(edge)
    case .fill(let gap, let side): fill(gap, from: side)
    case .retry: retry()
    default: cancelAll()
    }
  }

  /// Publishes all changes of the event together, so that they describe the current list.
  private mutating func tell() {
    let edits = store.takeEdits()
    guard !changes.isEmpty || edits.haveChanged else { return }
    effects.append(.publish(PagerUpdate(changes: changes, edits: edits, count: count)))
    changes = []
  }

  // MARK: State for views

  /// The number of entries held, in O(1).
  public var count: Int { store.count }

  /// The number of new items at the head that refreshes have found since the reader last saw the
  /// first entry.
  public var newCount: Int { head.newCount }

  /// The entry at an index from 0 to `count` - 1; any other index is a programming error and ends
  /// the program.
  ///
  /// Cost: O(log pages held).
  public subscript(index: Int) -> PagerEntry<Item> { store[index] }

  /// Returns the index of an entry, or nil if it is not held; costs O(1), and O(log pages held) for
  /// a gap.
  public func index(of id: PagerEntry<Item>.ID) -> Int? { store.index(of: id) }

  /// Returns the state of the loads for a reason.
  public func state(of reason: LoadReason) -> LoadState {
    let slot = loads[reason]
    if slot.ticket != nil { return .loading }
    if let problem = slot.problem { return problem.state }
    if let restsUntil, reason.edge.map(wantsMore) ?? false {
      return .waiting(until: restsUntil, after: nil)
    }
    switch reason {
    case .append where hasLoaded && position(beyond: .trailing) == nil: return .end
    case .prepend where hasLoaded && position(beyond: .leading) == nil: return .end
    default: return .idle
    }
  }

  /// Returns the number of the current attempt, counted from 1; it is 1 if no load runs.
  public func attempt(of reason: LoadReason) -> Int {
    let slot = loads[reason]
    return slot.ticket == nil ? 1 : (slot.failures?.count ?? 0) + 1
  }

  /// Whether a first page has arrived, even an empty one.
  public var hasLoaded: Bool { !store.pages.isEmpty }

  // MARK: Parts

  /// The time of the current event.
  var now: Duration { moment.now }

  /// The drawn entries; nil before the first frame.
  var drawn: Range<Int>? {
    get { visible.map { $0.lowerBound - store.firstOrdinal..<$0.upperBound - store.firstOrdinal } }
    set {
      visible = newValue.map {
        $0.lowerBound + store.firstOrdinal..<$0.upperBound + store.firstOrdinal
      }
    }
  }

  mutating func publish(_ change: PagerChange) { changes.append(change) }

  mutating func issue(
    _ reason: LoadReason, at position: PageRequest<Cursor>.Position,
    for purpose: Ticket<Cursor>.Purpose, pages: Int = 1, isUpdate: Bool = false,
    behind passed: PassedPages<Cursor>? = nil
  ) {
    let allowed = mostRequests.map { max(1, $0 - loads.requestCount) } ?? pages
    let request = PageRequest(
      reason: reason, position: position, count: configuration.pageSize,
      pages: min(pages, allowed), validator: purpose == .merge && passed == nil ? validator : nil,
      isUpdate: isUpdate, overrulesWait: overrulesWait)
    let ticket = loads.start(
      request, for: purpose, at: now, deadline: configuration.loadTimeout.map { now + $0 },
      behind: passed)
    effects.append(.load(ticket))
    publish(.states)
  }

  /// Stops a load, so that its answer is ignored.
  mutating func stop(_ reason: LoadReason) {
    guard let ticket = loads.out(reason) else { return }
    loads.clear(reason)
    effects.append(.cancel(ticket))
  }
}
