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
  package func keep(_ place: SavedPosition?, of feed: String) throws {
    guard place != nil || saved.exists else { return }
    let name = SavedLines.word(feed)
    try saved.update { lines in
      let others = lines.filter { $0.first != name }
      let line = place.map { [name, $0.cursor] + [$0.item].compactMap { $0 } }
      return others + [line].compactMap { $0 }
    }
  }
}
