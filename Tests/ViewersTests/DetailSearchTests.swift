import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import Records
import Search
import Terminal
import Testing

@testable import TableUI
@testable import Viewers

/// Searches in an item that is shown in full, without the list behind it.
@MainActor @Suite struct `A search in an item` {
  /// A stand-in for the list behind the item, which may have a search pattern.
  @MainActor private final class Host: DetailHost {
    var viewer: Viewer? { nil }
    var itemName: String { "item" }
    var notices: [Message] { [] }
    let pattern: TextPattern?
    var isWaiting: Bool { false }

    init(_ pattern: TextPattern?) { self.pattern = pattern }

    func title(of subject: DetailSubject) -> String { "item" }
    func makePattern(of text: String) throws(PatternError) -> TextPattern {
      try TextPattern(literal: text, .smart)
    }
    func stop() {}
    func close() {}
    func step(by count: Int) {}
    func layoutBehind(_ size: Size) {}
  }

  private let size = Size(lines: 6, columns: 40)
  private let appearance = RecordAppearance(
    theme: .standard, depth: .palette256, options: ViewerOptions())

  /// Shows an item with some fields, for a list with a search pattern.
  private func detail(
    _ fields: [(String, String)], _ pattern: String?, _ body: (DetailController) throws -> Void
  ) throws {
    let host = Host(try pattern.map { text throws(PatternError) in try TextPattern(text, .smart) })
    let subject = Self.subject(fields)
    let detail = DetailController(subject, nil, of: host, appearance, for: size)
    detail.layout(for: size)
    try body(detail)
    withExtendedLifetime(host) {}
  }

  private static func subject(_ fields: [(String, String)], id: Int = 1) -> DetailSubject {
    DetailSubject(fields.map { JSONField($0, .string($1)) }, of: id, called: "the item")
  }

  private func press(_ key: Key, _ detail: DetailController) {
    let command = detail.search.commands.first { $0.keys.contains(key) && $0.prefix == .none }
    if let command { command.perform() } else { Issue.record("no command \(key)") }
  }

  private func said(_ detail: DetailController) -> String {
    detail.message?.text.description ?? ""
  }

  /// Forty lines, the given ones with the word `needle`.
  private static func long(_ lines: Set<Int>) -> String {
    (1...40).map { lines.contains($0) ? "needle \($0)" : "plain \($0)" }.joined(separator: "\n")
  }

  /// The lines of the screen.
  private func rows(_ detail: DetailController) -> [String] {
    detail.layout(for: size)
    var canvas = Canvas(size: size)
    detail.draw(in: &canvas)
    return canvas.picture.split(separator: "\n").map(String.init)
  }

  @Test func `goes from row to row, and from the last to the first`() throws {
    let fields = [("id", "1"), ("a", "a needle"), ("b", "none"), ("c", "needles")]
    try detail(fields, "needle") { detail in
      for name in ["a", "c", "a", "c"] {
        press("n", detail)
        #expect(detail.selected?.name == name)
      }
      for name in ["a", "c"] {
        press("N", detail)
        #expect(detail.selected?.name == name)
      }
      #expect(said(detail) == "")
    }
  }

  @Test func `goes from line to line within a row, and back`() throws {
    let fields = [("id", "1"), ("text", Self.long([5, 20, 35])), ("c", "needles")]
    try detail(fields, "needle") { detail in
      for line in [5, 20, 35] {
        press("n", detail)
        #expect(detail.selected?.name == "text")
        #expect(rows(detail).contains { $0.contains("needle \(line)") })
      }
      press("n", detail)
      #expect(detail.selected?.name == "c")
      // In a search upward, the last line of a row comes first.
      for line in [35, 20, 5] {
        press("N", detail)
        #expect(detail.selected?.name == "text")
        #expect(rows(detail).contains { $0.contains("needle \(line)") })
      }
    }
  }

  @Test func `begins in each item at its first match`() throws {
    let fields = [("id", "1"), ("text", Self.long([5, 35])), ("c", "needles")]
    try detail(fields, "needle") { detail in
      press("n", detail)
      #expect(rows(detail).contains { $0.contains("needle 5") })
      detail.show(Self.subject(fields, id: 2), nil)
      #expect(detail.selected?.name == "text")
      press("n", detail)
      // The line found in the previous item is forgotten, so the search continues with the next
      // row.
      #expect(detail.selected?.name == "c")
    }
  }

  @Test func `says that a match is in the part that is not shown`() throws {
    let text = String(repeating: "plain\n", count: 20_000) + "needle"
    try detail([("id", "1"), ("text", text)], "needle") { detail in
      press("n", detail)
      #expect(detail.selected?.name == "text")
      #expect(said(detail) == "the match is in the part that is not shown")
    }
  }

  @Test func `says that there is nothing to look for, or no match`() throws {
    try detail([("id", "1")], nil) { detail in
      press("n", detail)
      #expect(said(detail) == "nothing to search for: press / to type a pattern")
    }
    try detail([("id", "1")], "needle") { detail in
      press("n", detail)
      #expect(said(detail) == "no match for needle")
    }
  }

  @Test func `makes matches stand out that did not in the list any more`() throws {
    try detail([("id", "1"), ("a", "needle")], "needle") { detail in
      #expect(detail.search.matcher == nil)
      press("n", detail)
      #expect(detail.search.matcher != nil)
    }
  }
}
