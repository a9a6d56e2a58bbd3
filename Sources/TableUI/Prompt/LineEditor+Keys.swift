public import Terminal

/// The keys of a line: those of readline in emacs mode.
nonisolated extension LineEditor {
  /// Handles typed or pasted input.
  ///
  /// Line ends and tabs within a paste become blanks, and line ends at its end are dropped. Other
  /// control characters become their pictures or U+FFFD, so that the terminal executes none of
  /// them.
  public mutating func handle(_ input: Input) -> Outcome {
    switch input {
    case .key(let key): return handle(key)
    case .paste(let text, let isCut):
      _ = endKilling()
      return insert(text.harmless) && !isCut ? .edited : .cut
    case .mouse, .focus, .reply: return .edited
    }
  }

  private mutating func handle(_ key: Key) -> Outcome {
    let joining = endKilling()
    switch key {
    case .enter: return .entered
    case .escape, "^C", "^G": return .cancelled
    case .backspace where characters.isEmpty, "^H" where characters.isEmpty,
      "^D" where characters.isEmpty:
      return .cancelled
    case "^Y": return yank() ? .edited : .cut
    default: break
    }
    if edit(key) || move(key) || kill(key, joining: joining) { return .edited }
    guard case .character(let scalar) = key.code, key.modifiers.isSubset(of: .shift) else {
      return .unknown(key)
    }
    return insert(String(Character(scalar)).harmless) ? .edited : .cut
  }

  private mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .backspace, "^H": remove(max(0, cursor - 1)..<cursor)
    case .delete, "^D": remove(cursor..<min(cursor + 1, characters.count))
    case "^T": transpose()
    case .up, "^P": recall(by: -1)
    case .down, "^N": recall(by: 1)
    default: return false
    }
    return true
  }

  private mutating func move(_ key: Key) -> Bool {
    switch key {
    case .home, "^A": move(to: 0)
    case .end, "^E": move(to: characters.count)
    case .left, "^B": move(to: cursor - 1)
    case .right, "^F": move(to: cursor + 1)
    case .alt("b"), .left.adding(.control), .left.adding(.alt):
      move(to: startOfWord(\.isWordPart))
    case .alt("f"), .right.adding(.control), .right.adding(.alt): move(to: endOfWord)
    default: return false
    }
    return true
  }

  private mutating func kill(_ key: Key, joining: Bool) -> Bool {
    switch key {
    case "^U": kill(0..<cursor, joining: joining)
    case "^K": kill(cursor..<characters.count, joining: joining)
    case "^W": kill(startOfWord { !$0.isWhitespace }..<cursor, joining: joining)
    case .backspace.adding(.alt): kill(startOfWord(\.isWordPart)..<cursor, joining: joining)
    case .alt("d"): kill(cursor..<endOfWord, joining: joining)
    default: return false
    }
    return true
  }
}

nonisolated extension Key {
  fileprivate func adding(_ modifiers: KeyModifiers) -> Key {
    Key(code: code, modifiers: self.modifiers.union(modifiers))
  }
}

nonisolated extension String {
  /// The text in a form that fits into one line.
  fileprivate var harmless: String {
    var line = self[...]
    while line.last?.isNewline == true { line.removeLast() }
    var text = String.UnicodeScalarView()
    for character in line {
      if character.isNewline || character == "\t" {
        text.append(" ")
      } else {
        text.append(contentsOf: character.unicodeScalars.map(\.harmless))
      }
    }
    return String(text)
  }
}

nonisolated extension Unicode.Scalar {
  /// The picture of a control character, U+FFFD for one without a picture, or any other scalar
  /// unchanged.
  fileprivate var harmless: Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? self
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: self
    }
  }
}
