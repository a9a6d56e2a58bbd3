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
        "back", keys: [.escape, "q"], hint: "back",
        isEnabled: { [weak self] in self?.controllers.count ?? 0 > 1 }
      ) { [weak self] in self?.pop() },
      Command(
        "this help", keys: Self.helpKeys, hint: "help",
        isEnabled: { [weak self] in !(self?.front is HelpController) }
      ) { [weak self] in self?.showHelp() },
      makeTypingCommand(),
      Command("repaint the screen", keys: ["^L"]) { [weak self] in self?.screen.repaint() },
      // The screen reports that it goes on, and that repaints it.
      Command("suspend", keys: ["^Z"], isEnabled: { [weak self] in self?.allowsSuspend ?? false }) {
        [weak self] in self?.screen.suspend()
      },
      Command("break off, with status 130", keys: ["^C"]) { [weak self] in
        self?.finish(.interrupted)
      },
      Command("quit", keys: ["q", "Q"], words: ["q", "quit"], hint: "quit") { [weak self] in
        self?.finish(.quit)
      },
    ]
  }

  private func showHelp() {
    push(HelpController(commands: commands.reachable(), theme: theme))
  }
}
