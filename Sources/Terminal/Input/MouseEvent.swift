/// One use of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// A mouse button.
  public enum Button: Hashable, Sendable {
    /// The left button.
    case left
    /// The middle button.
    case middle
    /// The right button.
    case right
    /// A further button by its number in X11, 8 to 11.
    case other(Int)
  }

  /// What was done with the mouse.
  public enum Kind: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button went up.
    case release(Button)
    /// The wheel turned one step away from the user.
    case wheelUp
    /// The wheel turned one step towards the user.
    case wheelDown
    /// The wheel turned or tilted one step to the left.
    case wheelLeft
    /// The wheel turned or tilted one step to the right.
    case wheelRight
    /// The mouse moved, with or without a button held.
    case move
  }

  /// What was done.
  public var kind: Kind
  /// The column under the pointer, zero-based; it may lie outside the screen.
  public var column: Int
  /// The line under the pointer, zero-based; it may lie outside the screen.
  public var line: Int
  /// The modifiers held meanwhile.
  public var modifiers: KeyModifiers

  /// Creates an event at a zero-based place.
  public init(kind: Kind, column: Int, line: Int, modifiers: KeyModifiers = []) {
    self.kind = kind
    self.column = column
    self.line = line
    self.modifiers = modifiers
  }
}
