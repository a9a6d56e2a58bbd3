package import Records

/// The column layouts of feeds, kept between runs in a small file: one line for each feed, with the
/// most recently changed one last.
package struct SavedColumns: Sendable {
  /// The maximum number of feeds; the least recently changed is removed first.
  package static let limit = 200

  private let folder: BytePath

  package init(folder: BytePath) { self.folder = folder }

  private var saved: SavedLines { SavedLines(folder: folder, name: "columns", limit: Self.limit) }

  /// The column layout of a feed, or nil; unreadable data counts as missing.
  package func arrangement(of feed: String) -> SavedColumnLayout? {
    let name = SavedLines.word(feed)
    return saved.lines.last { $0.first == name }
      .map { SavedColumnLayout(words: Array($0.dropFirst())) }
  }

  /// Stores the column layout of a feed, or removes it if it is the default.
  ///
  /// - Throws: an error if the file cannot be written.
  package func keep(_ arrangement: SavedColumnLayout, of feed: String) throws {
    guard !arrangement.isDefault || saved.exists else { return }
    let name = SavedLines.word(feed)
    try saved.update { lines in
      let others = lines.filter { $0.first != name }
      return arrangement.isDefault ? others : others + [[name] + arrangement.words]
    }
  }
}

/// The encoding of a layout as words without spaces, because spaces separate the words in the file.
extension SavedColumnLayout {
  /// The maximum length of the words in bytes.
  ///
  /// The limit leaves space for the layouts of other feeds. Moved columns are omitted first.
  private static let most = 16 << 10

  package init(words: [String]) {
    self.init()
    var rest = words[...]
    while let word = rest.popFirst() { apply(word, &rest) }
  }

  /// Applies the setting that begins with a word, and takes its other words from `rest`; unknown
  /// settings are skipped.
  private mutating func apply(_ word: String, _ rest: inout ArraySlice<String>) {
    switch word {
    case "frozen": frozenCount = rest.popFirst().flatMap { Int($0) }.map { max(0, $0) }
    case "hidden": if let name = rest.popName() { hidden.insert(name) }
    case "width":
      let width = rest.popFirst().flatMap { Int($0) }
      if let name = rest.popName(), let width, width > 0 { widths[name] = width }
    case "first": if let name = rest.popName() { moves.append(Move(name: name, predecessor: nil)) }
    case "after":
      let predecessor = rest.popName()
      if let name = rest.popName(), let predecessor {
        moves.append(Move(name: name, predecessor: predecessor))
      }
    default: break
    }
  }

  /// The words from which `init(words:)` creates the same layout, except for settings that are left
  /// out because of their length.
  package var words: [String] {
    var size = 0
    let parts = parts.prefix { part in
      size += part.reduce(0) { $0 + $1.utf8.count + 1 }
      return size <= Self.most
    }
    return parts.flatMap(\.self)
  }

  private var parts: [[String]] {
    let frozen = frozenCount.map { [["frozen", "\($0)"]] } ?? []
    let widths = widths.sorted { $0.key < $1.key }.map {
      ["width", "\($0.value)", Self.word($0.key)]
    }
    let hidden = hidden.sorted().map { ["hidden", Self.word($0)] }
    let moves = moves.map { move in
      move.predecessor.map { ["after", Self.word($0), Self.word(move.name)] }
        ?? ["first", Self.word(move.name)]
    }
    return frozen + widths + hidden + moves
  }

  /// A name as a word; the prefix makes even an empty name a word.
  private static func word(_ name: String) -> String { ":" + SavedLines.word(name) }
}

extension ArraySlice<String> {
  /// Removes and returns a name; returns nil if the next word is not a name.
  fileprivate mutating func popName() -> String? {
    guard let word = first?.unicodeScalars, word.first == ":" else { return nil }
    removeFirst()
    return SavedLines.text(String(word.dropFirst()))
  }
}
