/// Every rule of paging, as a pure value: events go in, effects come out.
///
/// It has no task, clock or randomness, so each rule is tested by a few synchronous lines; `Pager`
/// performs its effects.
///
///     viewport, refresh, jump, loadMore, retry, edit … ──┐
///                                                        ▼
///     loaded, failed, tick ───────────────────────▶ PagerMachine ──▶ load, cancel, wake, publish
///
/// *Demand is a level, not an edge*: after every event the machine asks again whether fewer entries
/// lie beyond the viewport than the prefetch distance. So nothing stalls it: not a short or an
/// empty page, a taller terminal, nor a trigger that came while a load was running.
///
/// *An answer is the truth about the stretch that it covers*: see `Merge`.
///
/// Cost of an event: what comes and goes by it, never what is held.
public struct PagerMachine<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// What an event is called here.
  public typealias Event = PagerEvent<Item, Cursor>
  /// What an effect is called here.
  public typealias Effect = PagerEffect<Item, Cursor>

  /// The numbers it works with.
  public let configuration: PagerConfiguration
  /// What the source can do.
  public internal(set) var traits: PagingTraits
  /// Items that filters left out of what was loaded since the list was last begun.
  public internal(set) var leftOutCount = 0
  /// Whether all that follows is loaded, to the end.
  public internal(set) var seeksEnd = false

  var store: EntryStore<Item, Cursor>
  var loads = Loads<Cursor>()
  var head = Head<Item.ID>()
  var effects: [Effect] = []
  var changes: [PagerChange] = []
  /// Ordinals of the entries drawn, nil before the first frame.
  var visible: Range<Int>?
  /// Pages that went from the leading edge and that no cursor leads back to; the last went last.
  var droppedLeading: [DroppedPage<Cursor>] = []
  /// Whether what is held is of a source that is not asked any more.
  var isForeign = false
  /// The ordinal of the first item of all, once it is known; see `place(ofEntry:)`.
  var startOrdinal: Int?
  /// When the event at hand happens.
  var moment = PagerMoment()
  /// Whether the reader tries again by the event at hand, and so waits for no time that the source asked for.
  var overrulesWait = false
  /// Pages in a row, at each edge, that brought nothing new.
  var stalls: [Edge: Int] = [:]
  /// Until when the source asked to be left alone.
  var restsUntil: Duration?
  var wakesAt: Duration?
  /// How many items the source has, if it says so.
  var total: Int?
  /// Whether there was nothing where the source had counted something: then its total is not taken.
  var isMiscounted = false
  /// About how many items each gap lacks, where the source counts.
  var gapSizes: [Int: Int] = [:]
  /// The loads that a refresh has stopped or delayed, and what goes on when it is over.
  var interrupted = Interruption<Cursor>()
  /// The look around the reader that is under way, or is to follow the one that is out.
  var round = RefreshRound()
  /// What a jump has brought that is too short by itself.
  var landing: Landing<Item, Cursor>?
  /// The app's edits whose operations are not over.
  var pendingEdits: [PendingEdit<Item, Cursor>] = []
  var pace = ReaderPace()
  /// Whether a reader has stood behind the last entry, and so waited, since a load went out at the trailing edge.
  var hasWaited = false
  /// The ordinal up to which a reader without a screen wants items; nil for one who wants all.
  var wantedEnd: Int?

  /// Creates a machine that holds nothing and has asked for nothing.
  ///
  /// - Parameters:
  ///   - configuration: the numbers it works with.
  ///   - traits: what the source can do.
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
    overrulesWait = if case .retry = event { true } else { false }
    perform(event)
    demand()
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

  /// Does what the reader asks for.
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

  /// Tells all that has changed by the event at once, so that it is true of the list as it is now.
  private mutating func tell() {
    let edits = store.takeEdits()
    guard !changes.isEmpty || edits.haveChanged else { return }
    effects.append(.publish(PagerUpdate(changes: changes, edits: edits, count: count)))
    changes = []
  }

  // MARK: What a view reads

  /// Entries held; this costs O(1).
  public var count: Int { store.count }

  /// Items of the head found by refreshes since the reader last saw the first entry.
  public var newCount: Int { head.newCount }

  /// The entry at an index, from 0 to `count` - 1; any other is a programmer's mistake and ends the
  /// program.
  ///
  /// Cost: O(log pages held).
  public subscript(index: Int) -> PagerEntry<Item> { store[index] }

  /// The index of an entry, or nil if it is not held; costs O(1), and O(log pages held) for a gap.
  public func index(of id: PagerEntry<Item>.ID) -> Int? { store.index(of: id) }

  /// What the loads of a reason are doing.
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

  /// The number of the current attempt, from 1; also 1 if no load is out.
  public func attempt(of reason: LoadReason) -> Int {
    let slot = loads[reason]
    return slot.ticket == nil ? 1 : (slot.failures?.count ?? 0) + 1
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

  /// Stops a load, so that its answer changes nothing.
  mutating func stop(_ reason: LoadReason) {
    guard let ticket = loads.out(reason) else { return }
    loads.clear(reason)
    effects.append(.cancel(ticket))
  }
}
