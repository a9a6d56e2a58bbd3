extension KeyDecoder {
  /// The length of a string, in bytes, after which any control character ends it.
  static let stringLimit = 4096

  private static let bell: UInt8 = 0x07
  private static let cancel: UInt8 = 0x18
  private static let substitute: UInt8 = 0x1A
  private static let escape: UInt8 = 0x1B

  /// Decodes one byte.
  mutating func decode(_ byte: UInt8, into inputs: inout [Input]) {
    switch state {
    case .paste:
      decodeInPaste(byte, into: &inputs)
    case .escape(let isDoubled):
      decodeAfterEscape(byte, isDoubled: isDoubled, into: &inputs)
    case .stringEscape:
      decodeAfterStringEscape(byte, into: &inputs)
    case .string(let length):
      decodeInString(byte, length: length)
    case .ground:
      decodeCharacter(byte, modifiers: [], into: &inputs)
    case .scalar(let scalar, let modifiers):
      decode(byte, in: scalar, modifiers: modifiers, into: &inputs)
    case .sequence, .functionLetter, .mouseBytes:
      decodeInSequence(byte, into: &inputs)
    }
  }

  private mutating func decodeCharacter(
    _ byte: UInt8, modifiers: KeyModifiers, into inputs: inout [Input]
  ) {
    state = .ground
    if byte == Self.escape {
      state = .escape(isDoubled: false)
    } else if byte < 0x80 {
      let key = Key(ascii: byte)
      inputs.append(.key(Key(code: key.code, modifiers: key.modifiers.union(modifiers))))
    } else if let scalar = PartialScalar(lead: byte) {
      state = .scalar(scalar, modifiers: modifiers)
    }
  }

  private mutating func decode(
    _ byte: UInt8, in partial: PartialScalar, modifiers: KeyModifiers, into inputs: inout [Input]
  ) {
    var partial = partial
    switch partial.append(byte) {
    case .incomplete:
      state = .scalar(partial, modifiers: modifiers)
    case .invalid:
      decodeCharacter(byte, modifiers: [], into: &inputs)
    case .complete(let scalar):
      state = .ground
      // No key produces U+0080 to U+009F, which are control characters.
      guard scalar.value >= 0xA0 else { return }
      inputs.append(.key(Key(code: .character(scalar), modifiers: modifiers)))
    }
  }

  /// Decodes the byte after ESC; a second ESC may be Alt before a sequence, so it is not a key yet.
  private mutating func decodeAfterEscape(
    _ byte: UInt8, isDoubled: Bool, into inputs: inout [Input]
  ) {
    switch byte {
    case UInt8(ascii: "["):
      sequence = ControlSequence(.csi, isAfterEscape: isDoubled)
      state = .sequence
      return
    case UInt8(ascii: "O"):
      sequence = ControlSequence(.ss3, isAfterEscape: isDoubled)
      state = .sequence
      return
    default:
      break
    }
    if isDoubled { inputs.append(.key(.escape)) }
    switch byte {
    case Self.escape:
      state = .escape(isDoubled: true)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string(length: 0)
    default:
      decodeCharacter(byte, modifiers: .alt, into: &inputs)
    }
  }

  // MARK: Sequences

  private mutating func decodeInSequence(_ byte: UInt8, into inputs: inout [Input]) {
    guard byte != Self.escape else {
      state = .escape(isDoubled: false)
      return
    }
    switch state {
    case .mouseBytes(let missing):
      state = missing > 1 ? .mouseBytes(missing: missing - 1) : .ground
    case _ where byte == Self.cancel || byte == Self.substitute:
      state = .ground
    case .functionLetter(let modifiers):
      decodeFunctionLetter(byte, modifiers: modifiers, into: &inputs)
    default:
      if sequence.append(byte) { finishSequence(into: &inputs) }
    }
  }

  private mutating func decodeFunctionLetter(
    _ byte: UInt8, modifiers: KeyModifiers, into inputs: inout [Input]
  ) {
    guard byte >= 0x20, byte != 0x7F else { return }
    state = .ground
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else { return }
    inputs.append(.key(Key(code: .function(Int(byte) - 0x40), modifiers: modifiers)))
  }

  private mutating func finishSequence(into inputs: inout [Input]) {
    let modifiers: KeyModifiers = sequence.isAfterEscape ? .alt : []
    state = .ground
    switch sequence.meaning {
    case .input(.key(let key)):
      inputs.append(.key(Key(code: key.code, modifiers: key.modifiers.union(modifiers))))
    case .functionLetter:
      state = .functionLetter(modifiers: modifiers)
    case .input(let input):
      appendEscapeBeforeSequence(to: &inputs)
      inputs.append(input)
    case .mouseBytes:
      appendEscapeBeforeSequence(to: &inputs)
      state = .mouseBytes(missing: 3)
    case .paste:
      appendEscapeBeforeSequence(to: &inputs)
      paste = PartialPaste()
      state = .paste
    case nil:
      break
    }
  }

  /// Appends the ESC before a sequence that cannot have Alt, because that ESC was a separate key.
  private func appendEscapeBeforeSequence(to inputs: inout [Input]) {
    if sequence.isAfterEscape { inputs.append(.key(.escape)) }
  }

  // MARK: Strings and pastes

  private mutating func decodeInString(_ byte: UInt8, length: Int) {
    let isControl = byte < 0x20 || byte == 0x7F
    switch byte {
    case Self.escape:
      state = .stringEscape
    case Self.bell, Self.cancel, Self.substitute:
      state = .ground
    case _ where length >= Self.stringLimit && isControl:
      state = .ground
    default:
      state = .string(length: min(length + 1, Self.stringLimit))
    }
  }

  private mutating func decodeAfterStringEscape(_ byte: UInt8, into inputs: inout [Input]) {
    switch byte {
    case UInt8(ascii: "\\"): state = .ground
    // If there are several escapes, the last one counts.
    case Self.escape: break
    default: decodeAfterEscape(byte, isDoubled: false, into: &inputs)
    }
  }

  private mutating func decodeInPaste(_ byte: UInt8, into inputs: inout [Input]) {
    guard paste.append(byte) else { return }
    inputs.append(.paste(paste.text, isCut: paste.isTruncated))
    paste = PartialPaste()
    state = .ground
  }
}
