import Terminal

/// The commands of a group, as the help shows them.
struct HelpSection {
  let heading: SafeText
  let commands: [HelpLine]

  /// The sections of all groups that have commands, in the order of the groups.
  ///
  /// - Parameter hasWheel: whether the wheel is reported; where it is not no command has it.
  static func all(of commands: [Command], symbols: Symbols, hasWheel: Bool) -> [HelpSection] {
    Command.Group.allCases.compactMap { group in
      let lines = lines(of: commands.filter { $0.group == group }, symbols, hasWheel)
      return lines.isEmpty ? nil : HelpSection(heading: SafeText(group.heading), commands: lines)
    }
  }

  /// A line for each thing that can be done, however many commands do it, and below those that a number may
  /// stand before what it does there.
  private static func lines(
    of commands: [Command], _ symbols: Symbols, _ hasWheel: Bool
  ) -> [HelpLine] {
    var lines: [HelpLine] = []
    let last = commands.lastIndex { $0.takesCount && !$0.keys.isEmpty }
    for (index, command) in commands.enumerated() {
      let isFirst = commands.firstIndex { $0.title == command.title } == index
      let alike = commands.filter { $0.title == command.title }
      let names = names(of: alike, symbols, hasWheel)
      if isFirst, !names.isEmpty {
        lines.append(.command(keys: SafeText(names), title: SafeText(command.title)))
      }
      guard index == last else { continue }
      lines.append(.command(keys: "N", title: "a number before a movement repeats it"))
    }
    return lines
  }

  private static func names(
    of commands: [Command], _ symbols: Symbols, _ hasWheel: Bool
  ) -> String {
    let keys = commands.flatMap { Self.keys(of: $0, symbols) }
    let wheel = hasWheel && commands.contains { $0.wheel != nil } ? ["wheel"] : []
    let words = commands.flatMap { $0.words + ($0.goesToNumber ? ["N"] : []) }
    return (keys + wheel + words.map { ":" + $0 }).joined(separator: " ")
  }

  private static func keys(of command: Command, _ symbols: Symbols) -> [String] {
    let prefix =
      switch command.prefix {
      case .none: ""
      case .number: "N"
      case .key(let key): symbols.name(of: key)
      }
    let letter = command.takesLetter ? [prefix + " letter"] : []
    return command.keys.map { prefix + symbols.name(of: $0) } + letter
  }
}
