import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Records of more than 64 KiB.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Long records on the screen` {
  private static let blob = String(repeating: "x", count: 300_000)
  private static let lines =
    (1...40).map {
      "{\"n\":\($0),\"blob\":\"\($0 % 3 == 0 ? blob : "short")\",\"name\":\"n\($0)\"}\n"
    }.joined()

  private func show(
    _ text: String, as name: String, lines: Int = 8,
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      try await body(ViewerFixture(folder, name, lines: lines, columns: 60))
    }
  }

  @Test func `stand in their columns, with those behind a long value, from both ends`()
    async throws
  {
    try await show(Self.lines, as: "t.ndjson") { viewer in
      await viewer.wait("three of them") { rows in
        rows[0].hasPrefix("  n  blob") && rows[1].hasPrefix("▌ 1  short") && rows[1].hasSuffix("n1")
          && rows[3].hasPrefix("  3  xxxx") && rows[3].hasSuffix("…  n3")
          && rows[4].hasPrefix("  4  short")
      }
      viewer.type("G")
      await viewer.wait("the last ones") {
        $0[4].hasPrefix("  38  ") && $0[5].hasPrefix("  39  xxx") && $0[6].hasPrefix("  40  short")
          && $0[5].hasSuffix("n39")
      }
      await viewer.wait(for: "record 35 of 40 · end")
    }
  }

  @Test func `are filtered, found and opened whole`() async throws {
    try await show(Self.lines, as: "t.ndjson") { viewer in
      await viewer.wait("the first") { $0[1].hasPrefix("▌ 1  short") }
      viewer.type("&n=33")
      viewer.type(.enter)
      await viewer.wait("one record") { $0[1].hasPrefix("▌ 33  xxx") && $0[2].isEmpty }
      viewer.type(.enter)
      await viewer.wait(for: "▌   n     33")
      viewer.type("G")
      await viewer.wait("its last field") { $0.contains { $0.hasPrefix("▌   name  n33") } }
    }
  }

  @Test func `are whole in their text, and in columns again`() async throws {
    try await show(Self.lines, as: "t.ndjson") { viewer in
      await viewer.wait("the third") { $0[3].hasPrefix("  3  xxxx") }
      viewer.type("t")
      await viewer.wait("its pieces") {
        $0[2].hasPrefix("{\"n\":3,") && $0[3].hasPrefix("xxx") && $0[4].hasPrefix("xxx")
      }
      viewer.type("t")
      await viewer.wait("the third again") {
        $0[3].hasPrefix("  3  xxxx") && $0[4].hasPrefix("  4  short")
      }
    }
  }

  @Test func `of comma-separated values and of an array stand in columns, too`() async throws {
    let table = "id,note,name\n1,\"\(Self.blob)\nand, more\",n1\n2,short,n2\n"
    try await show(table, as: "t.csv") { viewer in
      await viewer.wait("both") { $0[1].hasPrefix("▌  1  xxxx") && $0[2].hasPrefix("   2  short") }
    }
    let array =
      "[\n{\"id\":1,\"note\":\"\(Self.blob)\",\n\"name\":\"n1\"},\n{\"id\":2,\"name\":\"n2\"}\n]\n"
    try await show(array, as: "t.json") { viewer in
      await viewer.wait("both") { $0[1].hasPrefix("▌  1  xxxx") && $0[2].hasPrefix("   2") }
      viewer.type("ll")
      await viewer.wait("their names") { $0[1].hasSuffix("n1") && $0[2].hasSuffix("n2") }
    }
  }

  @Test func `are not copied in part`() async throws {
    try await show(Self.lines, as: "t.ndjson") { viewer in
      await viewer.wait("the first") { $0[1].hasPrefix("▌ 1  short") }
      viewer.type("3g")
      await viewer.wait("the third at the top") { $0[1].hasPrefix("▌ 3  xxx") }
      viewer.type("Y")
      await viewer.wait("the reason") { $0[7].contains("cannot copy the record: 300,0") }
    }
  }

  @Test func `scroll over ten thousand columns`() async throws {
    let fields = (1...10_000).map { "\"c\($0)\":\"v\($0)\"" }.joined(separator: ",")
    try await show("{\(fields)}\n{\"c1\":1}\n{\(fields)}\n", as: "t.ndjson") { viewer in
      await viewer.wait("the first column") {
        $0[0].hasPrefix("  c1  ") && $0[1].hasPrefix("▌ v1  ")
      }
      viewer.type("C/c9999")
      viewer.type(.enter)
      viewer.type("q")
      await viewer.wait("a late column") {
        $0[0].contains("c9999") && $0[1].contains("v9999") && $0[3].contains("v9999")
      }
    }
  }
}
