import Foundation

/// A document with examples: a guide in `docs`, the README or the man page.
///
/// Examples are the lines of blocks that are marked `sh`, and the code in a column `line` of a
/// table. A block marked `text` after such a block is the complete output of the lines, or a part
/// of the screen if the last line shows one. In a table with a column `keys`, the keys are typed on
/// the screen of the example above the table. Code in a column `what you see` is a part of the
/// output of an example. A block that is marked `sh NAME` is a file with that name. A block that is
/// marked `console` cannot run in a test, so only its options are checked. Of `make` commands, only
/// the targets are checked.
struct Guide: Sendable {
  /// The path of the document in the checkout.
  let name: String
  /// The examples that can run in a test, in order.
  private(set) var examples: [GuideExample] = []
  /// The contents of the files that examples use, by name.
  private(set) var files: [String: String] = [:]
  /// Lines that cannot run in a test.
  private(set) var otherLines: [NumberedLine] = []

  /// A line with its number, counted from 1.
  struct NumberedLine: Sendable {
    let number: Int
    let text: String
  }

  private var rest: ArraySlice<NumberedLine> = []

  /// Reads a Markdown document.
  init(_ text: String, named name: String) {
    self.name = name
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    rest = lines.enumerated().map { NumberedLine(number: $0 + 1, text: String($1)) }[...]
    while let line = rest.first {
      if line.text.hasPrefix("```") {
        readBlock(marks: line.text.dropFirst(3).split(separator: " ").map(String.init))
      } else if line.text.hasPrefix("|") {
        readTable()
      } else {
        rest.removeFirst()
      }
    }
  }

  /// The folder of the project.
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..")

  /// Reads the document at a path in the checkout; a man page has its examples between `.Dl` and
  /// the end of a line.
  init(path: String) throws {
    let text = try String(contentsOf: Self.checkout.appending(path: path), encoding: .utf8)
    self.init(path.hasSuffix(".md") ? text : Self.markdown(ofManual: text), named: path)
  }

  /// The examples of a man page as one Markdown block, with one line for each example.
  private static func markdown(ofManual text: String) -> String {
    let escapes = [#"\-"#: "-", #"\(aq"#: "'", #"\(dq"#: "\"", #"\&"#: ""]
    let lines = text.split(separator: "\n").filter { $0.hasPrefix(".Dl ") }.map { line in
      escapes.reduce(line.dropFirst(5).dropLast()) { $0.replacing($1.key, with: $1.value)[...] }
    }
    return "```sh\n" + lines.joined(separator: "\n") + "\n```\n"
  }
}

// MARK: Blocks

extension Guide {
  private mutating func readBlock(marks: [String]) {
    let body = takeBlock()
    if marks.count == 2 {
      files[marks[1]] = body.map { $0.text + "\n" }.joined()
    } else if marks == ["console"] {
      otherLines += body
    } else if marks == ["sh"] {
      addExamples(Self.commands(in: body), printed: takeText())
    }
  }

  /// The lines of the block that begins here.
  private mutating func takeBlock() -> [NumberedLine] {
    let body = Array(rest.dropFirst().prefix { !$0.text.hasPrefix("```") })
    rest = rest.dropFirst(body.count + 2)
    return body
  }

  /// The text in the block marked `text` that follows; nil without such a block.
  private mutating func takeText() -> String? {
    guard rest.prefix(2).map(\.text) == ["", "```text"] else { return nil }
    rest = rest.dropFirst()
    return takeBlock().map { $0.text + "\n" }.joined()
  }

  private mutating func addExamples(_ commands: [NumberedLine], printed: String?) {
    otherLines += commands.filter { $0.text.hasPrefix("make ") }
    let commands = commands.filter { !$0.text.hasPrefix("make ") }
    guard let first = commands.first, let last = commands.last else { return }
    if let printed, !GuideExample.isOnScreen(last.text) {
      let lines = commands.map(\.text)
      examples.append(GuideExample(place: place(first), lines: lines, printed: printed))
      return
    }
    for command in commands {
      let seen = printed?.split(separator: "\n").map(String.init) ?? []
      examples.append(GuideExample(place: place(command), lines: [command.text], seen: seen))
    }
  }

  /// The commands of a block, without comments.
  private static func commands(in lines: [NumberedLine]) -> [NumberedLine] {
    lines.compactMap { line in
      let text = line.text.replacing(/(^|\s)\s*# .*$/, with: "")
      return text.isEmpty ? nil : NumberedLine(number: line.number, text: text)
    }
  }

  private func place(_ line: NumberedLine) -> String { "\(name):\(line.number)" }
}

// MARK: Tables

extension Guide {
  private mutating func readTable() {
    let rows = Array(rest.prefix { $0.text.hasPrefix("|") })
    rest = rest.dropFirst(rows.count)
    guard let heads = rows.first.map({ Self.cells($0.text) }) else { return }
    let opened = examples.last?.lines.last
    for row in rows.dropFirst(2) {
      let cells = Dictionary(zip(heads, Self.cells(row.text))) { first, _ in first }
      addExamples(of: cells, at: place(row), on: opened)
    }
  }

  private mutating func addExamples(
    of cells: [String: String], at place: String, on opened: String?
  ) {
    let seen = Self.code(in: cells["what you see"] ?? "")
    for line in Self.code(in: cells["line"] ?? "") {
      examples.append(GuideExample(place: place, lines: [line], seen: seen))
    }
    guard let keys = cells["keys"], let opened, Self.isCode(keys) else { return }
    examples.append(
      GuideExample(place: place, lines: [opened], keys: Self.code(in: keys), seen: seen))
  }

  /// The cells of a row; a bar in a cell is written as in Markdown.
  private static func cells(_ row: String) -> [String] {
    row.replacing(#"\|"#, with: "\0").split(separator: "|", omittingEmptySubsequences: false)
      .dropFirst().map {
        $0.trimmingCharacters(in: .whitespaces).replacing("\0", with: "|")
      }
  }

  /// The strings in backquotes.
  static func code(in cell: String) -> [String] {
    cell.matches(of: /``\s?(.+?)\s?``|`([^`]+)`/).compactMap { ($0.1 ?? $0.2).map(String.init) }
  }

  private static func isCode(_ cell: String) -> Bool {
    !cell.isEmpty
      && cell.replacing(/``.+?``|`[^`]+`/, with: "").allSatisfy { $0 == " " }
  }
}
