import Foundation
import Testing

/// A row of the tables of keys in `docs/coming-from-less.md`.
struct LessRow: Sendable, CustomTestStringConvertible {
  /// The statement of the document about a key: it does the same as in less, it does something
  /// else, or it is left out.
  enum Verdict: String, Sendable {
    case same, other
    case leftOut = "left out"
  }

  let keys: [LessKey]
  /// The keys that are typed to use a key; nil stands for the key itself.
  let typed: [LessKey?]
  let verdict: Verdict

  var testDescription: String {
    "\(keys.map(\.name)) \(typed.map { $0?.name ?? "key" }) \(verdict)"
  }

  /// All rows of the document.
  static let all: [LessRow] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/coming-from-less.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap(LessRow.init)
  }()

  /// Reads a line of the document; nil if it is not a row of keys.
  private init?(_ line: Substring) {
    // A bar in a key is escaped as in Markdown.
    let parts = line.replacing(#"\|"#, with: "\u{0}").split(
      separator: "|", omittingEmptySubsequences: false)
    let cells = parts.map {
      $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces)
    }
    guard cells.count >= 6, let verdict = Verdict(rawValue: cells[3]) else { return nil }
    self.verdict = verdict
    keys = Self.quoted(cells[1]).map(LessKey.init)
    let words = cells[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    typed =
      words.isEmpty
      ? [nil] : words.map { $0 == "key" ? nil : Self.quoted($0).map(LessKey.init).first }
  }

  private static func quoted(_ cell: String) -> [String] {
    cell.split(separator: "`").filter { !$0.allSatisfy { $0 == " " || $0 == "," } }.map(String.init)
  }
}

/// A key as the manual of less writes it: `^E`, `ESC-v`, `Space`, `:n`.
struct LessKey: Hashable, Sendable {
  let name: String

  /// The bytes that a terminal sends for the key.
  var bytes: [UInt8] {
    if let sequence = Self.named[name] { return Array(sequence.utf8) }
    if name.hasPrefix("ESC-") { return [0x1B] + LessKey(name: String(name.dropFirst(4))).bytes }
    if name.hasPrefix(":") { return Array(name.utf8) + [0x0D] }
    if name.hasPrefix("^"), name.count.isMultiple(of: 2) {
      let letters = name.utf8.enumerated().filter { !$0.offset.isMultiple(of: 2) }
      return letters.map { $0.element & 0x1F }
    }
    return Array(name.utf8)
  }

  private static let named = [
    "Enter": "\r", "Space": " ", "Backspace": "\u{7F}", "PageDown": "\u{1B}[6~",
    "PageUp": "\u{1B}[5~",
    "Home": "\u{1B}[1~", "End": "\u{1B}[4~", "RightArrow": "\u{1B}OC", "LeftArrow": "\u{1B}OD",
    "^RightArrow": "\u{1B}[1;5C", "^LeftArrow": "\u{1B}[1;5D",
  ]
}
