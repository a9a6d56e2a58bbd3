import Terminal

/// The commands of the controller in front and of the session; if several available ones have the
/// same key, the first one gets it.
///
/// It is created and searched for each key and each frame, so nothing is joined or copied: the
/// commands stay in their two arrays, and are accessed by index.
struct CommandTable {
  /// The commands of the controller in front, which take precedence.
  private let front: ArraySlice<Command>
  /// The commands of the session.
  private let own: ArraySlice<Command>

  /// - Parameters:
  ///   - front: the commands of the controller in front, which take precedence.
  ///   - own: the commands of the session.
  init(front: [Command], own: [Command]) { self.init(front[...], own[...]) }

  private init(_ front: ArraySlice<Command>, _ own: ArraySlice<Command>) {
    (self.front, self.own) = (front, own)
  }

  /// The available command for a key after a prefix; nil if there is none.
  ///
  /// A number before a command that does not take one is ignored.
  func command(for key: Key, after typed: PendingPrefix) -> Command? {
    let command = first { $0.matches(key, after: typed.prefix) }
    guard command == nil, case .number = typed else { return command }
    return first { $0.matches(key) }
  }

  /// The available command for a turn of the wheel; nil if there is none.
  func command(for mouse: MouseEvent.Kind) -> Command? { first { $0.matches(mouse) } }

  /// The available command for a word after `:`; nil if there is none.
  func command(called word: String) -> Command? { first { $0.matches(word) } }

  /// Runs the command that accepts a line typed after `:`; returns whether there is one.
  func perform(line: String) -> Bool { first { $0.perform(line: line) } != nil }

  /// The completions of a line after `:`, from the first command that accepts the line.
  func completions(of line: String) -> [Prompt.Completion] {
    var completions: [Prompt.Completion]?
    _ = first {
      completions = $0.completions(of: line)
      return completions != nil
    }
    return completions ?? []
  }

  /// The available command for a number after `:`; nil if there is none.
  var goingToNumber: Command? { first { $0.goesToNumber && $0.isEnabled() } }

  /// Whether a key, alone or after a prefix, has an available command.
  func has(_ key: Key, after prefix: Prefix = .none) -> Bool {
    first { $0.matches(key, after: prefix) } != nil
  }

  /// Whether a key begins the input of a command, and no earlier command has it as its own key.
  ///
  /// A 0 that has its own command does not begin a number.
  func begins(with key: Key) -> Bool {
    if key.digit == 0, has(key) { return false }
    return first { $0.matches(key) || $0.begins(with: key) }?.begins(with: key) ?? false
  }

  /// The available commands, each with the keys that reach it.
  var reachable: [Command] { all { $0.reachable(behind: $1) } }

  /// The available commands, each with the keys that reach it, and the unavailable commands with
  /// all their keys.
  var listed: [Command] { all { $0.isEnabled() ? $0.reachable(behind: $1) : $0 } }

  /// The commands with a hint for the status line, the keys of each, and for each key the earlier
  /// commands that also have it.
  ///
  /// Cost: a comparison of each of these keys with the keys of all earlier commands; `HintPlan`
  /// computes the hints once for many frames.
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
    // These are loops, because a closure on the main actor would check its isolation for each
    // command.
    var rivals: [Command] = []
    for index in front.indices where front[index].has(key, after: prefix) {
      rivals.append(front[index])
    }
    for index in own.indices where own[index].has(key, after: prefix) {
      rivals.append(own[index])
    }
    return rivals
  }

  /// The commands that a key may lead to, in their order.
  func candidates(for key: Key) -> CommandTable {
    CommandTable(
      front: front.filter { $0.mayTake(key) }, own: own.filter { $0.mayTake(key) })
  }

  /// Whether both tables consist of the same arrays in memory, which cannot have changed while both
  /// tables are held.
  func isSame(as other: CommandTable) -> Bool {
    front.isSame(as: other.front) && own.isSame(as: other.own)
  }

  /// Transforms each command, given the commands before it; omits results that are nil.
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
  /// Whether both slices are the same part of memory.
  func isSame(as other: ArraySlice) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { ($0.baseAddress, $0.count) == (mine.baseAddress, mine.count) }
    }
  }
}

/// The commands to which one key may lead, in the order of their table; they are kept because a key
/// that is held down repeats.
///
/// *Measured:* in a view of text, reading all commands took a fifteenth of the memory accesses that
/// a key causes.
struct KeyPlan {
  /// The commands; retained, so that others cannot take their place in memory.
  private let commands: CommandTable
  private let key: Key
  /// The commands that have the key or begin with it, whether available or not.
  let candidates: CommandTable

  init(_ key: Key, of commands: CommandTable) {
    (self.key, self.commands) = (key, commands)
    candidates = commands.candidates(for: key)
  }

  /// Whether this plan is for the given key and the given table of commands.
  func fits(_ key: Key, of commands: CommandTable) -> Bool {
    key == self.key && commands.isSame(as: self.commands)
  }
}

/// The hints of a table of commands, computed once; each frame only checks which are available.
///
/// *Measured:* searching the table in each frame took 6 % of the time to scroll by a line.
struct HintPlan {
  /// A command with a word for the status line.
  struct Entry {
    let command: Command
    let keys: [Key]
  }

  /// A key of the command.
  struct Key {
    let hint: StatusHint
    /// The earlier commands that have the key when they are available.
    let rivals: [Command]
  }

  /// The commands; retained, so that others cannot take their place in memory.
  let commands: CommandTable
  private let entries: [Entry]

  init(_ commands: CommandTable, _ symbols: Symbols) {
    self.commands = commands
    entries = commands.hints(symbols)
  }

  /// The available hints, each with the first key that reaches the command.
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
