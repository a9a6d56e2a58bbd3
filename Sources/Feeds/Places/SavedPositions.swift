/// The places of feeds, kept from one run to the next in one small file: a line a feed, the last
/// used last.
package struct SavedPositions {
  /// Feeds that are remembered; the longest unused goes first.
  package static let limit = 200

  private let saved: SavedLines

  package init(folder: BytePath) {
    saved = SavedLines(folder: folder, name: "places", limit: Self.limit)
  }

  /// Where a feed was left, or nil; what cannot be read is as good as nothing.
  package subscript(feed: String) -> SavedPosition? {
    let name = SavedLines.word(feed)
    return saved.lines.last { $0.first == name && (2...3).contains($0.count) }.map {
      SavedPosition(cursor: $0[1], item: $0.count == 3 ? $0[2] : nil)
    }
  }

  /// Keeps where a feed is left, or forgets it.
  ///
  /// - Throws: what the system says where the file cannot be written.
  package func keep(_ position: SavedPosition?, of feed: String) throws {
    guard position != nil || saved.exists else { return }
    let name = SavedLines.word(feed)
    try saved.update { lines in
      let others = lines.filter { $0.first != name }
      let line = position.map { [name, $0.cursor] + [$0.item].compactMap { $0 } }
      return others + [line].compactMap { $0 }
    }
  }
}

/// Where a feed was left: what a feed itself makes of it, in words without spaces.
package struct SavedPosition: Hashable {
  /// The place above the first row that was drawn.
  package let cursor: String
  /// The item that was selected, if one was.
  package var item: String?

  package init(cursor: String, item: String? = nil) {
    self.cursor = cursor
    self.item = item
  }
}

/// What becomes of a feed's kept place at the end of a run.
package enum PositionChange: Equatable {
  /// It stays what it is.
  case unchanged
  /// It is another one, or, at the head, none.
  case changed(SavedPosition?, of: String)
}

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
