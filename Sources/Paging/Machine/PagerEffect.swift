/// What a machine wants done.
public enum PagerEffect<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Load a page, and answer by `PagerEvent.loaded` or `PagerEvent.failed` with its ticket.
  case load(Ticket<Cursor>)
  /// Stop a load; its answer would change nothing.
  case cancel(Ticket<Cursor>)
  /// Send a tick at that time, in place of any asked for before; nil for none.
  case wake(at: Duration?)
  /// Tell whoever shows the list; the machine has its new state already.
  case publish(PagerChange)
}
