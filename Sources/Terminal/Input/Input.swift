/// An input from the terminal.
public enum Input: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// Text was pasted.
  ///
  /// Pasted text is data and is never executed. It is not made safe, so it may contain control
  /// characters. Text beyond 4096 bytes is cut off, and `isCut` is then true; invalid UTF-8 is
  /// replaced by U+FFFD.
  case paste(String, isCut: Bool = false)
  /// The terminal has gained the focus (true) or lost it.
  case focus(Bool)
  /// The terminal has answered a query.
  case reply(TerminalReply)
}

/// An answer from the terminal that a program can use.
///
/// It is input from outside and may be forged. Answers of other kinds are ignored.
public enum TerminalReply: Hashable, Sendable {
  /// The state of a private mode: 0 is unknown, 1 set, 2 reset, 3 always set, 4 never set.
  ///
  /// Source: DECRPM, `CSI ? number ; state $ y`, in the VT510 manual.
  case mode(number: Int, state: Int)
  /// The position of the cursor, counted from 1; never on line 1, where the same bytes are a key.
  ///
  /// Source: CPR, `CSI line ; column R`, in ECMA-48 8.3.14. F3 with modifiers is `CSI 1 ; modifiers
  /// R`.
  case cursor(line: Int, column: Int)
  /// The terminal's attributes, which nearly every terminal reports; their values are omitted.
  ///
  /// Source: DA1, `CSI ? … c`, in the VT510 manual.
  case attributes
}

/// A mouse event.
public struct MouseEvent: Hashable, Sendable {
  /// Whether the event is in a part of the screen that did not have the keyboard focus.
  ///
  /// A click there moves the focus, and does not activate anything.
  public var movesFocus = false
  /// A mouse button.
  public enum Button: Hashable, Sendable {
    /// The left button.
    case left
    /// The middle button.
    case middle
    /// The right button.
    case right
    /// Another button by its number in X11, 8 to 11.
    case other(Int)
  }

  /// The kind of a mouse event.
  public enum Kind: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button went up.
    case release(Button)
    /// The wheel turned one step away from the user.
    case wheelUp
    /// The wheel turned one step toward the user.
    case wheelDown
    /// The wheel turned or tilted one step to the left.
    case wheelLeft
    /// The wheel turned or tilted one step to the right.
    case wheelRight
    /// The mouse moved, with or without a button held.
    case move
  }

  /// The kind of the event.
  public var kind: Kind
  /// The column under the pointer, zero-based; it may lie outside the screen.
  public var column: Int
  /// The line under the pointer, zero-based; it may lie outside the screen.
  public var line: Int
  /// The modifiers held during the event.
  public var modifiers: KeyModifiers

  /// Creates an event at a zero-based position.
  public init(kind: Kind, column: Int, line: Int, modifiers: KeyModifiers = []) {
    self.kind = kind
    self.column = column
    self.line = line
    self.modifiers = modifiers
  }
}

extension MouseEvent {
  /// Creates the event of an SGR mouse report, `CSI < code ; column ; line M` or `m`.
  ///
  /// Source: xterm's control sequences, "Extended coordinates". The result is nil for an invalid
  /// report.
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
  /// Creates the kind from the code in a report; nil if the code is unknown.
  ///
  /// Bits 0, 1, 6 and 7 are the button number, and bit 5 marks motion; a wheel has no release.
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
  /// Creates the modifiers from the first number of a mouse report, whose bits differ from those of
  /// a key.
  fileprivate init(mouseCode code: Int) {
    self = []
    if code & 4 != 0 { insert(.shift) }
    if code & 8 != 0 { insert(.alt) }
    if code & 16 != 0 { insert(.control) }
  }
}
