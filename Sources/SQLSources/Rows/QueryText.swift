/// A query as a reader typed it, in so far as it has to be understood: whether it sorts, and by what.
struct QueryText {
  /// The query without a semicolon at its end.
  let whole: String
  /// The same without the order at its end, where that is understood.
  let body: String
  /// What is sorted by at the end, as far as these are names of columns; nil where it is anything else.
  let order: [SortTerm]?

  init(_ sql: String) {
    let words = Self.words(in: sql)
    let text = words.last.map { String(sql[..<$0.range.upperBound]) } ?? ""
    whole = text
    guard let place = words.lastIndex(where: { $0.is("ORDER") && $0.depth == 0 }) else {
      (body, order) = (text, [])
      return
    }
    let behind = Array(words[(place + 1)...])
    if behind.first?.is("BY") == true, let terms = Self.terms(Array(behind.dropFirst())) {
      (body, order) = (String(sql[..<words[place].range.lowerBound]), terms)
    } else {
      (body, order) = (text, nil)
    }
  }

  /// A word, a name in quotes, or a sign.
  private struct Word {
    let text: Substring
    let range: Range<String.Index>
    /// How many parentheses it is in.
    let depth: Int
    var isQuoted: Bool { text.first == "\"" || text.first == "[" || text.first == "`" }

    /// Whether it is a word of SQL.
    func `is`(_ word: String) -> Bool { text.uppercased() == word }

    /// The name that it is; nil of a sign, a number and a string.
    var name: String? {
      guard let first = text.first else { return nil }
      if isQuoted {
        let quote: Character = first == "[" ? "]" : first
        return String(text.dropFirst().dropLast())
          .split(separator: quote, omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 0 || !$0.element.isEmpty }.map(\.element)
          .joined(separator: String(quote))
      }
      return first.isLetter || first == "_" ? String(text) : nil
    }
  }

  /// The words outside of comments, without semicolons at the end.
  private static func words(in sql: String) -> [Word] {
    var (words, depth, index) = ([Word](), 0, sql.startIndex)
    while index < sql.endIndex {
      let end = sql.endOfToken(at: index)
      let text = sql[index..<end]
      if text == ")" { depth -= 1 }
      if !text.isBlankOrComment {
        words.append(Word(text: text, range: index..<end, depth: max(0, depth)))
      }
      if text == "(" { depth += 1 }
      index = end
    }
    while words.last?.text == ";" { words.removeLast() }
    return words
  }

  private static func terms(_ words: [Word]) -> [SortTerm]? {
    var terms: [SortTerm] = []
    for part in words.split(separator: ",", by: \.text) {
      guard let term = term(Array(part)) else { return nil }
      terms.append(term)
    }
    return terms
  }

  /// `[TABLE.]COLUMN [COLLATE NAME] [ASC|DESC] [NULLS FIRST|LAST]`.
  private static func term(_ words: [Word]) -> SortTerm? {
    var rest = words[...]
    if rest.count > 2, rest[rest.startIndex + 1].text == "." { rest = rest.dropFirst(2) }
    guard let name = rest.popFirst()?.name else { return nil }
    var term = SortTerm(name)
    while let word = rest.popFirst() {
      switch word.text.uppercased() {
      case "ASC": term.descending = false
      case "DESC": term.descending = true
      case "COLLATE":
        guard let collation = rest.popFirst()?.name else { return nil }
        term.collation = collation
      case "NULLS":
        let side = rest.popFirst()
        guard let side, side.is("FIRST") || side.is("LAST") else { return nil }
        term.nullsFirst = side.is("FIRST")
      default: return nil
      }
    }
    return term
  }
}

extension Array {
  /// The parts between elements that are equal to a separator by one of their values.
  fileprivate func split<Key: Equatable>(
    separator: Key, by key: (Element) -> Key
  ) -> [ArraySlice<Element>] {
    split(omittingEmptySubsequences: false) { key($0) == separator }
  }
}

extension Substring {
  fileprivate var isBlankOrComment: Bool {
    first?.isWhitespace == true || hasPrefix("--") || hasPrefix("/*")
  }
}

extension String {
  /// Where the token at an index ends: blanks, a comment, a name or a string in quotes, a word, or one sign.
  fileprivate func endOfToken(at start: Index) -> Index {
    let first = self[start]
    switch first {
    case _ where first.isWhitespace:
      return self[start...].firstIndex { !$0.isWhitespace } ?? endIndex
    case "'", "\"", "`": return endOfQuotes(at: start, first)
    case "[": return self[start...].firstIndex(of: "]").map(index(after:)) ?? endIndex
    case "-" where self[start...].hasPrefix("--"):
      return self[start...].firstIndex(where: \.isNewline) ?? endIndex
    case "/" where self[start...].hasPrefix("/*"): return endOfComment(at: start)
    case _ where first.isLetter || first.isNumber || first == "_":
      return self[start...].firstIndex { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
        ?? endIndex
    default: return index(after: start)
    }
  }

  /// Two quotes within stand for one.
  private func endOfQuotes(at start: Index, _ quote: Character) -> Index {
    var index = index(after: start)
    while let end = self[index...].firstIndex(of: quote) {
      index = self.index(after: end)
      guard index < endIndex, self[index] == quote else { return index }
      index = self.index(after: index)
    }
    return endIndex
  }

  private func endOfComment(at start: Index) -> Index {
    var star = index(start, offsetBy: 2)
    while let found = self[star...].firstIndex(of: "*") {
      star = index(after: found)
      if star < endIndex, self[star] == "/" { return index(after: star) }
    }
    return endIndex
  }
}
