import Terminal

/// Commands by their words, typed after `:`.
extension Session {
  /// Characters of an unknown command that are said again.
  private static let mostCharacters = 24

  func makeTypingCommand() -> Command {
    Command(
      "type a command", in: .program, keys: [":"],
      prompt: Prompt(":") { [weak self] in self?.perform(line: $0) })
  }

  /// Does the command that has the word of a line; a number goes where it goes before `G`.
  private func perform(line: String) {
    let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !word.isEmpty else { return }
    let commands = commands
    if let command = commands.command(called: word) {
      command.perform()
    } else if let number = number(word), let command = commands.goingToNumber {
      command.perform(number: number)
    } else {
      message = noCommand(word)
    }
  }

  /// The number that digits make, as if they were typed before a key.
  private func number(_ word: String) -> Int? {
    guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(word) ?? maximumCount, maximumCount)
  }

  private func noCommand(_ word: String) -> Message {
    let isLong = word.count > Self.mostCharacters
    let shown = word.prefix(Self.mostCharacters) + (isLong ? theme.symbols.more : "")
    let help = helpKey.map { "; \(theme.symbols.name(of: $0)) shows what there is" } ?? ""
    return Message("no such command ':\(shown)'\(help)", .accent)
  }
}
