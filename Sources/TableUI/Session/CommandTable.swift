import Terminal

/// The commands that a reader has: the first that an input matches gets it.
struct CommandTable {
  let commands: [Command]

  /// What an input does after what was typed; nil where nobody has it.
  ///
  /// A number before a command that has no use for one changes nothing.
  func command(for input: Input, after typed: Typed) -> Command? {
    let command = commands.first { $0.matches(input, after: typed.prefix) }
    guard command == nil, case .number = typed else { return command }
    return commands.first { $0.matches(input) }
  }

  /// What a word does after `:`; nil where nobody has it.
  func command(called word: String) -> Command? {
    commands.first { $0.matches(word) }
  }

  /// What a number does after `:`.
  var goingToNumber: Command? { commands.first { $0.goesToNumber && $0.isEnabled() } }

  /// Whether a key does anything by itself now.
  func has(_ key: Key) -> Bool { commands.contains { $0.matches(.key(key)) } }

  /// The commands that work now and that are wanted, each with the keys that lead to it.
  func reachable(where isWanted: (Command) -> Bool = { _ in true }) -> [Command] {
    commands.indices.compactMap { index in
      isWanted(commands[index]) ? commands[index].reachable(behind: commands[..<index]) : nil
    }
  }
}
