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
  /// The pages of nothing that a look has come over, so that this goes on from there.
  package let passed: PassedPages<Cursor>?

  init(
    generation: Int, sequence: Int, request: PageRequest<Cursor>, purpose: Purpose,
    passed: PassedPages<Cursor>? = nil
  ) {
    (self.generation, self.sequence, self.request) = (generation, sequence, request)
    (self.purpose, self.passed) = (purpose, passed)
  }

  /// What becomes of the answer.
  public enum Purpose: Hashable, Sendable {
    /// It is the list, because there was none or the reader jumped.
    case replace
    /// It is the head, and is merged into the list.
    case merge
    /// It is the page with a number, which is held, as it is by now.
    case renew(page: Int)
    /// It is below the page with a number, which is held and ends at a cursor: an earlier answer has
    /// told what is there.
    case renewBelow(page: Int, end: Cursor)
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
    case .merge, .renew, .renewBelow, .extend, .fill: false
    }
  }
}

extension Ticket {
  /// Whether it is for placeholders that are drawn.
  var isForPlace: Bool {
    if purpose == .replace, case .number = request.position { true } else { false }
  }
}

/// Pages of nothing that a look has come over: what they said counts with what follows them.
package struct PassedPages<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// What the first of them was asked by.
  let position: PageRequest<Cursor>.Position
  /// What lies before the first of them.
  let before: Continuation<Cursor>
  /// Answers that had been taken by then; what came later may contradict them.
  let arrivals: Int
  let count: Int
}

extension Ticket {
  /// Where the answer begins, with the pages of nothing before it.
  var origin: PageRequest<Cursor>.Position { passed?.position ?? request.position }
}

/// The page that a jump has brought and that does not fill a screen: it waits for the one beside it,
/// so that both are shown at once.
struct Landing<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  let page: Page<Item, Cursor>
  let ticket: Ticket<Cursor>
}
