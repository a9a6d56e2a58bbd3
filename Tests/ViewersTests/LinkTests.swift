import Feeds
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

@Suite(.timeLimit(.minutes(1))) struct `A link in a text` {
  @Test(arguments: [
    ("see https://example.org/a?b=c#d.", ["https://example.org/a?b=c#d"]),
    ("http://a.b and HTTPS://C.D!", ["http://a.b", "HTTPS://C.D"]),
    ("(https://e.org/x_(y)) [http://f.org/[1]]", ["https://e.org/x_(y)", "http://f.org/[1]"]),
    ("<https://e.org>, \"http://f.org/\"", ["https://e.org", "http://f.org/"]),
    ("https://de.wikipedia.org/wiki/Ä?", ["https://de.wikipedia.org/wiki/Ä"]),
    ("xhttp://a.b ftp://a.b file:///etc http:// https://. javascript://x mailto:a@b", []),
    ("https://\u{202E}gro.live", []), ("https://a.b\u{200B}c", ["https://a.b"]),
    ("a://b: :// http:/x", []),
    ("http://http://a", ["http://http://a"]), ("https://-x", ["https://-x"]), ("", []),
  ]) func `is an address of the web, without what ends a sentence`(text: String, links: [String]) {
    #expect(WebLink.all(in: SafeText(text)).map(\.address) == links)
  }

  @Test func `is not endless`() {
    let address = "http://" + String(repeating: "x", count: 2_041)
    #expect(WebLink.all(in: SafeText(address)).map(\.address) == [address])
    #expect(WebLink.all(in: SafeText(address + "x")).isEmpty)
    // Neither is looked at again from each place in it.
    #expect(WebLink.all(in: SafeText(String(repeating: "http://", count: 9_000))).isEmpty)
    let closing = "http://x" + String(repeating: ")", count: 60_000)
    #expect(WebLink.all(in: SafeText(closing)).isEmpty)
    #expect(WebLink.all(in: SafeText(String(closing.prefix(2_000)))).map(\.address) == ["http://x"])
  }
}

@MainActor @Suite(.timeLimit(.minutes(2))) struct `The links of a text` {
  private static let text =
    "see http://a.b and\nhttps://c.d/e\n" + String(repeating: "x\n", count: 30)

  private static func line(_ viewer: ViewerFixture, _ line: Int) -> String {
    String(viewer.screen.canvas.stylePicture.split(separator: "\n")[line].prefix(18))
  }

  @Test func `are underlined, and chosen by a key`() async throws {
    try await ViewerFixture.show(Self.text, columns: 80) { viewer in
      await viewer.wait(for: "https://c.d/e")
      #expect(Self.line(viewer, 0) == "....uuuuuuuuuu....")
      viewer.type("o")
      await viewer.wait(for: "1 of 2 http://a.b · Enter opens, o next")
      #expect(viewer.screen.canvas.styles[4] == Style([.underline, .reverse]))
      viewer.type("o")
      await viewer.wait(for: "2 of 2 https://c.d/e · Enter opens, o next")
      #expect(viewer.screen.canvas.styles[4] == Style(.underline))
      viewer.type("o")
      await viewer.wait(for: "1 of 2 http://a.b")
      viewer.type("j")
      await viewer.wait(for: ["https://c.d/e"])
      viewer.type("o")
      await viewer.wait(for: "https://c.d/e · Enter opens")
      viewer.type(.escape)
      await viewer.wait("none") { rows in rows.last?.contains("Enter") == false }
      viewer.type(.enter)
      await viewer.wait(for: ["x"])
      viewer.type("o")
      await viewer.wait(for: "no link in sight")
    }
  }

  @Test func `are not opened for those who may only read`() async throws {
    var options = ViewerOptions()
    options.restriction = .environment
    try await TemporaryFolder.run { folder in
      try folder.write(Self.text, to: "file")
      let viewer = try ViewerFixture(folder, "file", columns: 80, options: options)
      await viewer.wait(for: "https://c.d/e")
      viewer.type("o")
      await viewer.wait(for: "LESSSECURE forbids opening links")
    }
  }
}
