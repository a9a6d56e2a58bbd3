extension MouseEvent {
  /// Creates the event of an SGR mouse report, `CSI < code ; column ; line M` or `m`.
  ///
  /// Source: xterm's control sequences, "Extended coordinates". Nil if the report makes no sense.
  init?(report: SequenceParameters, isRelease: Bool) {
    guard report.fields.count == 3,
      let code = report[0], let column = report[1], let line = report[2],
      column >= 1, line >= 1, let kind = Kind(code: code, isRelease: isRelease)
    else { return nil }
    self.init(
      kind: kind, column: column - 1, line: line - 1, modifiers: KeyModifiers(mouseCode: code))
  }
}

extension MouseEvent.Kind {
  /// Bits 0, 1, 6 and 7 number the button, bit 5 marks motion; a wheel has no release.
  fileprivate init?(code: Int, isRelease: Bool) {
    guard code < 256 else { return nil }
    guard code & 32 == 0 else {
      self = .move
      return
    }
    switch code & 0b1100_0011 {
    case 0: self = isRelease ? .release(.left) : .press(.left)
    case 1: self = isRelease ? .release(.middle) : .press(.middle)
    case 2: self = isRelease ? .release(.right) : .press(.right)
    case 64 where !isRelease: self = .wheelUp
    case 65 where !isRelease: self = .wheelDown
    case 66 where !isRelease: self = .wheelLeft
    case 67 where !isRelease: self = .wheelRight
    case let further where further & 0b1100_0000 == 128:
      let button = MouseEvent.Button.other(8 + (further & 3))
      self = isRelease ? .release(button) : .press(button)
    default: return nil
    }
  }
}

extension KeyModifiers {
  /// The modifiers in a mouse report's first number, which weighs them unlike a key's.
  fileprivate init(mouseCode code: Int) {
    self = []
    if code & 4 != 0 { insert(.shift) }
    if code & 8 != 0 { insert(.alt) }
    if code & 16 != 0 { insert(.control) }
  }
}
