/// What a machine wants done.
public enum PagerEffect<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  /// Load a page, and answer by `PagerEvent.loaded` or `PagerEvent.failed` with its ticket.
  case load(Ticket<Cursor>)
  /// Stop a load; its answer would change nothing.
  case cancel(Ticket<Cursor>)
  /// Send a tick at that time, in place of any asked for before; nil for none.
  case wake(at: Duration?)
  /// Tell whoever shows the list; the last effect of an event, when the machine has its new state.
  case publish(PagerUpdate<Item>)
}
