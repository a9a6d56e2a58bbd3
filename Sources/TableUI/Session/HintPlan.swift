import Terminal

/// What the status line may name of a table of commands, prepared once: each frame only asks what works now.
///
/// *Measured:* searching the table in each frame was 6 % of a line scrolled.
struct HintPlan {
  /// A command with a word for the status line.
  struct Entry {
    let command: Command
    let keys: [Key]
  }

  /// A key of it.
  struct Key {
    let hint: StatusHint
    /// The commands that get the key where they work.
    let rivals: [Command]
  }

  /// Held, so that no other commands can take the place of these in memory.
  let commands: CommandTable
  private let entries: [Entry]

  init(_ commands: CommandTable, _ symbols: Symbols) {
    self.commands = commands
    entries = commands.hints(symbols)
  }

  /// What works now, each with the first key that leads there.
  var hints: [StatusHint] {
    var hints: [StatusHint] = []
    for index in entries.indices where entries[index].command.isEnabled() {
      let keys = entries[index].keys
      if let key = keys.first(where: { !$0.rivals.contains { $0.isEnabled() } }) {
        hints.append(key.hint)
      }
    }
    return hints
  }
}
