import Terminal

/// The keys that work everywhere.
extension Session {
  /// All commands, those of the controller in front first: the first that has a key gets it.
  var commands: [Command] { (front?.commands ?? []) + ownCommands }

  /// The commands that work now, each with the keys that lead to it.
  var liveCommands: [Command] { reachable { _ in true } }

  /// Those of them that the status line tells; asked for each frame.
  var hintedCommands: [Command] { reachable { $0.hint != nil } }

  private func reachable(_ isWanted: (Command) -> Bool) -> [Command] {
    let commands = commands
    var found: [Command] = []
    for index in commands.indices where isWanted(commands[index]) {
      if let command = commands[index].reachable(behind: commands[..<index]) {
        found.append(command)
      }
    }
    return found
  }

  private var ownCommands: [Command] {
    (controllers.count > 1 ? [back] : []) + [
      Command(
        "this help", keys: [.function(1), "H"], hint: "help",
        isEnabled: { [weak self] in
          !(self?.front is HelpController)
        }
      ) { [weak self] in self?.showHelp() },
      Command("repaint the screen", keys: ["^L"]) { [weak self] in self?.screen.repaint() },
      Command("suspend", keys: ["^Z"], isEnabled: { [weak self] in self?.allowsSuspend ?? false }) {
        [weak self] in self?.suspend()
      },
      Command("break off, with status 130", keys: ["^C"]) { [weak self] in
        self?.finish(.interrupted)
      },
      Command("quit", keys: controllers.count > 1 ? ["Q"] : ["q", "Q"], hint: "quit") {
        [weak self] in self?.finish(.quit)
      },
    ]
  }

  private var back: Command {
    Command("back", keys: [.escape, "q"], hint: "back") { [weak self] in self?.pop() }
  }

  private func showHelp() {
    push(HelpController(commands: liveCommands, theme: theme))
  }

  /// The screen reports that it goes on, and that repaints it.
  private func suspend() { screen.suspend() }
}
