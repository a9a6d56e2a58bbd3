/// What was searched for, kept from one run to the next in one small file: a line a pattern, the last used last.
package struct SavedPatterns: Sendable {
  /// Patterns that are remembered; the oldest goes first.
  package static let limit = 100
  /// A longer one is not kept.
  private static let longest = 500

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  private var saved: SavedLines { SavedLines(folder: folder, name: "searches", limit: Self.limit) }

  /// The patterns; what cannot be read is as good as nothing.
  package var all: [String] { saved.lines.compactMap { $0.first.map(SavedLines.text) } }

  /// Keeps a pattern as the last used; one that cannot be written is lost, because a search goes on.
  package func keep(_ pattern: String) {
    guard pattern.utf8.count <= Self.longest else { return }
    let word = SavedLines.word(pattern)
    try? saved.update { lines in lines.filter { $0 != [word] } + [[word]] }
  }
}
