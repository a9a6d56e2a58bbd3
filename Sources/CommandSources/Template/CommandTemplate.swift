import Bytes

/// A command of the shell with placeholders, made into one whose values come from its environment.
///
///     let template = try CommandTemplate("git log --skip {offset} -n {limit}")
///     template.program  // git log --skip "${ENDLESS_OFFSET}" -n "${ENDLESS_LIMIT}"
///
/// Each placeholder becomes a reference to a variable, quoted as the quotes around it need it. So a value is one word
/// of the command, and never a part of the program. `{{page}}` is the text `{page}`. Where no reference is safe, the command
/// is refused. A variable that the command itself refers to, as in `${ENDLESS_CURSOR:+--from "$ENDLESS_CURSOR"}`, counts as
/// its placeholder.
public struct CommandTemplate: Hashable, Sendable {
  /// The command as it was given.
  public let command: String
  /// What the shell runs.
  public let program: String
  /// The placeholders that it has.
  public let placeholders: Set<Placeholder>
  /// Those that begin a word, so that their values must not begin with `-`.
  public let wordStarts: Set<Placeholder>

  /// Reads a command.
  ///
  /// - Throws: where a placeholder cannot stand, and which cannot be used together.
  public init(_ command: String) throws(CommandError) {
    var scanner = TemplateScanner(command)
    try scanner.run()
    self.command = command
    program = String(decoding: scanner.program, as: UTF8.self)
    let named = Placeholder.allCases.filter { command.refers(to: $0.variable) }
    placeholders = scanner.placeholders.union(named)
    wordStarts = scanner.wordStarts
    let ways = Placeholder.allCases.filter { $0 != .limit && placeholders.contains($0) }
    if ways.count > 1 { throw .twoWays(ways[0], ways[1]) }
    if ways.isEmpty, placeholders.contains(.limit) { throw .onlyLimit }
  }

  /// Whether it is run once a page, and not once for all.
  public var isPaged: Bool { !placeholders.isEmpty }

  /// The placeholder that tells pages apart.
  public var way: Placeholder? {
    Placeholder.allCases.first { $0 != .limit && placeholders.contains($0) }
  }
}

extension String {
  /// Whether it has a reference to a variable of the shell: `$NAME`, `${NAME` or `${#NAME`.
  fileprivate func refers(to variable: String) -> Bool {
    let (text, name) = (Array(utf8), Array(variable.utf8))
    return text.indices.contains { start in
      guard text[start] == UInt8(ascii: "$") else { return false }
      var rest = text[(start + 1)...]
      if rest.first == .openBrace {
        rest.removeFirst()
        if rest.first == UInt8(ascii: "#") { rest.removeFirst() }
      }
      guard rest.starts(with: name) else { return false }
      return !(rest.dropFirst(name.count).first?.isNamePart ?? false)
    }
  }
}
