import Foundation
import Testing

@testable import Records

/// The table of writers in `docs/logs.md`, which is generated from the table in the code.
@Suite struct `The document on logs` {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/logs.md")
  private static let marks = (start: "<!-- writers", end: "<!-- end of writers -->")

  /// The rows as they must be in the document.
  private static var table: [String] {
    ["| written by | fields | |", "|---|---|---|"]
      + LogWriter.table.map { writer in
        let names = writer.fields.map { "`\($0)`" }.joined(separator: " ")
        return
          "| \(writer.name) | \(names.isEmpty ? "as in the line" : names) | \(writer.remark) |"
      } + ["", "An example line of each:", "", "```"] + LogWriter.table.map(\.example) + ["```"]
  }

  @Test func `has the writers that are known`() throws {
    let lines = try String(contentsOf: Self.file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix(Self.marks.start) })
    let end = try #require(lines.firstIndex(of: Self.marks.end))
    if ProcessInfo.processInfo.environment["RENEW"] != nil {
      let renewed = lines[...start] + Self.table + lines[end...]
      try renewed.joined(separator: "\n").write(to: Self.file, atomically: true, encoding: .utf8)
      return
    }
    #expect(
      Array(lines[(start + 1)..<end]) == Self.table,
      "docs/logs.md is old: RENEW=1 swift test --filter LogDocumentTests")
  }
}
