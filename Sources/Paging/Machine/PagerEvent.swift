/// What a machine is told.
public enum PagerEvent<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Entries are drawn: those whose first cell is, up to those whose last cell is (half-open).
  ///
  /// Where items are counted the range may reach over those that are not held; what is drawn there
  /// are placeholders.
  case viewport(Range<Int>)
  /// The reader, or the start, asks for the head; while a refresh is out, one more follows it.
  case refresh
  /// The reader asks for what is around the drawn entries, and for the head only if it is there.
  case refreshAround
  /// The source says that something may have changed: refreshes around the drawn entries, once more
  /// where a refresh is out.
  case sourceChanged
  /// The reader, or the start, wants to be elsewhere.
  case jump(PageRequest<Cursor>.Position)
  /// Another source takes the place of the present one, with its traits; the list stays until it
  /// has answered.
  case exchange(PagingTraits, at: PageRequest<Cursor>.Position)
  /// The reader wants more now, whatever is drawn.
  case loadMore(Edge)
  /// The reader wants all that follows loaded, to the end; anything else that the reader asks for
  /// ends that.
  case seekEnd
  /// The reader has seen enough of what `seekEnd` brings.
  case stopSeeking
  /// The reader wants a gap filled, from the side of the entries above it or of those below.
  case fill(gap: Int, from: Edge)
  /// The reader wants what failed or was cancelled tried again.
  case retry
  /// The reader wants no load to go on.
  case cancel
  /// The time that was asked for by `PagerEffect.wake` has come.
  case tick
  /// A load answered; a late or unknown one is ignored.
  case loaded(Ticket<Cursor>, Page<Item, Cursor>)
  /// A load failed; a late or unknown one is ignored.
  case failed(Ticket<Cursor>, PagingError)
  /// An item has changed where it stands; unknown ones are ignored.
  case replace(Item)
  /// The app changes the list; a number says which operation it waits for, nil for none.
  case edit(PagerEdit<Item>, operation: Int?)
  /// An operation has ended: from now on the source's answers decide.
  case confirm(operation: Int)
  /// An operation has failed: what it changed is taken back.
  case takeBack(operation: Int)
}

extension PagerEvent {
  /// Whether a load may fail by it: an answer can be wrong, and a source can be silent for too long.
  var mayBeFailure: Bool {
    switch self {
    case .failed, .loaded, .tick: true
    default: false
    }
  }

  /// Whether the reader asks for what there is now, and so for what could not be loaded before.
  var beginsLooking: Bool {
    switch self {
    case .refresh, .refreshAround, .jump: true
    default: false
    }
  }
}

/// When an event happens, and the random number drawn for it: a machine has no clock and no random
/// source.
public struct PagerMoment: Hashable, Sendable {
  /// The time since any fixed moment; never goes back.
  public var now: Duration
  /// From 0 to 1, drawn again for each event that may be a failure; others need none.
  public var randomFraction: Double

  /// Creates a moment, by default at the start of time.
  public init(now: Duration = .zero, randomFraction: Double = 0) {
    self.now = now
    self.randomFraction = randomFraction
  }
}

/// What a machine wants done.
public enum PagerEffect<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Load a page, and answer by `PagerEvent.loaded` or `PagerEvent.failed` with its ticket.
  case load(Ticket<Cursor>)
  /// Stop a load; its answer would change nothing.
  case cancel(Ticket<Cursor>)
  /// Send a tick at that time, as `PagerMoment.now` counts, in place of any asked for before; nil for
  /// none.
  case wake(at: Duration?)
  /// Tell whoever shows the list; the last effect of an event, when the machine has its new state.
  case publish(PagerUpdate<Item>)
}
