/// Every rule of paging, as a pure value: events go in, effects come out.
///
/// It has no task, clock or randomness, so each rule is tested by a few synchronous lines; `Pager`
/// performs its effects.
///
///     viewport, refresh, jump, loadMore, retry, cancel ──┐
///                                                        ▼
///     loaded, failed, tick ───────────────────────▶ PagerMachine ──▶ load, cancel, wake, publish
///
/// *Demand is a level, not an edge*: after every event the machine asks again whether fewer entries
/// lie beyond the viewport than the prefetch distance. So nothing stalls it: not a short or an empty
/// page, a taller terminal, nor a trigger that came while a load was running.
///
/// Cost of an event: what comes and goes by it, never what is held.
public struct PagerMachine<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// What an event is called here.
  public typealias Event = PagerEvent<Item, Cursor>
  /// What an effect is called here.
  public typealias Effect = PagerEffect<Cursor>

  /// The numbers it works with.
  public let configuration: PagerConfiguration
  /// Whether the source can be entered at its end.
  public let opensAtEnd: Bool
  /// Whether the source can be entered at any item, by its number.
  public let opensAtItems: Bool
  /// How many pages the source can load at once.
  public let pagesAtOnce: Int
  /// Items of the head found by refreshes since the reader last saw the first entry.
  public internal(set) var newCount = 0
  /// Items that filters left out of what was loaded since the list was last begun.
  public internal(set) var leftOutCount = 0
  /// Whether all that follows is loaded, to the end.
  public internal(set) var seeksEnd = false

  var store: EntryStore<Item, Cursor>
  var slots: [LoadReason: LoadSlot<Cursor>] = [:]
  var effects: [Effect] = []
  /// Ordinals of the entries drawn, nil before the first frame.
  var visible: Range<Int>?
  /// Pages that went from the leading edge and that no cursor leads back to; the last went last.
  var droppedLeading: [DroppedPage<Item, Cursor>] = []
  /// The newest identities seen, to tell what is new when the head is not held.
  var knownHead: Set<Item.ID> = []
  var generation = 0
  /// The ordinal of the first item of all, once it is known; see `place(ofEntry:)`.
  var startOrdinal: Int?
  /// When the event at hand happens.
  var moment = PagerMoment()
  /// Requests since the reader last asked for one.
  var requestCount = 0
  /// Pages in a row, at each edge, that brought nothing new.
  var stalls: [Edge: Int] = [:]
  /// Until when the source asked to be left alone.
  var restsUntil: Duration?
  var wakesAt: Duration?
  /// How many items the source has, if it says so.
  var total: Int?
  /// About how many items each gap lacks, where the source counts.
  var gapSizes: [Int: Int] = [:]
  /// The filling of a gap that a refresh has stopped.
  var interruptedFill: Ticket<Cursor>?
  /// The edges whose loads a look at the head has stopped, or kept waiting.
  var interruptedEdges: Set<Edge> = []
  /// What the source knows the head by that was looked at last.
  var validator: String?
  var pace = ReaderPace()
  private var sequence = 0

  /// Creates a machine that holds nothing and has asked for nothing.
  ///
  /// - Parameters:
  ///   - configuration: the numbers it works with.
  ///   - opensAtEnd: whether the source can be entered at its end.
  ///   - opensAtItems: whether the source can be entered at any item, by its number.
  ///   - pagesAtOnce: how many pages the source can load at once; what is below 1 counts as 1.
  public init(
    configuration: PagerConfiguration = .standard, opensAtEnd: Bool = false,
    opensAtItems: Bool = false, pagesAtOnce: Int = 1
  ) {
    self.configuration = configuration
    self.opensAtEnd = opensAtEnd
    self.opensAtItems = opensAtItems
    self.pagesAtOnce = max(1, pagesAtOnce)
    store = EntryStore(remembered: configuration.remembered)
  }

  /// Takes an event and says what is to be done, in order.
  ///
  /// - Parameters:
  ///   - event: what has happened.
  ///   - moment: when it happens, never before the event that was taken last. Without one no time
  ///     passes, and what waits for a time waits for ever.
  public mutating func handle(
    _ event: Event, at moment: PagerMoment = PagerMoment()
  ) -> [Effect] {
    self.moment = moment
    perform(event)
    demand()
    noteStart()
    noteWake()
    defer { effects = [] }
    return effects
  }

  private mutating func perform(_ event: Event) {
    switch event {
    case .viewport(let drawn): setViewport(drawn)
    case .refresh, .open, .jump, .seekEnd, .loadMore, .fill, .retry, .cancel: obey(event)
    case .stay: seeksEnd = false
    case .tick:
      wakesAt = nil
      passTime()
    case .loaded(let ticket, let page): accept(page, for: ticket)
    case .failed(let ticket, let error): fail(error, for: ticket)
    case .replace(let item): if store.replace(item) { publish(.replacedItem) }
    }
  }

  /// Does what the reader asks for.
  private mutating func obey(_ event: Event) {
    allowRequests()
    seeksEnd = false
    switch event {
    case .refresh: refresh()
    case .open(let cursor): open(after: cursor)
    case .jump(let edge): jump(to: edge)
    case .seekEnd: seekEnd()
    case .loadMore(let edge): loadMore(edge)
    case .fill(let gap, let side): fill(gap, from: side)
    case .retry: retry()
    default: cancelAll()
    }
  }

  // MARK: What a view reads

  /// Entries held; this and what follows costs O(1).
  public var count: Int { store.count }

  /// The entry at an index, from 0 to `count` - 1; any other is a programmer's mistake and ends the
  /// program.
  public subscript(index: Int) -> PagerEntry<Item> { store[index] }

  /// The index of an entry, or nil if it is not held.
  public func index(of id: PagerEntry<Item>.ID) -> Int? { store.index(of: id) }

  /// What the loads of a reason are doing.
  public func state(of reason: LoadReason) -> LoadState {
    let slot = slots[reason] ?? LoadSlot()
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

  /// Whether a first page has come, were it an empty one.
  public var hasLoaded: Bool { !store.pages.isEmpty }

  // MARK: Parts

  /// The time of the event at hand.
  var now: Duration { moment.now }

  /// The entries drawn, nil before the first frame.
  var drawn: Range<Int>? {
    get { visible.map { $0.lowerBound - store.firstOrdinal..<$0.upperBound - store.firstOrdinal } }
    set {
      visible = newValue.map {
        $0.lowerBound + store.firstOrdinal..<$0.upperBound + store.firstOrdinal
      }
    }
  }

  mutating func publish(_ change: PagerChange) { effects.append(.publish(change)) }

  mutating func issue(
    _ reason: LoadReason, at position: PageRequest<Cursor>.Position,
    for purpose: Ticket<Cursor>.Purpose, pages: Int = 1
  ) {
    sequence += 1
    let allowed = configuration.maxRequests.map { max(1, $0 - requestCount) } ?? pages
    let request = PageRequest(
      reason: reason, position: position, count: configuration.pageSize,
      pages: min(pages, allowed), validator: purpose == .merge ? validator : nil)
    let ticket = Ticket(
      generation: generation, sequence: sequence, request: request, purpose: purpose)
    requestCount += request.pages
    slots[reason] = LoadSlot(
      ticket: ticket, failures: slots[reason]?.failures, sentAt: now,
      deadline: configuration.patience.map { now + $0 })
    effects.append(.load(ticket))
    publish(.states)
  }

  /// Stops a load, so that its answer changes nothing.
  mutating func stop(_ reason: LoadReason) {
    guard let ticket = slots[reason]?.ticket else { return }
    slots[reason] = nil
    effects.append(.cancel(ticket))
  }
}
