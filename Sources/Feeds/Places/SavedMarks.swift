/// The marks of files, kept from one run to the next in one small file: a line a mark, with the file's path,
/// a letter and the bytes before the marked line; the last set last.
package struct SavedMarks: Sendable {
  /// Marks that are remembered, those of all files together; the oldest goes first.
  package static let limit = 500

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  private var saved: SavedLines { SavedLines(folder: folder, name: "marks", limit: Self.limit) }

  /// The marks of a file, by their letters; what cannot be read is as good as nothing.
  package func marks(of file: String) -> [Unicode.Scalar: Int] {
    let name = SavedLines.word(file)
    return saved.lines.reduce(into: [:]) { marks, words in
      guard words.count == 3, words[0] == name, let letter = words[1].unicodeScalars.first,
        let bytes = Int(words[2]), bytes >= 0
      else { return }
      marks[letter] = bytes
    }
  }

  /// Keeps marks of a file, or forgets them.
  ///
  /// - Throws: what the system says where the file of marks cannot be written.
  package func keep(_ marks: [Mark], of file: String) throws {
    guard marks.contains(where: { $0.bytes != nil }) || saved.exists else { return }
    let name = SavedLines.word(file)
    let letters = Set(marks.map { String($0.letter) })
    try saved.update { lines in
      let others = lines.filter { $0.count != 3 || $0[0] != name || !letters.contains($0[1]) }
      return others
        + marks.compactMap { mark in mark.bytes.map { [name, String(mark.letter), String($0)] } }
    }
  }
}

/// A letter and the line that it marks.
package struct Mark: Hashable, Sendable {
  /// Where the reader has left a file: a mark that is set by leaving.
  package static let left: Unicode.Scalar = "'"

  package let letter: Unicode.Scalar
  /// Bytes before the line; nil for a mark that is forgotten.
  package let bytes: Int?

  package init(_ letter: Unicode.Scalar, at bytes: Int?) {
    (self.letter, self.bytes) = (letter, bytes)
  }
}

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
