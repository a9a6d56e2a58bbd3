extension ControlSequence {
  /// The meaning of a complete sequence.
  enum Meaning {
    case input(Input)
    /// The letter of a function key follows: `CSI [ A` on the Linux console.
    case functionLetter
    /// Three bytes of an old mouse report follow.
    case mouseBytes
    /// A paste follows.
    case paste
  }

  /// The meaning of the sequence; nil if it is unknown or invalid, and therefore dropped.
  var meaning: Meaning? {
    guard !isSpoiled, let final, let parameters = SequenceParameters(body) else { return nil }
    switch (introducer, parameters.marker, parameters.intermediates) {
    case (.ss3, nil, []):
      return parameters.keyAfterSS3(final: final).map { .input(.key($0)) }
    case (.csi, nil, []):
      return parameters.unmarkedMeaning(final: final)
    case (.csi, "<", []) where final == "M" || final == "m":
      return MouseEvent(report: parameters, isRelease: final == "m").map { .input(.mouse($0)) }
    case (.csi, "?", [0x24]) where final == "y" && parameters.fields.count == 2:
      guard let number = parameters[0], let state = parameters[1] else { return nil }
      return .input(.reply(.mode(number: number, state: state)))
    case (.csi, "?", []) where final == "c":
      return .input(.reply(.attributes))
    default:
      return nil
    }
  }
}

extension SequenceParameters {
  fileprivate func unmarkedMeaning(final: Unicode.Scalar) -> ControlSequence.Meaning? {
    switch final {
    case "[" where fields.isEmpty: .functionLetter
    case "M" where fields.isEmpty: .mouseBytes
    case "I" where fields.isEmpty: .input(.focus(true))
    case "O" where fields.isEmpty: .input(.focus(false))
    case "~" where fields.count == 1 && self[0] == 200: .paste
    case "R" where isPlace: .input(.reply(.cursor(line: self[0] ?? 1, column: self[1] ?? 1)))
    default: key(final: final).map { .input(.key($0)) }
    }
  }

  /// Whether the parameters are a cursor position and not those of a key; a sequence of the key F3
  /// has the number 1 before its modifiers.
  private var isPlace: Bool {
    fields.count == 2 && fields.allSatisfy { $0.count == 1 } && (self[0] ?? 1) > 1
      && (self[1] ?? 0) > 0
  }

  private func key(final: Unicode.Scalar) -> Key? {
    switch final {
    case "~" where self[0] == 27 && fields.count == 3: modifiedOtherKey
    case "~" where fields.count <= 2: numberedKey(adding: modifiers(inField: 1))
    case "^" where fields.count == 1: numberedKey(adding: .control)
    case "$" where fields.count == 1: numberedKey(adding: .shift)
    case "@" where fields.count == 1: numberedKey(adding: [.control, .shift])
    case "u" where fields.count <= 3: codePointKey
    case "a"..."d" where fields.isEmpty:
      Key.Code(rxvtLetter: final).map { Key(code: $0, modifiers: .shift) }
    case "Z": letteredKey(.tab, adding: .shift)
    // `CSI line ; column R` is also the answer to a query for the cursor position. This library
    // never sends that query while the cursor is on line 1, and F3 without modifiers has no
    // numbers, so only line 1 with a modifier is a key.
    case "R" where fields.count == 1 || (fields.count == 2 && (self[1] ?? 1) < 2): nil
    default: Key.Code(letter: final).flatMap { letteredKey($0) }
    }
  }

  /// The key of `CSI number ~` and similar sequences.
  private func numberedKey(adding modifiers: KeyModifiers?) -> Key? {
    guard let modifiers, let number = self[0], let code = Key.Code(tilde: number) else {
      return nil
    }
    return Key(code: code, modifiers: modifiers)
  }

  /// The key of `CSI A`, `CSI 1 ; modifiers A`, or `CSI modifiers A`, which old versions of xterm
  /// send.
  private func letteredKey(_ code: Key.Code, adding extra: KeyModifiers = []) -> Key? {
    let isPlain = fields.count < 2 || (fields.count == 2 && (self[0] ?? 1) <= 1)
    guard isPlain, let held = modifiers(inField: fields.count - 1) else { return nil }
    return Key(code: code, modifiers: held.union(extra))
  }

  /// The key of `CSI code : shifted ; modifiers : event u`.
  private var codePointKey: Key? {
    guard let code = self[0], let held = modifiers(inField: 1) else { return nil }
    return Key(codePoint: code, shifted: self[0, 1], modifiers: held)
  }

  /// The key of xterm's modifyOtherKeys, `CSI 27 ; modifiers ; code ~`.
  ///
  /// Unlike kitty, xterm reports the character that already includes Shift.
  private var modifiedOtherKey: Key? {
    guard let code = self[2], let held = modifiers(inField: 1) else { return nil }
    return Key(codePoint: code, shifted: code > 0x20 ? code : nil, modifiers: held)
  }

  /// The key of `SS3 A` and similar sequences.
  ///
  /// Source: the VT100's application keypad for `j` to `y`, each of which is 0x40 above its
  /// character; rxvt for `a` to `d`.
  fileprivate func keyAfterSS3(final: Unicode.Scalar) -> Key? {
    guard fields.count <= 2 else { return nil }
    switch final {
    case "M": return letteredKey(.enter)
    case "I": return letteredKey(.tab)
    case "X": return letteredKey(.character("="))
    case "j"..."y": return letteredKey(.character(Unicode.Scalar(UInt8(final.value - 0x40))))
    case "a"..."d": return Key.Code(rxvtLetter: final).map { Key(code: $0, modifiers: .control) }
    default: return Key.Code(letter: final).flatMap { letteredKey($0) }
    }
  }
}
