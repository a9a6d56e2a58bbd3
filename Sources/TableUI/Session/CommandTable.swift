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

  /// Does what a line says after `:`; says whether a command has it.
  func perform(line: String) -> Bool { first { $0.perform(line: line) } != nil }

  /// What a line after `:` may become, by the first command that has it.
  func completions(of line: String) -> [Prompt.Completion] {
    var completions: [Prompt.Completion]?
    _ = first {
      completions = $0.completions(of: line)
      return completions != nil
    }
    return completions ?? []
  }

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

  /// The same, and those that cannot be done now, with all their keys.
  var listed: [Command] { all { $0.isEnabled() ? $0.reachable(behind: $1) : $0 } }

  /// What the status line may name: a word, and the keys that lead there, each with the commands before it
  /// that have the key, too.
  ///
  /// Cost: each of their keys against those of all commands; `HintPlan` asks once for many frames.
  func hints(_ symbols: Symbols) -> [HintPlan.Entry] {
    all { command, others in
      guard let word = command.hint else { return nil }
      let keys = command.keys.map { key in
        HintPlan.Key(
          hint: StatusHint(key, word, priority: command.hintPriority, symbols),
          rivals: others.rivals(for: key, after: command.prefix))
      }
      return HintPlan.Entry(command: command, keys: keys)
    }
  }

  private func rivals(for key: Key, after prefix: Prefix) -> [Command] {
    front.filter { $0.has(key, after: prefix) } + own.filter { $0.has(key, after: prefix) }
  }

  /// Those that a key may lead to, in their order.
  func candidates(for key: Key) -> CommandTable {
    CommandTable(
      front: front.filter { $0.mayTake(key) }, own: own.filter { $0.mayTake(key) })
  }

  /// Whether it is made of the very same arrays, which cannot have changed as long as both are held.
  func isSame(as other: CommandTable) -> Bool {
    front.isSame(as: other.front) && own.isSame(as: other.own)
  }

  /// Something of each command, which is told of those before it.
  private func all<Part>(_ part: (Command, _ others: CommandTable) -> Part?) -> [Part] {
    front.indices.compactMap { part(front[$0], CommandTable(front[..<$0], [])) }
      + own.indices.compactMap { part(own[$0], CommandTable(front, own[..<$0])) }
  }

  private func first(where isWanted: (Command) -> Bool) -> Command? {
    for index in front.indices where isWanted(front[index]) { return front[index] }
    for index in own.indices where isWanted(own[index]) { return own[index] }
    return nil
  }
}

extension ArraySlice {
  /// Whether both are the same memory.
  func isSame(as other: ArraySlice) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { ($0.baseAddress, $0.count) == (mine.baseAddress, mine.count) }
    }
  }
}

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
