/// The positions in feeds, kept between runs in a small file: one line for each feed, with the most
/// recently used one last.
package struct SavedPositions {
  /// The maximum number of feeds; the least recently used is removed first.
  package static let limit = 200

  private let saved: SavedLines

  package init(folder: BytePath) {
    saved = SavedLines(folder: folder, name: "places", limit: Self.limit)
  }

  /// The position where a feed was left, or nil; unreadable data counts as missing.
  package subscript(feed: String) -> SavedPosition? {
    let name = SavedLines.word(feed)
    return saved.lines.last { $0.first == name && (2...3).contains($0.count) }.map {
      SavedPosition(cursor: $0[1], item: $0.count == 3 ? $0[2] : nil)
    }
  }

  /// Stores or removes the position in a feed.
  ///
  /// - Throws: an error if the file cannot be written.
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

/// The position where a feed was left, encoded by the feed as words without spaces.
package struct SavedPosition: Hashable {
  /// The position above the first drawn row.
  package let cursor: String
  /// The selected item, if there is one.
  package var item: String?

  package init(cursor: String, item: String? = nil) {
    self.cursor = cursor
    self.item = item
  }
}

/// The change to a feed's stored position at the end of a run.
package enum PositionChange: Equatable {
  /// The position is not changed.
  case unchanged
  /// A new position, or nil at the head of the feed.
  case changed(SavedPosition?, of: String)
}

/// How a feed's positions are encoded in the positions file: each part is one word without spaces.
package struct PositionCoding<Item: Identifiable & Sendable, Cursor: Sendable>: Sendable {
  /// The name of the feed in the file.
  package let identity: String
  /// Returns the encoded position below an item.
  package let cursorText: @Sendable (Item) -> String
  /// Decodes a position; returns nil if the string is not a position.
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
