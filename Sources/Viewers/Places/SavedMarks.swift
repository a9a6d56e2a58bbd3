/// The marks of files, kept from one run to the next in one small file: a line a mark, with the file's path,
/// a letter and the bytes before the marked line; the last set last.
nonisolated package struct SavedMarks: Sendable {
  /// Marks that are remembered, those of all files together; the oldest goes first.
  package static let limit = 500
  /// What stands for a letter where it is the place that a file was left at.
  static let left: Unicode.Scalar = "'"

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  private var saved: SavedLines { SavedLines(folder: folder, name: "marks", limit: Self.limit) }

  /// The marks of a file, by their letters; what cannot be read is as good as nothing.
  func marks(of file: String) -> [Unicode.Scalar: Int] {
    let name = SavedLines.word(file)
    return saved.lines.reduce(into: [:]) { marks, words in
      guard words.count == 3, words[0] == name, let letter = words[1].unicodeScalars.first,
        let bytes = Int(words[2]), bytes >= 0
      else { return }
      marks[letter] = bytes
    }
  }

  /// Keeps a mark of a file, or forgets it.
  ///
  /// - Throws: what the system says where the file of marks cannot be written.
  func keep(_ bytes: Int?, as letter: Unicode.Scalar, of file: String) throws {
    guard bytes != nil || saved.exists else { return }
    let name = SavedLines.word(file)
    try saved.update { lines in
      let others = lines.filter { $0.count != 3 || $0[0] != name || $0[1] != String(letter) }
      return others + [bytes.map { [name, String(letter), String($0)] }].compactMap { $0 }
    }
  }
}
