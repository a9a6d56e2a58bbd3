public import Terminal

/// A line that a reader types, with a cursor and the keys of readline, independent of any screen.
///
/// It is a pure value. The cost of a key is proportional to the line's length, which is bounded.
nonisolated public struct LineEditor: Hashable, Sendable {
  /// The largest number of Unicode scalars in a line.
  public static let limit = 4096

  /// The effect of an input.
  public enum Outcome: Hashable, Sendable {
    /// The line or the cursor may have changed; editing continues.
    case edited
    /// A part of the input was dropped, because the line is full or the paste was too long.
    case cut
    /// The key has no function here.
    case unknown(Key)
    /// The line is complete.
    case entered
    /// The line was cancelled.
    case cancelled
  }

  /// The line as user-perceived characters.
  public private(set) var characters: [Character] = []
  /// The number of characters before the cursor.
  public private(set) var cursor = 0
  /// The text that was last deleted by a key for words or larger parts.
  private var killed: [Character] = []
  /// Whether the last key deleted a word or a larger part; the next such deletion is then joined to
  /// it.
  private var isKilling = false
  /// Earlier lines, oldest first.
  private let history: [String]
  /// The index of the shown line in the history; the index after the last one stands for the
  /// reader's own line.
  private var historyIndex: Int
  /// The reader's own line while an earlier one is shown.
  private var draft = ""

  /// Creates an empty line.
  ///
  /// - Parameter history: earlier lines, oldest first.
  public init(history: [String] = []) {
    self.history = history
    historyIndex = history.count
  }

  /// The line; created on each access from all characters.
  public var text: String { String(characters) }

  // MARK: Editing

  /// Inserts as much text at the cursor as fits; returns whether all of it fitted.
  mutating func insert(_ text: String) -> Bool {
    let room = Self.limit - characters.reduce(0) { $0 + $1.unicodeScalars.count }
    let scalars = text.unicodeScalars
    let kept = String(String.UnicodeScalarView(scalars.prefix(max(0, room))))
    // A combining mark that is typed separately joins the character before it.
    let start = max(0, cursor - 1)
    let joined = Array(String(characters[start..<cursor]) + kept)
    characters.replaceSubrange(start..<cursor, with: joined)
    cursor = start + joined.count
    return scalars.count <= room
  }

  /// Replaces the text before the cursor, unless the line would become too long.
  mutating func complete(to text: String) {
    let rest = characters[cursor...].reduce(0) { $0 + $1.unicodeScalars.count }
    guard text.unicodeScalars.count + rest <= Self.limit else { return }
    characters.replaceSubrange(0..<cursor, with: Array(text))
    cursor = text.count
  }

  /// Deletes a range of characters.
  mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    if range.lowerBound < cursor { cursor = range.lowerBound }
  }

  /// Deletes characters on one side of the cursor and keeps them for `yank()`, together with those
  /// of the last deletion if `joining` is true.
  mutating func kill(_ range: Range<Int>, joining: Bool) {
    let text = Array(characters[range])
    let isBefore = range.upperBound == cursor
    killed = !joining ? text : isBefore ? text + killed : killed + text
    isKilling = true
    remove(range)
  }

  mutating func yank() -> Bool { insert(String(killed)) }

  mutating func move(to index: Int) { cursor = min(max(0, index), characters.count) }

  /// Exchanges the characters on both sides of the cursor, or the last two at the end of the line.
  mutating func transpose() {
    guard cursor > 0, characters.count > 1 else { return }
    let second = min(cursor, characters.count - 1)
    characters.swapAt(second - 1, second)
    cursor = second + 1
  }

  /// Shows an earlier line, or a later one, with the cursor at its end.
  mutating func recall(by step: Int) {
    let new = historyIndex + step
    guard new >= 0, new <= history.count else { return }
    if historyIndex == history.count { draft = text }
    historyIndex = new
    characters = Array(new == history.count ? draft : history[new])
    cursor = characters.count
  }

  /// Makes the next deletion a separate one; returns whether the last key was a deletion.
  mutating func endKilling() -> Bool {
    defer { isKilling = false }
    return isKilling
  }
}

/// Word boundaries.
nonisolated extension LineEditor {
  /// The index of the first character of the word before the cursor.
  ///
  /// - Parameter isPart: returns whether a character belongs to a word.
  func startOfWord(_ isPart: (Character) -> Bool) -> Int {
    let end = characters[..<cursor].lastIndex(where: isPart) ?? 0
    return characters[..<end].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
  }

  /// The index after the last character of the word at or after the cursor.
  var endOfWord: Int {
    let start = characters[cursor...].firstIndex { $0.isWordPart } ?? characters.count
    return characters[start...].firstIndex { !$0.isWordPart } ?? characters.count
  }
}

nonisolated extension Character {
  /// Whether the keys for words, except `^W`, treat the character as a part of a word, as in
  /// readline.
  var isWordPart: Bool { isLetter || isNumber }
}
