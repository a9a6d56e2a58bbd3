/// Where words begin and end.
nonisolated extension LineEditor {
  /// The first character of the word before the cursor.
  ///
  /// - Parameter isPart: what a word is made of.
  func startOfWord(_ isPart: (Character) -> Bool) -> Int {
    let end = characters[..<cursor].lastIndex(where: isPart) ?? 0
    return characters[..<end].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
  }

  /// The place behind the word after the cursor.
  var endOfWord: Int {
    let start = characters[cursor...].firstIndex { $0.isWordPart } ?? characters.count
    return characters[start...].firstIndex { !$0.isWordPart } ?? characters.count
  }
}

nonisolated extension Character {
  /// Whether Alt and a key take it for a part of a word, as readline does.
  var isWordPart: Bool { isLetter || isNumber }
}
