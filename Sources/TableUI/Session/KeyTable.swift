import Terminal

/// The commands and their keys, as listed in the help and the manual.
package struct KeyTable {
  /// A command.
  package struct Line: Hashable {
    /// The names of the command's keys, then the wheel and its words after `:`, if it has them; the
    /// first name is the recommended one.
    package let keys: [String]
    /// The text of the command in the help.
    package let title: String

    package init(keys: [String], title: String) { (self.keys, self.title) = (keys, title) }
  }

  /// The lines of a group.
  package struct Section {
    package let heading: String
    package var lines: [Line]

    package init(heading: String, lines: [Line]) { (self.heading, self.lines) = (heading, lines) }
  }

  /// The sections of all groups with commands, in the order of the groups.
  package var sections: [Section]

  /// Creates the table of the given commands.
  ///
  /// - Parameters:
  ///   - commands: the commands.
  ///   - symbols: the names of keys.
  ///   - hasWheel: whether the wheel is reported; if not, it is not listed.
  package init(of commands: [Command], symbols: Symbols, hasWheel: Bool) {
    sections = Command.Group.allCases.compactMap { group in
      let lines = Self.lines(of: commands.filter { $0.group == group }, symbols, hasWheel)
      return lines.isEmpty ? nil : Section(heading: group.heading, lines: lines)
    }
  }

  /// Returns one line for each title, even if several commands have it, and a line about counts
  /// after the last command that takes a count.
  private static func lines(
    of commands: [Command], _ symbols: Symbols, _ hasWheel: Bool
  ) -> [Line] {
    var lines: [Line] = []
    let last = commands.lastIndex { $0.takesCount && !$0.keys.isEmpty }
    for (index, command) in commands.enumerated() {
      let isFirst = commands.firstIndex { $0.title == command.title } == index
      let alike = commands.filter { $0.title == command.title }
      let names = names(of: alike, symbols, hasWheel)
      if isFirst, !names.isEmpty { lines.append(Line(keys: names, title: command.title)) }
      guard index == last else { continue }
      lines.append(Line(keys: ["N"], title: "a number before a movement repeats it"))
    }
    return lines
  }

  private static func names(
    of commands: [Command], _ symbols: Symbols, _ hasWheel: Bool
  ) -> [String] {
    var names: [String] = []
    let wheel = hasWheel && commands.contains { $0.wheel != nil } ? ["wheel"] : []
    let words = commands.flatMap {
      $0.words + ($0.goesToNumber ? ["N"] : []) + [$0.lineName].compactMap { $0 }
    }
    // Two commands with the same title may share a key, if they are never available at the same
    // time.
    for name in commands.flatMap({ keys(of: $0, symbols) }) + wheel + words.map({ ":" + $0 })
    where !names.contains(name) {
      names.append(name)
    }
    return names
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

extension KeyTable {
  /// The keys that a beginner needs, in the order in which they are learned.
  private static let common: [Key] = [
    "j", .space, "g", "G", "/", "n", "&", .enter, "q",
  ]
  /// The largest number of lines for which the help has no section for beginners, because so few
  /// lines can be read completely.
  private static let mostAtOnce = 20

  /// The sections of the help: the common keys first, then the other keys by group.
  func sectionsForHelp(_ symbols: Symbols) -> [Section] {
    let lines = sections.flatMap(\.lines)
    guard lines.count > Self.mostAtOnce else { return sections }
    let names = Self.common.map { symbols.name(of: $0) }
    let first = names.compactMap { name in lines.first { $0.keys.first == name } }
    let escape = Line(
      keys: [symbols.name(of: .escape)], title: "cancel; remove a filter; go back"
    )
    let rest = sections.compactMap { section in
      let lines = section.lines.filter { !first.contains($0) }
      return lines.isEmpty ? nil : Section(heading: section.heading, lines: lines)
    }
    return [Section(heading: "Basic", lines: first + [escape])] + rest
  }

  /// The table without the lines of another table.
  package func without(_ other: KeyTable) -> KeyTable {
    let known = Set(other.sections.flatMap(\.lines))
    var rest = self
    rest.sections = sections.compactMap { section in
      let lines = section.lines.filter { !known.contains($0) }
      return lines.isEmpty ? nil : Section(heading: section.heading, lines: lines)
    }
    return rest
  }
}
