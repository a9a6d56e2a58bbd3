package import Feeds

/// The output of `--help` and `--help all`, generated from the table of options.
nonisolated package enum HelpText {
  /// The width of a line in columns.
  private static let width = 80
  /// The number of columns before a description.
  private static let indent = 24

  /// Returns the output of `--help all`.
  ///
  /// - Parameter sources: the options of the sources.
  package static func text(_ sources: [SourceOptions]) -> String {
    let options = CommandOption.all(sources)
    let entries = options.indices.map { index in
      let group = options[index].group
      let isFirst = index == 0 || group != options[index - 1].group
      return (isFirst ? "\n\(group.title):\n" : "") + entry(options[index])
    }
    return introduction + entries.joined()
  }

  private static let introduction = """
    Usage: endless [SOURCE...] [+N | +G | +F | +/PATTERN] [OPTION...]

    A viewer for the terminal that loads more as you scroll.

    SOURCE is a FILE, a FOLDER, an address such as https://HOST/PATH, exec:COMMAND,
    - for standard input, or timeline:. A FILE is text of any size, or records in
    columns. It opens at its start, at line N (FILE:N), at record or line N (+N), at
    its end (+G), at its end to follow it (+F), or at the first line that matches
    PATTERN; with --plain, +G writes its last page, or --limit lines. A FOLDER is a
    list of its entries. An address or a COMMAND that contains {page}, {offset} or
    {cursor} is used once for each page; an argument that begins with "curl " is an
    address with its options. The default, timeline:, is the sample timeline: posts
    in an embedded database that is created on first use. F1 shows all keys.

    Options of less are accepted; most that are not listed here have no effect. If
    text is shown on a screen, the options in LESS are read before these, with their
    meaning in less. With LESSSECURE=1, endless runs no command, requests no
    address, opens no other file, and keeps no log or position.

    Exit status: 0 success, 1 source failed, 2 usage error, 3 temporary failure,
    130 interrupted, 128 + n terminated by signal n.

    """

  /// Returns the output of `--help`, in at most 24 lines: the kinds of sources, ten options, and a
  /// reference to the other options.
  package static func beginning(_ sources: [SourceOptions]) -> String {
    let options = CommandOption.all(sources)
    let entries = common.compactMap { name in options.first { $0.names.contains(name) } }
    return start + entries.map { entry($0, $0.summary + ".") }.joined() + end
  }

  /// The most important options.
  private static let common = [
    "-f", "-N", "-i", "--header", "--filter", "--since", "--columns", "--format", "--plain",
    "--doctor",
  ]

  private static let start = """
    Usage: endless [SOURCE...] [OPTION...]

    SOURCE is a FILE (FILE:N from line N on), a FOLDER, a web address, an SQLite
    DATABASE or DATABASE:TABLE, exec:COMMAND, or - for standard input. A FILE is
    text of any size, a log, CSV or JSON. The default is the sample timeline.


    """

  private static let end = """

    +N opens at line or record N, +G at the end, +/PATTERN at a match.
    F1 shows the keys, q quits. All options: endless --help all, or man endless.

    """

  private static func entry(_ option: CommandOption) -> String { entry(option, option.help) }

  private static func entry(_ option: CommandOption, _ words: String) -> String {
    var names = option.names.joined(separator: ", ")
    if case .word(let value, _) = option.value { names += " \(value.uppercased())" }
    let lines = wrapped(words)
    var first = "  \(names)"
    guard first.count < indent - 1 else {
      return first + "\n" + lines.map { blank + $0 + "\n" }.joined()
    }
    first += String(repeating: " ", count: indent - first.count)
    return first + lines.joined(separator: "\n" + blank) + "\n"
  }

  private static var blank: String { String(repeating: " ", count: indent) }

  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= width - indent {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
