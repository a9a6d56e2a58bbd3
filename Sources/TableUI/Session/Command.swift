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
  /// What is typed before the key.
  public private(set) var prefix = Prefix.none
  /// Whether a number typed before its keys is how often it is done.
  public let takesCount: Bool
  /// The turn of the wheel that does it.
  public let wheel: MouseEvent.Kind?
  /// Whether it can be done now; where not, the key is free for what lies behind.
  public let isEnabled: () -> Bool
  private let action: (_ number: Int) -> Void

  /// More than there is to go over, and few enough to count the lines of so many pages.
  private static let mostTimes = 1_000_000_000

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
    (takesCount, wheel) = (false, nil)
    self.action = { _ in action() }
  }

  /// Creates a command of keys after a prefix, such as `5G` or `''`.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - prefix: what is typed before the key.
  ///   - keys: what does it then.
  ///   - isEnabled: asked for each key and each frame; it should cost next to nothing.
  ///   - action: does it, on the main actor, told the number, or 1 where none belongs to it.
  public init(
    _ title: String, after prefix: Prefix, keys: [Key],
    isEnabled: @escaping () -> Bool = { true }, action: @escaping (_ number: Int) -> Void
  ) {
    self.title = title
    self.prefix = prefix
    self.keys = keys
    hint = nil
    self.isEnabled = isEnabled
    (takesCount, wheel) = (false, nil)
    self.action = action
  }

  /// Creates a command of keys and the wheel; its action is told the lines: 1 for a key or the number
  /// typed before it, 3 for a turn of the wheel.
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
    (takesCount, self.wheel) = (true, wheel)
    isEnabled = { true }
    self.action = action
  }

  /// Creates a command of keys that is done as often as a number typed before them says: `5j`.
  ///
  /// - Parameters:
  ///   - title: what the help says of it, in lower case.
  ///   - keys: what does it.
  ///   - action: does it, on the main actor, so many times; 1 where no number was typed.
  public init(_ title: String, keys: [Key], times action: @escaping (_ times: Int) -> Void) {
    self.title = title
    self.keys = keys
    hint = nil
    (takesCount, wheel) = (true, nil)
    isEnabled = { true }
    self.action = action
  }

  /// The command as far as a reader can reach it, or nil: it can be done now, and not all its keys
  /// belong to commands before it that can be done, too.
  func reachable(behind others: ArraySlice<Command>) -> Command? {
    guard isEnabled() else { return nil }
    var command = self
    command.keys = []
    for key in keys where !isTaken(key, by: others) { command.keys.append(key) }
    return command.keys.isEmpty && wheel == nil ? nil : command
  }

  private func isTaken(_ key: Key, by others: ArraySlice<Command>) -> Bool {
    for other in others.indices where others[other].prefix == prefix {
      if others[other].keys.contains(key), others[other].isEnabled() { return true }
    }
    return false
  }

  /// Whether a key may be the beginning of it.
  func begins(with key: Key) -> Bool {
    (prefix.begins(with: key) || takesCount && key.digit != nil) && isEnabled()
  }

  /// Does it if an input is one of its own, and says whether it was.
  ///
  /// - Parameters:
  ///   - prefix: what was typed before.
  ///   - number: the number typed before, or 1.
  func performs(_ input: Input, after prefix: Prefix = .none, number: Int = 1) -> Bool {
    switch input {
    case .key(let key) where prefix == self.prefix && keys.contains(key) && isEnabled():
      action(takesCount ? min(max(1, number), Self.mostTimes) : number)
    case .mouse(let mouse) where wheel != nil && mouse.kind == wheel: action(3)
    default: return false
    }
    return true
  }
}
