enum SQLDialect {
  case sqlite, postgres
}

/// A token of a query: a word, a quoted name, a number, a string or a symbol, as defined by SQLite
/// (<https://www.sqlite.org/src/file/src/tokenize.c>) or PostgreSQL
/// (<https://www.postgresql.org/docs/current/sql-syntax-lexical.html>).
struct QueryWord {
  let text: Substring
  /// The number of enclosing parentheses.
  let depth: Int

  /// The tokens without comments and final semicolons.
  static func words(in sql: String, _ dialect: SQLDialect = .sqlite) -> [QueryWord] {
    let text = sql.utf8
    var (words, depth, index) = ([QueryWord](), 0, text.startIndex)
    while index < text.endIndex {
      let end = text.endOfToken(at: index, dialect)
      let first = text[index]
      if first == UInt8(ascii: ")") { depth = max(0, depth - 1) }
      if !text.isBlankOrComment(at: index) {
        words.append(QueryWord(text: sql[index..<end], depth: depth))
      }
      if first == UInt8(ascii: "(") { depth += 1 }
      index = end
    }
    while words.last?.text == ";" { words.removeLast() }
    return words
  }

  /// Whether the token is one of several keywords, given in upper case.
  func `is`(_ words: String...) -> Bool { words.contains(text.uppercased()) }

  /// The token as a name; nil for a symbol, a number, a string, or a keyword that denotes a value.
  var name: String? {
    guard let first = text.utf8.first else { return nil }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["): return unquoted
    case _ where !first.isInName || first.isDigit || first == UInt8(ascii: "$"): return nil
    case _ where self.is("NULL", "TRUE", "FALSE"): return nil
    default: return text.uppercased().hasPrefix("CURRENT_") ? nil : String(text)
    }
  }

  /// The name without its quotes; a doubled quote in it stands for one quote, except in brackets.
  private var unquoted: String? {
    guard text.utf8.count > 1, let quote = text.utf8.first else { return nil }
    let inner = Array(text.utf8.dropFirst().dropLast())
    guard quote != UInt8(ascii: "[") else { return String(decoding: inner, as: UTF8.self) }
    var (name, index) = ([UInt8](), 0)
    while index < inner.count {
      name.append(inner[index])
      index += inner[index] == quote ? 2 : 1
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Substring.UTF8View.Element {
  /// Whether the byte may be part of a name; to SQLite, every byte beyond ASCII is a letter.
  fileprivate var isInName: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80
      || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }
}

extension String.UTF8View {
  fileprivate func isBlankOrComment(at index: Index) -> Bool {
    self[index].isBlank || starts("--", at: index) || starts("/*", at: index)
  }

  /// The end of the token that begins at an index.
  fileprivate func endOfToken(at start: Index, _ dialect: SQLDialect) -> Index {
    let first = self[start]
    if dialect == .postgres, let end = endOfForm(at: start) { return end }
    switch first {
    case _ where first.isBlank: return end(from: start) { $0.isBlank }
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      return endOfQuotes(at: start, first)
    case UInt8(ascii: "["):
      return self[start...].firstIndex(of: UInt8(ascii: "]")).map(index(after:)) ?? endIndex
    case _ where starts("--", at: start): return end(from: start) { $0 != 0x0A }
    case _ where starts("/*", at: start): return endOfComment(at: start)
    case _ where first.isInName: return end(from: start) { $0.isInName }
    default: return index(after: start)
    }
  }

  /// The end of a token that PostgreSQL reads differently from SQLite; nil for other tokens.
  private func endOfForm(at start: Index) -> Index? {
    switch self[start] {
    case UInt8(ascii: "["), UInt8(ascii: "`"): index(after: start)
    case UInt8(ascii: "$"): endOfDollars(at: start)
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      starts("'", at: index(after: start)) ? endOfEscapes(at: index(after: start)) : nil
    case _ where starts("/*", at: start): endOfNestedComment(at: start)
    default: nil
    }
  }

  /// The end of `$tag$ … $tag$`; nil for a parameter such as `$1`.
  private func endOfDollars(at start: Index) -> Index? {
    let behind = index(after: start)
    guard
      let close = self[behind...].firstIndex(where: { !$0.isInName || $0 == UInt8(ascii: "$") }),
      self[close] == UInt8(ascii: "$"), !(self[behind].isDigit)
    else { return nil }
    let tag = self[start...close]
    var place = index(after: close)
    while place < endIndex {
      if self[place...].starts(with: tag) { return index(place, offsetBy: tag.count) }
      place = index(after: place)
    }
    return endIndex
  }

  /// The end of a string with backslash escapes.
  private func endOfEscapes(at start: Index) -> Index {
    var place = index(after: start)
    while place < endIndex {
      let byte = self[place]
      place = index(after: place)
      if byte == UInt8(ascii: "\\"), place < endIndex { place = index(after: place) }
      if byte == UInt8(ascii: "'") {
        guard place < endIndex, self[place] == UInt8(ascii: "'") else { return place }
        place = index(after: place)
      }
    }
    return endIndex
  }

  /// The end of a comment, which may contain other comments.
  private func endOfNestedComment(at start: Index) -> Index {
    var (place, depth) = (start, 0)
    while place < endIndex {
      if starts("/*", at: place) {
        depth += 1
        place = index(place, offsetBy: 2)
      } else if starts("*/", at: place) {
        depth -= 1
        place = index(place, offsetBy: 2)
        if depth == 0 { return place }
      } else {
        place = index(after: place)
      }
    }
    return endIndex
  }

  private func starts(_ text: String, at index: Index) -> Bool {
    self[index...].starts(with: text.utf8)
  }

  private func end(from start: Index, while holds: (UInt8) -> Bool) -> Index {
    self[start...].firstIndex { !holds($0) } ?? endIndex
  }

  /// The end of a quoted token, in which a doubled quote stands for one quote.
  private func endOfQuotes(at start: Index, _ quote: UInt8) -> Index {
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
    while let found = self[star...].firstIndex(of: UInt8(ascii: "*")) {
      star = index(after: found)
      if star < endIndex, self[star] == UInt8(ascii: "/") { return index(after: star) }
    }
    return endIndex
  }
}
