/// The marks in files, kept between runs in a small file: one line for each mark, the most recently
/// set one last.
///
/// A line has the path of the marked file, the letter of the mark, and the offset of the marked
/// line.
package struct SavedMarks: Sendable {
  /// The maximum number of marks in all files; the oldest is removed first.
  package static let limit = 500

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  private var saved: SavedLines { SavedLines(folder: folder, name: "marks", limit: Self.limit) }

  /// The marks in a file, by letter; unreadable data counts as missing.
  package func marks(of file: String) -> [Unicode.Scalar: Int] {
    let name = SavedLines.word(file)
    return saved.lines.reduce(into: [:]) { marks, words in
      guard words.count == 3, words[0] == name, let letter = words[1].unicodeScalars.first,
        let bytes = Int(words[2]), bytes >= 0
      else { return }
      marks[letter] = bytes
    }
  }

  /// Stores or removes marks in a file.
  ///
  /// - Throws: an error if the file of marks cannot be written.
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

/// A letter and the offset of the line that it marks.
package struct Mark: Hashable, Sendable {
  /// The mark that is set when the reader leaves a file.
  package static let left: Unicode.Scalar = "'"

  package let letter: Unicode.Scalar
  /// The offset of the line in bytes; nil for a mark to remove.
  package let bytes: Int?

  package init(_ letter: Unicode.Scalar, at bytes: Int?) {
    (self.letter, self.bytes) = (letter, bytes)
  }
}

/// The searched patterns, kept between runs in a small file: one line for each pattern, with the
/// most recently used one last.
package struct SavedPatterns: Sendable {
  /// The maximum number of patterns; the oldest is removed first.
  package static let limit = 100
  /// The maximum length of a pattern that is stored, in bytes.
  private static let longest = 500

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  private var saved: SavedLines { SavedLines(folder: folder, name: "searches", limit: Self.limit) }

  /// The patterns; unreadable data counts as missing.
  package var all: [String] { saved.lines.compactMap { $0.first.map(SavedLines.text) } }

  /// Stores patterns as the most recently used ones; a pattern that is too long is left out.
  ///
  /// - Parameter waits: whether to wait a moment if another program is storing patterns.
  /// - Throws: an error if the file cannot be written, or if another program is still writing it.
  package func keep(_ patterns: [String], waiting waits: Bool) throws {
    let new = patterns.filter { $0.utf8.count <= Self.longest }.map { [SavedLines.word($0)] }
    guard !new.isEmpty else { return }
    try saved.update(waiting: waits) { lines in lines.filter { !new.contains($0) } + new }
  }
}
