/// What happens inside a pager, one value an event; its description is a line for a log.
public enum PagerActivity<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable,
  CustomStringConvertible
where Item.ID: Sendable {
  /// A load went out.
  case started(Ticket<Cursor>)
  /// A load brought this many items, known ones among them.
  case loaded(Ticket<Cursor>, count: Int)
  /// A page that goes on at an edge has this many items that are held already, as where the order
  /// of the source is not stable or moves; they are not shown again.
  case repeated(Ticket<Cursor>, count: Int)
  /// A load failed.
  case failed(Ticket<Cursor>, PagingError)
  /// A load was stopped.
  case cancelled(Ticket<Cursor>)
  /// The list changed.
  case changed(PagerUpdate<Item>)

  /// One line; what comes from a source in it is not safe to print as it is.
  public var description: String {
    switch self {
    case .started(let ticket): "load \(Self.name(ticket))"
    case .loaded(let ticket, let count): "loaded \(Self.name(ticket)) items=\(count)"
    case .repeated(let ticket, let count):
      "warning \(Self.name(ticket)) repeats items=\(count): the order of the source moves"
    case .failed(let ticket, let error): "failed \(Self.name(ticket)) error=\(error)"
    case .cancelled(let ticket): "cancelled \(Self.name(ticket))"
    case .changed(let update):
      "changed " + update.changes.map { "\($0)" }.joined(separator: ", ")
    }
  }

  private static func name(_ ticket: Ticket<Cursor>) -> String {
    "#\(ticket.sequence) \(ticket.request.reason) \(ticket.request.position)"
  }
}
