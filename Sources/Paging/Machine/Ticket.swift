/// An issued load.
///
/// Its answer counts only while the ticket is the current one for its reason.
public struct Ticket<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// The generation of the list; it increases whenever the list or its source is replaced.
  public let generation: Int
  /// The number of the load, unique in a machine and counted from 1.
  public let sequence: Int
  /// The request to the source.
  public let request: PageRequest<Cursor>
  /// The purpose of the answer.
  public let purpose: Purpose
  /// The empty pages that a refresh has passed, after which this load continues.
  package let passed: PassedPages<Cursor>?

  init(
    generation: Int, sequence: Int, request: PageRequest<Cursor>, purpose: Purpose,
    passed: PassedPages<Cursor>? = nil
  ) {
    (self.generation, self.sequence, self.request) = (generation, sequence, request)
    (self.purpose, self.passed) = (purpose, passed)
  }

  /// The purpose of an answer.
  public enum Purpose: Hashable, Sendable {
    /// The answer becomes the list, for example because there was no list or the reader jumped.
    case replace
    /// The answer becomes the list, because it contains drawn placeholders; the reader stays at
    /// them.
    case placeholders
    /// The answer is the head, and is merged into the list or replaces it, as configured.
    case merge
    /// The answer is the current version of the held page with this number.
    case renew(page: Int)
    /// The answer follows the held page with this number, which ends at the cursor `end`; it renews
    /// a stretch that an earlier answer had covered.
    case renewBelow(page: Int, end: Cursor)
    /// The answer is shown together with the page of a jump, because that page is too short.
    case land
    /// The answer extends the list at an edge.
    case extend(Edge)
    /// The answer fills a gap, continuing from the entries above it or below it.
    case fill(gap: Int, from: Edge)
  }
}

extension Ticket {
  /// Whether the answer replaces the list, so that nothing new can be shown before it arrives.
  ///
  /// Such a load causes at most one other load of its kind, a `.land` after a `.replace`, so that
  /// immediate answers cannot form a loop.
  var replacesList: Bool {
    switch purpose {
    case .replace, .placeholders, .land: true
    case .merge, .renew, .renewBelow, .extend, .fill: false
    }
  }
}

extension Ticket {
  /// Whether the load is for drawn placeholders.
  var isForPlace: Bool { purpose == .placeholders }
}

/// Empty pages that a refresh has passed; they are merged together with the page after them.
package struct PassedPages<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// The position of the request for the first of these pages.
  let position: PageRequest<Cursor>.Position
  /// The continuation before the first of these pages.
  let before: Continuation<Cursor>
  /// The number of answers processed when the pages were passed; later answers may contradict them.
  let arrivals: Int
  let count: Int
}

extension Ticket {
  /// The position where the answer begins, including the empty pages before it.
  var origin: PageRequest<Cursor>.Position { passed?.position ?? request.position }
}

/// The page of a jump, which is too short and is kept until the adjacent page arrives, so that both
/// are shown together.
struct Landing<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>: Sendable
where Item.ID: Sendable {
  let page: Page<Item, Cursor>
  let ticket: Ticket<Cursor>
}
