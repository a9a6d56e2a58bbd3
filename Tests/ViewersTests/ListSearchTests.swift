import Feeds
import Paging
import PagingTesting
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// Opens a list of stars.
@MainActor private func stars(
  _ count: Int = 120, _ body: (ViewerFixture) async throws -> Void
) async throws {
  try await TemporaryFolder.run { folder in
    let viewer = try ViewerFixture(folder, feed: StarFeed(count: count), columns: 90)
    await viewer.wait(for: "1  star 1  K")
    try await body(viewer)
  }
}

/// Searching two kinds of lists: with records, and with one entry per line.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A search in a list` {
  private func folder(_ body: (ViewerFixture) async throws -> Void) async throws {
    try await TemporaryFolder.run { folder in
      for number in 10..<80 { try folder.write("", to: "all/file\(number)") }
      let viewer = try ViewerFixture(folder, "all", columns: 90)
      await viewer.wait(for: "file10")
      try await body(viewer)
    }
  }

  /// Waits until a record is at the top and the status line contains some words.
  private func wait(_ viewer: ViewerFixture, top: String, _ words: String) async {
    await viewer.wait("\(top) and \(words)") { rows in
      rows[1].hasSuffix(top) && rows.last?.contains(words) == true
    }
  }

  @Test func `shows the first match while it is typed, and goes back with Escape`() async throws {
    try await stars { viewer in
      viewer.type("/star 3")
      await viewer.wait("star 3 marked") {
        $0[3].contains("star 3") && $0.last?.hasPrefix("/star 3 ") == true
      }
      viewer.type("7")
      await viewer.wait("star 37") { $0[1].contains("37  star 37") }
      viewer.type(.escape)
      await viewer.wait("the start again") { $0[1].contains(" 1  star 1") }
    }
  }

  @Test func `goes from match to match, both ways, and past the ends when asked again`()
    async throws
  {
    try await stars(30) { viewer in
      viewer.type("/^star .5$\n")
      await wait(viewer, top: "15  star 15  G", "1 of 2 matching")
      viewer.type("n")
      await wait(viewer, top: "25  star 25  K", "2 of 2 matching")
      viewer.type("n")
      await viewer.wait(for: "not found below · n: from the top")
      viewer.type("n")
      await wait(viewer, top: "15  star 15  G", "1 of 2 matching")
      viewer.type("N")
      await viewer.wait(for: "not found above · N: from the end")
      viewer.type("N")
      await wait(viewer, top: "25  star 25  K", "2 of 2 matching")
      viewer.type("?star 1\\d\n")
      await wait(viewer, top: "19  star 19  K", "10 of 10 matching")
      viewer.type("3n")
      await wait(viewer, top: "16  star 16  K", "7 of 10 matching")
    }
  }

  @Test func `goes on past an end by a prompt that is left empty, too`() async throws {
    try await stars(30) { viewer in
      viewer.type("/^star .5$\n")
      await wait(viewer, top: "15  star 15  G", "1 of 2 matching")
      viewer.type("n")
      await wait(viewer, top: "25  star 25  K", "2 of 2 matching")
      viewer.type("n")
      await viewer.wait(for: "not found below · n: from the top")
      viewer.type("/\n")
      await wait(viewer, top: "15  star 15  G", "1 of 2 matching")
    }
  }

  @Test func `loads on for a match, and stays where none is`() async throws {
    try await stars(500) { viewer in
      viewer.type("/star 444\n")
      await wait(viewer, top: "444  star 444  G", "1 of 1 matching")
      viewer.type("/star 9999\n")
      await wait(viewer, top: "444  star 444  G", "no match for star 9999")
    }
  }

  @Test func `keeps a movement that is typed while it loads for a match that is not there`()
    async throws
  {
    try await stars(300) { viewer in
      viewer.type("/nothing\njj")
      // The row is awaited, and not the message about the search, which the keys dismiss.
      await viewer.wait("star 3") { $0[1].hasSuffix("3  star 3  G") }
    }
  }

  @Test func `opens the item that it leads to, typed at once`() async throws {
    try await stars(300) { viewer in
      viewer.type("/star 250\ni")
      await viewer.wait("the fields of star 250") { rows in
        rows.contains { $0.contains("name") && $0.contains("star 250") }
      }
    }
  }

  @Test func `counts each step that is typed while it loads`() async throws {
    try await stars(600) { viewer in
      viewer.type("/star \\d00$\nnnn")
      await viewer.wait("the fourth match") { rows in
        rows.last.map { $0.contains("4 of ") && $0.contains("matching stars") } == true
      }
      #expect(viewer.screen.picture.contains("400  star 400  K"))
    }
  }

  @Test func `begins where what was typed before it leads`() async throws {
    try await stars(300) { viewer in
      viewer.type("200G/star 1\n")
      await viewer.wait(for: "not found below")
      viewer.type("?star 1\n")
      await wait(viewer, top: "199  star 199  K", "match")
    }
  }

  @Test func `is a condition where it names a field`() async throws {
    try await stars(30) { viewer in
      viewer.type("/id>=20")
      await viewer.wait(for: "id >= 20")
      viewer.type("\n")
      await wait(viewer, top: "20  star 20  M", "1 of 11 matching stars in column id")
      viewer.type("/class=G\n")
      await wait(viewer, top: "20  star 20  M", "7 of 10 matching stars in column class")
    }
  }

  @Test func `says a mistake in a pattern, and that there is nothing to look for`() async throws {
    try await stars { viewer in
      viewer.type("n")
      await viewer.wait(for: "nothing to search for: press / to type a pattern")
      viewer.type("/(")
      await viewer.wait("the mistake") { $0.last?.contains("at byte 2") == true }
      viewer.type("\n")
      await viewer.wait(for: "missing closing parenthesis")
    }
  }

  @Test func `selects entries of a folder`() async throws {
    try await folder { viewer in
      viewer.type("/^file5\n")
      await viewer.wait(for: "1 of 10 matching")
      await viewer.wait("the match") { rows in
        rows.contains { $0.hasPrefix("▌") && $0.hasSuffix("file50") }
      }
      viewer.type("2n")
      await viewer.wait("file52") {
        $0.contains { $0.hasPrefix("▌") && $0.hasSuffix("file52") }
      }
      viewer.type("/nothing of that name\n")
      await viewer.wait(for: "no match for nothing of that name")
    }
  }

  @Test func `is stopped by Escape, and the reader stays`() async throws {
    try await TemporaryFolder.run { folder in
      let feed = ScriptedFeed()
      let viewer = try ViewerFixture(folder, feed: feed, columns: 90)
      await feed.pages.isAsked(1)
      await feed.pages.answer(0, numbers(1...50))
      await viewer.wait(for: "number 1")
      viewer.type("/number 400\n")
      await viewer.wait(for: "searching, 50 so far · Esc: stop")
      viewer.type(.escape)
      await viewer.wait(for: "search stopped")
      #expect(viewer.rows[0].hasSuffix("number 1"))
    }
  }

  private func numbers(_ range: ClosedRange<Int>) -> Page<Number, Int> {
    Page(items: range.map(Number.init), after: .more(range.upperBound))
  }
}

/// Filters in a list that loads its pages one by one.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A filter of a list` {
  @Test func `is where movements begin that are typed behind it`() async throws {
    try await stars { viewer in
      viewer.type("&class=K\njj")
      await viewer.wait("star 7") { $0[1].contains("star 7  ") || $0[1].contains("star 7   ") }
    }
  }

  @Test func `shows what matches, narrows further, and is taken off a layer at a time`()
    async throws
  {
    try await stars { viewer in
      viewer.type("&star .?7$\n")
      await viewer.wait(for: ["  id  name     class", "▌  7  star 7   K", "  17  star 17  M"])
      #expect(viewer.statusLine.contains("only star .?7$"))
      viewer.type("&class!=K\n")
      await viewer.wait(for: ["  id  name     class", "▌ 17  star 17  M", "  27  star 27  G"])
      viewer.type("&!star 27\n")
      await viewer.wait(for: ["  id  name     class", "▌ 17  star 17  M", "  47  star 47  M"])
      viewer.type(.escape)
      await viewer.wait("star 27 again") { $0.contains { $0.hasSuffix("27  star 27  G") } }
      viewer.type("&\n")
      await viewer.wait("all again") { $0.contains { $0.hasSuffix("18  star 18  G") } }
      viewer.type("&\n")
      await viewer.wait(for: "all stars are shown")
    }
  }

  @Test func `goes on by loading, and says how many were left out where none matches`() async throws
  {
    try await stars(500) { viewer in
      viewer.type("&id>=480\n")
      await viewer.wait(for: ["   id  name      class", "▌ 480  star 480  G"])
      viewer.type("G")
      await viewer.wait("the last") { $0.contains { $0.hasPrefix("  500  star 500") } }
      viewer.type("&name=none\n")
      await viewer.wait(for: "no match among 505 · r: refresh")
    }
  }

  @Test func `keeps the reader at the item`() async throws {
    try await stars(300) { viewer in
      viewer.type("150G&class=G\n")
      await viewer.wait("star 150 at the top") {
        $0[1].contains("150  star 150") && $0[2].contains("153")
      }
      viewer.type(.escape)
      await viewer.wait("star 150 among all") { rows in
        [149, 150].allSatisfy { star in rows.contains { $0.dropFirst(2).hasPrefix("\(star)  star") }
        }
      }
    }
  }

  @Test func `keeps the reader at the item, beyond the limit on requests to the end`()
    async throws
  {
    let source = TokenSource<Star, Int>(
      isEnd: { _ in false },
      following: { token, count in
        let first = token ?? 1
        let next = first + count
        return TokenPage(
          items: (first..<min(401, next)).map(Star.init), next: next > 400 ? nil : next)
      })
    var feed = StarFeed(source)
    feed.paging = PagingDefaults(requestsToEnd: 3)
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: feed, columns: 90)
      await viewer.wait(for: "1  star 1  K")
      viewer.type("&id>=380\n")
      await viewer.wait("star 380 at the top") { $0[1].contains("380  star 380") }
      viewer.type(.escape)
      await viewer.wait("star 380 among all") { rows in
        rows.last.map { $0.contains("star 380") && !$0.contains("only") } == true
      }
    }
  }

  @Test func `asks the fields of an entry of a folder`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("four", to: "all/small")
      try folder.write(String(repeating: "x", count: 5_000), to: "all/large")
      try folder.write("", to: "all/inner/file")
      let viewer = try ViewerFixture(folder, "all", columns: 90)
      await viewer.wait("the entries") { $0[2].hasSuffix("small") }
      viewer.type("&size>=4500\n")
      await viewer.wait("the large one") { $0[0].hasSuffix("large") && !$0[1].hasSuffix("small") }
      viewer.type("&\n&type=folder\n")
      await viewer.wait("the folder") { $0[0].hasSuffix("inner/") && !$0[1].hasSuffix("large") }
    }
  }

  @Test func `is made by the source where that can, and so is a search`() async throws {
    try await TemporaryFolder.run { folder in
      let feed = KeenFeed()
      let viewer = try ViewerFixture(folder, feed: feed, columns: 90)
      await viewer.wait(for: "number 1")
      viewer.type("/777\n")
      await viewer.wait("number 777") { $0[0].hasSuffix("number 777") }
      #expect(feed.asked.count <= 4)
      viewer.type("?77$\n")
      await viewer.wait("number 677") { $0[0].hasSuffix("number 677") }
      viewer.type("&9$\n")
      await viewer.wait("number 679") {
        $0[0].hasSuffix("number 679") && $0[1].hasSuffix("number 689")
      }
    }
  }

  @Test func `goes on where a page of the source ends early`() async throws {
    try await TemporaryFolder.run { folder in
      let feed = KeenFeed(stretch: 100)
      let viewer = try ViewerFixture(folder, feed: feed, columns: 90)
      await viewer.wait(for: "number 1")
      viewer.type("/777\n")
      await viewer.wait("number 777") { $0[0].hasSuffix("number 777") }
      #expect(feed.asked.count > 7)
      viewer.type("?133$\n")
      await viewer.wait("number 133") { $0[0].hasSuffix("number 133") }
    }
  }

  @Test(arguments: [true, false])
  func `has keys that are typed right behind it`(waits: Bool) async throws {
    try await TemporaryFolder.run { folder in
      for number in 10..<80 { try folder.write("", to: "all/file\(number)") }
      let viewer = try ViewerFixture(folder, "all", columns: 90)
      await viewer.wait(for: "file10")
      viewer.type("&file1\n")
      if waits { await viewer.wait(for: "entry 1 of 10") }
      viewer.type(.escape, "G", "k")
      await viewer.wait("the last but one") {
        $0.contains { $0.hasPrefix("▌") && $0.hasSuffix("file78") }
      }
    }
  }
}
