import Terminal

/// The keys that work everywhere.
extension Session {
  /// All commands, those of the controller in front first.
  var commands: CommandTable { CommandTable(front: front?.commands ?? [], own: ownCommands) }

  private static let helpKeys: [Key] = [.function(1), "H"]

  /// The key that leads to the help now, where one is left and it is not there already.
  var helpKey: Key? {
    guard !(front is HelpController) else { return nil }
    let table = CommandTable(front: front?.commands ?? [], own: [])
    return Self.helpKeys.first { !table.has($0) }
  }

  func makeOwnCommands() -> [Command] {
    [
      Command(
        "back", in: .program, keys: [.escape, "q"], hint: "back",
        isEnabled: { [weak self] in self?.controllers.count ?? 0 > 1 }
      ) { [weak self] in self?.pop() },
      Command(
        "this help", in: .program, keys: Self.helpKeys, hint: "help",
        isEnabled: { [weak self] in !(self?.front is HelpController) }
      ) { [weak self] in self?.showHelp() },
      makeTypingCommand(),
      Command("repaint the screen", in: .view, keys: ["^L"]) { [weak self] in
        self?.screen.repaint()
      },
      // The screen reports that it goes on, and that repaints it.
      Command(
        "suspend", in: .program, keys: ["^Z"],
        isEnabled: { [weak self] in self?.allowsSuspend ?? false }
      ) { [weak self] in self?.screen.suspend() },
      Command("interrupt, with status 130", in: .program, keys: ["^C"]) { [weak self] in
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
    let sections = HelpSection.all(
      of: commands.reachable, symbols: theme.symbols, hasWheel: screen.reportsMouse)
    push(HelpController(sections: sections, theme: theme))
  }
}
