import Terminal

/// The commands that a reader has: the first that has a key gets it.
///
/// It is made and searched for each key and each frame, so nothing is joined or copied: the commands stay
/// in the two arrays that they come in, and are looked at by index.
struct CommandTable {
  /// Those of the controller in front, which come first.
  private let front: ArraySlice<Command>
  /// The session's own.
  private let own: ArraySlice<Command>

  /// - Parameters:
  ///   - front: those of the controller in front, which come first.
  ///   - own: the session's own.
  init(front: [Command], own: [Command]) { self.init(front[...], own[...]) }

  private init(_ front: ArraySlice<Command>, _ own: ArraySlice<Command>) {
    (self.front, self.own) = (front, own)
  }

  /// What a key does after what was typed; nil where no command has it.
  ///
  /// A number before a command that has no use for one changes nothing.
  func command(for key: Key, after typed: PendingPrefix) -> Command? {
    let command = first { $0.matches(key, after: typed.prefix) }
    guard command == nil, case .number = typed else { return command }
    return first { $0.matches(key) }
  }

  /// What a turn of the wheel does; nil where no command has it.
  func command(for mouse: MouseEvent.Kind) -> Command? { first { $0.matches(mouse) } }

  /// What a word does after `:`; nil where no command has it.
  func command(called word: String) -> Command? { first { $0.matches(word) } }

  /// What a number does after `:`.
  var goingToNumber: Command? { first { $0.goesToNumber && $0.isEnabled() } }

  /// Whether a key does anything now, by itself or after what was typed.
  func has(_ key: Key, after prefix: Prefix = .none) -> Bool {
    first { $0.matches(key, after: prefix) } != nil
  }

  /// Whether a key is the beginning of something, and not a command by itself before that.
  ///
  /// A 0 that does something by itself begins no number.
  func begins(with key: Key) -> Bool {
    if key.digit == 0, has(key) { return false }
    return first { $0.matches(key) || $0.begins(with: key) }?.begins(with: key) ?? false
  }

  /// The commands that work now, each with the keys that lead to it.
  var reachable: [Command] { all { $0.reachable(behind: $1) } }

  /// What the status line may name of what works now: a word, and the first key that leads there.
  func hints(_ symbols: Symbols) -> [StatusHint] {
    all(where: { $0.hint != nil }) { command, others in
      guard let hint = command.hint, let key = command.firstKey(behind: others) else { return nil }
      return StatusHint(key, hint, priority: command.hintPriority, symbols)
    }
  }

  /// Something of each command that is wanted, which is told of those before it.
  private func all<Part>(
    where isWanted: (Command) -> Bool = { _ in true },
    _ part: (Command, _ others: CommandTable) -> Part?
  ) -> [Part] {
    var parts: [Part] = []
    for index in front.indices where isWanted(front[index]) {
      if let part = part(front[index], CommandTable(front[..<index], [])) { parts.append(part) }
    }
    for index in own.indices where isWanted(own[index]) {
      if let part = part(own[index], CommandTable(front, own[..<index])) { parts.append(part) }
    }
    return parts
  }

  private func first(where isWanted: (Command) -> Bool) -> Command? {
    for index in front.indices where isWanted(front[index]) { return front[index] }
    for index in own.indices where isWanted(own[index]) { return own[index] }
    return nil
  }
}
