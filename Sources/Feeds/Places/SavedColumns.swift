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

/// The arrangement as words that contain no spaces, because a line of the file parts them by spaces.
extension SavedColumnLayout {
  /// Bytes of the words at the most: with more, other feeds would lose theirs.
  ///
  /// Moves are left out first.
  private static let most = 16 << 10

  package init(words: [String]) {
    self.init()
    var rest = words[...]
    while let word = rest.popFirst() { apply(word, &rest) }
  }

  /// Applies what a word begins; what nothing is known of is passed over.
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

  /// The words, of which `init(words:)` makes the same again.
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

  /// A name may be empty, which no word is.
  private static func word(_ name: String) -> String { ":" + SavedLines.word(name) }
}

extension ArraySlice<String> {
  /// Takes a name; nil where the next word is none.
  fileprivate mutating func popName() -> String? {
    guard let word = first?.unicodeScalars, word.first == ":" else { return nil }
    removeFirst()
    return SavedLines.text(String(word.dropFirst()))
  }
}
