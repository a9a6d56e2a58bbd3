extension Key {
  /// Creates the key for one ASCII byte outside a sequence.
  init(ascii byte: UInt8) {
    switch byte {
    case 0x00: self = .control(" ")
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1F: self = .control(Unicode.Scalar(byte | 0x40))
    default: self = .character(Unicode.Scalar(byte))
    }
  }

  /// Creates the key for a code point in a sequence; nil if the code point is unknown.
  ///
  /// `shifted` is the character of the key with Shift, if the terminal reports it. Otherwise Shift
  /// is combined only with letters, because layouts differ for other keys.
  init?(codePoint: Int, shifted: Int? = nil, modifiers: KeyModifiers) {
    guard let code = Code(codePoint: codePoint) else { return nil }
    self.init(code: code, modifiers: modifiers)
    guard case .character(let scalar) = code else { return }
    if modifiers.contains(.control) {
      self.code = .character(scalar.asciiLowercased)
    } else if modifiers.contains(.shift) {
      foldShift(of: scalar, into: shifted.flatMap(Code.init(codePoint:)))
    }
  }

  private mutating func foldShift(of scalar: Unicode.Scalar, into shifted: Code?) {
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    if case .character? = shifted, let shifted {
      code = shifted
    } else if scalar.properties.isLowercase, upper.count == 1, let letter = upper.first {
      code = .character(letter)
    } else if !scalar.properties.isUppercase {
      return
    }
    modifiers.remove(.shift)
  }
}

extension Key.Code {
  /// Creates the key for a code point; keys without a code point in Unicode have kitty's numbers.
  init?(codePoint: Int) {
    switch codePoint {
    case 8, 127: self = .backspace
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    // kitty numbers the keys without a character in the private use area.
    case 0xE000...0xF8FF: self.init(kittyNumber: codePoint)
    case 0x20...0x7E, 0xA0...:
      guard let value = UInt32(exactly: codePoint), let scalar = Unicode.Scalar(value) else {
        return nil
      }
      self = .character(scalar)
    default: return nil
    }
  }

  /// Creates the key for one of kitty's numbers; nil if the number is unknown.
  ///
  /// Source: the table of functional keys in kitty's keyboard protocol.
  private init?(kittyNumber number: Int) {
    let named: [Self] = [
      .escape, .enter, .tab, .backspace, .insert, .delete, .left, .right, .up, .down, .pageUp,
      .pageDown, .home, .end,
    ]
    let keypadSigns: [Self] = [
      .character("."), .character("/"), .character("*"), .character("-"), .character("+"), .enter,
      .character("="), .character(","),
    ]
    let keypadMoves: [Self] = [
      .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
    ]
    switch number {
    case 57344...57357: self = named[number - 57344]
    case 57364...57398: self = .function(number - 57363)
    case 57399...57408: self = .character(Unicode.Scalar(UInt8(0x30 + number - 57399)))
    case 57409...57416: self = keypadSigns[number - 57409]
    case 57417...57426: self = keypadMoves[number - 57417]
    default: return nil
    }
  }

  /// Creates the key for `CSI number ~`; nil if the number is unknown.
  ///
  /// Source: the VT220's editing and function keys with the additions of xterm and rxvt; the gaps
  /// in the numbers are those of the VT220.
  init?(tilde number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }

  /// Creates the key for a final letter after CSI or SS3; nil if the letter is unknown.
  init?(letter: Unicode.Scalar) {
    switch letter {
    case "A": self = .up
    case "B": self = .down
    case "C": self = .right
    case "D": self = .left
    case "F": self = .end
    case "H": self = .home
    case "P": self = .function(1)
    case "Q": self = .function(2)
    case "R": self = .function(3)
    case "S": self = .function(4)
    default: return nil
    }
  }

  /// Creates the arrow key for a lower-case letter, which rxvt sends; nil for any other letter.
  init?(rxvtLetter letter: Unicode.Scalar) {
    guard ("a"..."d").contains(letter) else { return nil }
    self.init(letter: Unicode.Scalar(UInt8(letter.value & 0x5F)))
  }
}
