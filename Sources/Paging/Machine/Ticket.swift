/// One load as issued.
///
/// An answer counts only while its ticket is the current one of its reason.
public struct Ticket<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Raised by everything that replaces the list.
  public let generation: Int
  /// Unique in a machine's life, counted from 1.
  public let sequence: Int
  /// What was asked.
  public let request: PageRequest<Cursor>
  /// What the answer is for.
  public let purpose: Purpose

  /// What becomes of the answer.
  public enum Purpose: Hashable, Sendable {
    /// It is the list, because there was none or the reader jumped.
    case replace
    /// It is the head, and is merged into the list.
    case merge
    /// It is the page with a number, which is held, as it is by now.
    case renew(page: Int)
    /// It is beside the page that a jump has brought, which is too short by itself.
    case land
    /// It goes on at an edge.
    case extend(Edge)
    /// It goes into a gap, from the side of the entries above it or of those below.
    case fill(gap: Int, from: Edge)
  }
}

extension Ticket {
  /// Whether its answer replaces the list, so that nothing can be shown before.
  ///
  /// Such a load triggers at most one other of its kind, a `.land` after a `.replace`, so at-once
  /// answers cannot chain.
  var replacesList: Bool {
    switch purpose {
    case .replace, .land: true
    case .merge, .renew, .extend, .fill: false
    }
  }
}
