import Terminal

/// The commands of a table that one key may lead to, in their order: kept, because a key that is held comes again.
///
/// *Measured:* a look at each of a text's commands took a fifteenth of the memory that a key touches.
struct KeyPlan {
  /// Held, so that no other commands can take the place of these in memory.
  private let commands: CommandTable
  private let key: Key
  /// Those that have the key or begin with it, whether they work now or not.
  let candidates: CommandTable

  init(_ key: Key, of commands: CommandTable) {
    (self.key, self.commands) = (key, commands)
    candidates = commands.candidates(for: key)
  }

  /// Whether it is about a key of a table.
  func fits(_ key: Key, of commands: CommandTable) -> Bool {
    key == self.key && commands.isSame(as: self.commands)
  }
}
