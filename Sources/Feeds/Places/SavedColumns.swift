package import Records

/// How the columns of feeds are arranged, kept from one run to the next in one small file: a line a feed,
/// the last changed last.
package struct SavedColumns: Sendable {
  /// Feeds that are remembered; the one that was changed first goes first.
  package static let limit = 200

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  private var saved: SavedLines { SavedLines(folder: folder, name: "columns", limit: Self.limit) }

  /// How a feed's columns were arranged, or nil; what cannot be read is as good as nothing.
  package func arrangement(of feed: String) -> SavedColumnLayout? {
    let name = SavedLines.word(feed)
    return saved.lines.last { $0.first == name }
      .map { SavedColumnLayout(words: Array($0.dropFirst())) }
  }

  /// Keeps how a feed's columns are arranged; forgets it where they are as by default.
  ///
  /// - Throws: what the system says where the file cannot be written.
  package func keep(_ arrangement: SavedColumnLayout, of feed: String) throws {
    guard !arrangement.isDefault || saved.exists else { return }
    let name = SavedLines.word(feed)
    try saved.update { lines in
      let others = lines.filter { $0.first != name }
      return arrangement.isDefault ? others : others + [[name] + arrangement.words]
    }
  }
}
