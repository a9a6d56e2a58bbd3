/// How a feed's places are written into the file of kept places, each part as one word without spaces.
package struct PositionCoding<Item: Identifiable & Sendable, Cursor: Sendable>: Sendable {
  /// The feed's name in that file.
  package let identity: String
  /// The place below an item.
  package let cursorText: @Sendable (Item) -> String
  /// Reads it; nil for what is none.
  package let cursor: @Sendable (String) -> Cursor?
  package let idText: @Sendable (Item.ID) -> String
  package let id: @Sendable (String) -> Item.ID?

  package init(
    identity: String, cursorText: @escaping @Sendable (Item) -> String,
    cursor: @escaping @Sendable (String) -> Cursor?,
    idText: @escaping @Sendable (Item.ID) -> String,
    id: @escaping @Sendable (String) -> Item.ID?
  ) {
    self.identity = identity
    self.cursorText = cursorText
    self.cursor = cursor
    self.idText = idText
    self.id = id
  }
}
