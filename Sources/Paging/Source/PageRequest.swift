/// What is asked of a source: where, how many, and why.
public struct PageRequest<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// Where the page lies.
  public enum Position: Hashable, Sendable {
    /// The first page.
    case start
    /// The last page; asked only where `opensAtEnd` is true.
    case end
    /// The page that follows a cursor.
    case after(Cursor)
    /// The page that precedes a cursor; its items are in the order of the list all the same.
    case before(Cursor)
  }

  /// Why the page is wanted.
  public let reason: LoadReason
  /// Where the page lies.
  public let position: Position
  /// How many items are wanted; a source may answer with fewer or more.
  public let count: Int

  /// Creates a request.
  public init(reason: LoadReason, position: Position, count: Int) {
    self.reason = reason
    self.position = position
    self.count = count
  }
}
