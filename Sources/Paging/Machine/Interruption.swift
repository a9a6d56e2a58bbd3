/// The loads that a refresh has stopped or delayed, and what goes on when it is over.
struct Interruption<Cursor: Hashable & Sendable>: Sendable {
  /// Edges at which loads were out, or were asked for.
  var edges: Set<Edge> = []
  /// The filling of a gap.
  var fill: Ticket<Cursor>?

  mutating func note(_ ticket: Ticket<Cursor>) {
    switch ticket.purpose {
    case .extend(let edge): edges.insert(edge)
    case .fill: fill = ticket
    case .replace, .merge, .renew, .renewBelow, .land: break
    }
  }
}
