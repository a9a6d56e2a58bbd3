import Terminal

/// The commands that a reader has: the first that has a key gets it.
///
/// It is made and searched for each key and each frame, so nothing is joined or copied: the commands stay
/// in the two arrays that they come in, and are looked at by index.
struct CommandTable {
  /// Those of the controller in front, which come first.
  let front: [Command]
  /// The session's own.
  let own: [Command]

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

  /// Whether a key does anything by itself now.
  func has(_ key: Key) -> Bool { first { $0.matches(key) } != nil }

  /// Whether a key is the beginning of something, and not a command by itself before that.
  ///
  /// A 0 that does something by itself begins no number.
  func begins(with key: Key) -> Bool {
    if key.digit == 0, has(key) { return false }
    return first { $0.matches(key) || $0.begins(with: key) }?.begins(with: key) ?? false
  }

  /// The commands that work now and that are wanted, each with the keys that lead to it.
  func reachable(where isWanted: (Command) -> Bool = { _ in true }) -> [Command] {
    var found: [Command] = []
    for index in front.indices where isWanted(front[index]) {
      if let command = front[index].reachable(behind: [front[..<index]]) { found.append(command) }
    }
    for index in own.indices where isWanted(own[index]) {
      if let command = own[index].reachable(behind: [front[...], own[..<index]]) {
        found.append(command)
      }
    }
    return found
  }

  private func first(where isWanted: (Command) -> Bool) -> Command? {
    for index in front.indices where isWanted(front[index]) { return front[index] }
    for index in own.indices where isWanted(own[index]) { return own[index] }
    return nil
  }
}
