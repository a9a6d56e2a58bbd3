import Terminal

/// The keys that are always available.
extension Session {
  /// All commands, those of the controller in front first.
  var commands: CommandTable { CommandTable(front: front?.commands ?? [], own: ownCommands) }

  /// The commands of the controller in front and of the session, whether available or not, except
  /// those that earlier ones hide.
  ///
  /// A manual lists these; the help lists only the available ones.
  package var everyCommand: [Command] { commands.listed }

  private static let helpKeys: [Key] = [.function(1), "H"]

  /// The key that opens the help, if one is free and the help is not open.
  var helpKey: Key? {
    guard !(front is HelpController) else { return nil }
    let table = CommandTable(front: front?.commands ?? [], own: [])
    return Self.helpKeys.first { !table.has($0) }
  }

  func makeOwnCommands() -> [Command] {
    [
      Command(
        "back", in: .program, keys: [.escape, "q"], hint: "back", hintPriority: 1,
        isEnabled: { [weak self] in self?.controllers.count ?? 0 > 1 }
      ) { [weak self] in self?.pop() },
      Command(
        "this help", in: .program, keys: Self.helpKeys, words: ["help"], hint: "help",
        isEnabled: { [weak self] in !(self?.front is HelpController) }
      ) { [weak self] in self?.showHelp() },
      makeTypingCommand(),
      Command("repaint the screen", in: .view, keys: ["^L"]) { [weak self] in
        self?.screen.repaint()
      },
      // When the process resumes, the screen reports it, which causes a repaint.
      Command(
        "suspend", in: .program, keys: ["^Z"],
        isEnabled: { [weak self] in self?.allowsSuspend ?? false }
      ) { [weak self] in self?.screen.suspend() },
      Command("quit with status 130", in: .program, keys: ["^C"]) { [weak self] in
        self?.finish(.interrupted)
      },
      Command(
        "quit", in: .program, keys: ["q", "Q"], words: ["q", "quit"], hint: "quit"
      ) { [weak self] in self?.finish(.quit) },
      Command("quit", in: .program, after: .key("Z"), keys: ["Z"]) { [weak self] in
        self?.finish(.quit)
      },
    ]
  }

  private func showHelp() {
    let table = KeyTable(
      of: commands.reachable, symbols: theme.symbols, hasWheel: screen.reportsMouse)
    push(HelpController(sections: table.sectionsForHelp(theme.symbols) + helpNotes, theme: theme))
  }
}

/// Commands that are typed as words after `:`.
extension Session {
  /// The number of characters of an unknown command that its message repeats.
  private static let mostCharacters = 24

  func makeTypingCommand() -> Command {
    var prompt = Prompt(Self.wordsKind) { [weak self] in self?.perform(line: $0) }
    prompt.hint = Message("number, or command \(theme.symbols.dot) Tab: complete")
    prompt.onComplete = { [weak self] in self?.commands.completions(of: $0) ?? [] }
    return Command("type a command", in: .program, keys: [":"], prompt: prompt)
  }

  /// Performs the command that a line after `:` names; a number acts as if it were typed before
  /// `G`.
  private func perform(line: String) {
    let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !word.isEmpty else { return }
    let commands = commands
    if let command = commands.command(called: word) {
      command.perform()
    } else if let number = number(word), let command = commands.goingToNumber {
      command.perform(number: number)
    } else if !commands.perform(line: String(line.drop(while: \.isWhitespace))) {
      message = noCommand(word)
    }
  }

  /// The number that a word of digits represents, with the same limit as a number typed before a
  /// key; nil if the word has other characters.
  private func number(_ word: String) -> Int? {
    guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(word) ?? maximumCount, maximumCount)
  }

  private func noCommand(_ word: String) -> Message {
    let isLong = word.count > Self.mostCharacters
    let shown = word.prefix(Self.mostCharacters) + (isLong ? theme.symbols.more : "")
    let help = helpKey.map { "; \(theme.symbols.name(of: $0)): help" } ?? ""
    return Message("no such command ':\(shown)'\(help)", .accent)
  }
}
