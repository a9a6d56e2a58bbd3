public import Terminal

/// Something a reader can do: its keys, its words in the help and what it does, declared as one, so
/// that the help cannot lie.
public struct Command {
  /// What the help says of it.
  public let title: String
  /// The keys that do it.
  public private(set) var keys: [Key]
  /// A word for the status line, if it matters there; shown with its first key.
  public let hint: String?
  /// The turn of the wheel that does it.
  public let wheel: MouseEvent.Kind?
  /// Whether it can be done now; where not, the key is free for what lies behind.
  public let isEnabled: () -> Bool
  private let action: (_ lines: Int) -> Void

  /// Creates a command of keys.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - keys: what does it; the first is shown with the hint.
  ///   - hint: a word for the status line, if it matters there.
  ///   - isEnabled: asked for each key and each frame; it should cost next to nothing.
  ///   - action: does it, on the main actor; a frame follows.
  public init(
    _ title: String, keys: [Key], hint: String? = nil, isEnabled: @escaping () -> Bool = { true },
    action: @escaping () -> Void
  ) {
    self.title = title
    self.keys = keys
    self.hint = hint
    self.isEnabled = isEnabled
    wheel = nil
    self.action = { _ in action() }
  }

  /// Creates a command of keys and the wheel; its action is told the lines: 1 for a key, 3 for a
  /// turn of the wheel.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - keys: what does it.
  ///   - wheel: the turn that does it; reported where the screen reports the mouse.
  ///   - action: does it, on the main actor, by so many lines.
  public init(
    _ title: String, keys: [Key], wheel: MouseEvent.Kind, action: @escaping (_ lines: Int) -> Void
  ) {
    self.title = title
    self.keys = keys
    hint = nil
    self.wheel = wheel
    isEnabled = { true }
    self.action = action
  }

  /// The command as far as a reader can reach it, or nil: it can be done now, and not all its keys
  /// belong to commands before it.
  func reachable(besides taken: Set<Key>) -> Command? {
    guard isEnabled() else { return nil }
    var command = self
    command.keys.removeAll(where: taken.contains)
    return command.keys.isEmpty && wheel == nil ? nil : command
  }

  /// Does it if an input is one of its own, and says whether it was.
  func performs(_ input: Input) -> Bool {
    switch input {
    case .key(let key) where keys.contains(key) && isEnabled(): action(1)
    case .mouse(let mouse) where wheel != nil && mouse.kind == wheel: action(3)
    default: return false
    }
    return true
  }
}
