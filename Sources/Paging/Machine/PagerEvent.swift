/// An input of the machine.
public enum PagerEvent<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Reports the drawn entries, as a half-open range from the first entry with a drawn cell to the
  /// last.
  ///
  /// If the source counts its items, the range may include placeholders, which are entries that are
  /// not held.
  case viewport(Range<Int>)
  /// Requests the head; if a refresh is running, another one follows it.
  case refresh
  /// Refreshes the drawn entries; refreshes the head if it is among them, or if none of them can be
  /// requested again.
  case refreshAround
  /// Refreshes the drawn entries, because the source reports a possible change; if a refresh is
  /// running, another one follows it.
  case sourceChanged
  /// Jumps to a position.
  case jump(PageRequest<Cursor>.Position)
  /// Replaces the source and its traits; the list stays until the new source has answered.
  case exchange(PagingTraits, at: PageRequest<Cursor>.Position)
  /// Loads more at an edge, now or after a running refresh, regardless of which entries are drawn.
  case loadMore(Edge)
  /// Loads all pages up to the end, until the reader gives another command.
  case seekEnd
  /// Stops `seekEnd`.
  case stopSeeking
  /// Fills a gap, continuing from the entries above it or below it.
  case fill(gap: Int, from: Edge)
  /// Retries loads that failed, are waiting or paused, or were cancelled.
  case retry
  /// Cancels all loads.
  case cancel
  /// The time that the machine requested with `PagerEffect.wake` has been reached.
  case tick
  /// A load has returned a page; the event is ignored if the load is outdated or unknown.
  case loaded(Ticket<Cursor>, Page<Item, Cursor>)
  /// A load has failed; the event is ignored if the load is outdated or unknown.
  case failed(Ticket<Cursor>, PagingError)
  /// Replaces an item in place; unknown items are ignored.
  case replace(Item)
  /// Edits the list; `operation` is the number of the operation that the edit belongs to, or nil if
  /// it belongs to none.
  case edit(PagerEdit<Item>, operation: Int?)
  /// Confirms the edits of an operation: from now on, answers from the source override them.
  case confirm(operation: Int)
  /// Reverts the edits of an operation that failed.
  case takeBack(operation: Int)
}

extension PagerEvent {
  /// Whether the event can make a load fail, through an error, a wrong answer or a timeout.
  var mayBeFailure: Bool {
    switch self {
    case .failed, .loaded, .tick: true
    default: false
    }
  }

  /// Whether the event is a refresh or a jump by the reader; these commands end waits and failures.
  var beginsLooking: Bool {
    switch self {
    case .refresh, .refreshAround, .jump: true
    default: false
    }
  }
}

/// The time of an event, and the random number drawn for it; the machine itself has neither a clock
/// nor a random source.
public struct PagerMoment: Hashable, Sendable {
  /// The time since some fixed moment; it never decreases.
  public var now: Duration
  /// A number from 0 to 1, drawn again for each event that can be a failure; other events need
  /// none.
  public var randomFraction: Double

  /// Creates a moment; the default is time zero.
  public init(now: Duration = .zero, randomFraction: Double = 0) {
    self.now = now
    self.randomFraction = randomFraction
  }
}

/// An output of the machine.
public enum PagerEffect<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Load a page, and report the result, together with the ticket, as `PagerEvent.loaded` or
  /// `PagerEvent.failed`.
  case load(Ticket<Cursor>)
  /// Stop a load, because its answer would be ignored.
  case cancel(Ticket<Cursor>)
  /// Send a tick when `PagerMoment.now` reaches this time, which replaces any earlier request for a
  /// tick; nil cancels the tick.
  case wake(at: Duration?)
  /// Inform the observers; this is the last effect of an event, so that the machine already has its
  /// new state.
  case publish(PagerUpdate<Item>)
}
