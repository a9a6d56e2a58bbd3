/// A place between two items of a service that pages by offset.
public struct OffsetCursor<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The offset of the item that follows the place.
  public let offset: Int
  /// The held item beside it, which shows whether the data has moved: the one above where the list
  /// goes on, the one below where it goes back; nil if none is known.
  public let neighbour: ID?

  /// Creates a cursor, as for a list that goes on where an earlier run of the program left it.
  public init(offset: Int, neighbour: ID? = nil) {
    self.offset = offset
    self.neighbour = neighbour
  }
}
