import Feeds
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

@Suite(.timeLimit(.minutes(5))) struct `A link in a text` {
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

  @Test(arguments: [
    ("http://a.b http://c.d", ["http://a.b"], ["http://c.d"]),
    ("http://a.b. http://c.d.", ["http://a.b"], ["http://c.d"]),
    ("?u=http://a.b", [], []), ("x http://a.b y", ["http://a.b"], ["http://a.b"]),
  ]) func `is left out where the text is cut, because the address may be longer`(
    text: String, cutAtEnd: [String], cutAtStart: [String]
  ) {
    let text = SafeText(text)
    #expect(WebLink.all(in: text, cut: CutEdges(end: true)).map(\.address) == cutAtEnd)
    #expect(WebLink.all(in: text, cut: CutEdges(start: true)).map(\.address) == cutAtStart)
  }

  @Test func `is not endless`() {
    let address = "http://" + String(repeating: "x", count: 2_041)
    #expect(WebLink.all(in: SafeText(address)).map(\.address) == [address])
    #expect(WebLink.all(in: SafeText(address + "x")).isEmpty)
    // Neither of these texts is examined again from each of its positions.
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
      await viewer.wait(for: "1 of 2 http://a.b · Enter: open; o: next")
      #expect(viewer.screen.canvas.styles[4] == Style([.underline, .reverse]))
      viewer.type("o")
      await viewer.wait(for: "2 of 2 https://c.d/e · Enter: open; o: next")
      #expect(viewer.screen.canvas.styles[4] == Style(.underline))
      viewer.type("o")
      await viewer.wait(for: "1 of 2 http://a.b")
      viewer.type("j")
      await viewer.wait(for: ["https://c.d/e"])
      viewer.type("o")
      await viewer.wait(for: "https://c.d/e · Enter: open")
      viewer.type(.escape)
      await viewer.wait("none") { rows in rows.last?.contains("Enter") == false }
      viewer.type(.enter)
      await viewer.wait(for: ["x"])
      viewer.type("o")
      await viewer.wait(for: "no link on the screen")
    }
  }

  @Test func `are not chosen where a long line is cut into pieces`() async throws {
    let link = "\u{1B}]8;;http://cross.piece/path\u{1B}\\label\u{1B}]8;;\u{1B}\\"
    let text = String(repeating: "x", count: 16_370) + link + String(repeating: "y", count: 20_000)
    try await ViewerFixture.show(text + "\nend\n", columns: 80, wraps: false) { viewer in
      await viewer.wait(for: "xxxx")
      viewer.type("o")
      await viewer.wait(for: "no link on the screen")
    }
  }

  private static let long = "https://accounts.example.com.session.verify.evil.example/login"

  @Test(arguments: [20, 34, 40, 50, 70])
  func `are shown in rows where the status line would cut them`(columns: Int) async throws {
    let text = "see \(Self.long) now\n" + String(repeating: "x\n", count: 30)
    try await ViewerFixture.show(text, lines: 9, columns: columns) { viewer in
      await viewer.wait(for: "see http")
      viewer.type("o")
      await viewer.wait("the whole target") { rows in
        rows.map { $0.drop { $0 == " " } }.joined().contains(Self.long + "Enter: open")
      }
    }
  }

  @Test func `are not opened where the screen cannot show their host`() async throws {
    let text = "see \(Self.long) now\n" + String(repeating: "x\n", count: 30)
    try await ViewerFixture.show(text, lines: 3, columns: 20) { viewer in
      await viewer.wait(for: "see http")
      viewer.type("o")
      await viewer.wait("the refusal") { $0.last?.contains("the screen is") ?? false }
      viewer.type(.enter)
      await viewer.wait("no browser") { !($0.last?.contains("the screen is") ?? true) }
      #expect(!viewer.statusLine.contains("opened"))
    }
  }

  @Test(arguments: [
    ("https://u@a.example:8/b?c", "https://u@a.example:8"), ("mailto:a@b?subject=c", "mailto:a@b"),
    ("http://a?b/c", "http://a"), ("file:///etc/passwd", "file:///etc"), ("none", "none"), ("", ""),
  ])
  func `begin with a scheme and a host`(address: String, start: String) {
    #expect(String(LinkTarget.leading(of: address)) == start)
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

/// Links that OSC 8 puts into a text.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The labels of links` {
  private static func link(_ target: String, _ label: String) -> String {
    "\u{1B}]8;;\(target)\u{7}\(label)\u{1B}]8;;\u{7}"
  }

  private static func show(
    _ text: String, options: ViewerOptions = ViewerOptions(),
    _ body: (ViewerFixture, TemporaryFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(
        text.replacing("HERE", with: "file://\(folder.path)") + String(repeating: "x\n", count: 20),
        to: "t")
      try await body(try ViewerFixture(folder, "t", columns: 200, options: options), folder)
    }
  }

  @Test func `are shown underlined, and their targets told`() async throws {
    try await Self.show("a \(Self.link("https://b/", "the label")) c\n") { viewer, _ in
      await viewer.wait(for: "a the label c")
      let style = viewer.screen.canvas.stylePicture.split(separator: "\n")[0]
      #expect(style.hasPrefix("..uuuuuuuuu.."))
      viewer.type("o")
      await viewer.wait(for: "https://b/ · Enter: open")
    }
  }

  @Test func `hide no address that a label pretends to be`() async throws {
    try await Self.show("\(Self.link("https://b/", "https://a/")) https://c/\n") { viewer, _ in
      await viewer.wait(for: "https://a/ https://c/")
      viewer.type("o")
      await viewer.wait(for: "1 of 2 https://b/ · Enter: open")
      viewer.type("o")
      await viewer.wait(for: "2 of 2 https://c/ · Enter: open")
    }
  }

  @Test func `open a file of this host by its path, whatever that looks like`() async throws {
    let text = Self.link("HERE/exec%3als%20%25:3", "file")
    try await Self.show(text + "\n") { viewer, folder in
      try folder.write("within\n", to: "exec:ls %:3")
      await viewer.wait(for: "file")
      viewer.type("o", .enter)
      await viewer.wait(for: "within")
      viewer.type(.escape)
      await viewer.wait(for: "x")
      viewer.type("q")
      #expect(viewer.session.end == .quit)
    }
  }

  @Test(arguments: [
    ("javascript:alert(1)", "cannot be opened", "only http, https, mailto and file links"),
    ("exec:ls", "cannot be opened", "only http, https, mailto and file links"),
    ("no scheme", "cannot be opened", "only http, https, mailto and file links"),
    (
      "file://other.example/x", "cannot be opened: on another host",
      "cannot open a file on another host: other.example"
    ),
    ("file:relative", "cannot be opened", "only http, https, mailto and file links"),
    ("file:///%00", "cannot be opened", "only http, https, mailto and file links"),
    ("file:///%zz", "cannot be opened", "only http, https, mailto and file links"),
    ("file:///no/such:5", "Enter: open", "/no/such:5: No such file or directory"),
  ]) func `are only shown where nothing opens them`(target: String, told: String, said: String)
    async throws
  {
    try await Self.show(Self.link(target, "label") + "\n") { viewer, _ in
      await viewer.wait(for: "label")
      viewer.type("o")
      await viewer.wait(for: "\(target) · \(told)")
      viewer.type(.enter)
      await viewer.wait(for: said)
    }
  }

  @Test func `are all that those see who may only read`() async throws {
    var options = ViewerOptions()
    options.restriction = .environment
    try await Self.show(Self.link("HERE/t", "label") + "\n", options: options) { viewer, _ in
      await viewer.wait(for: "label")
      viewer.type("o")
      await viewer.wait(for: "LESSSECURE forbids opening links")
      viewer.type(.enter)
      await viewer.wait(for: ["x"])
    }
  }

  @Test func `are searched and filtered as they are shown`() async throws {
    let text = "one\na \(Self.link("https://b/", "the label")) c\ntwo\n"
    try await Self.show(text) { viewer, _ in
      await viewer.wait(for: "a the label c")
      viewer.type("&label c\n")
      await viewer.wait(for: ["a the label c"])
    }
  }

  @Test func `stand beside commands to the terminal, which = counts`() async throws {
    try await Self.show("\u{1B}]0;title\u{7}\u{1B}]133;A\u{7}$ ls\n") { viewer, _ in
      await viewer.wait(for: "$ ls")
      viewer.type("=")
      await viewer.wait(for: "2 control sequences not shown")
    }
  }
}

@Suite struct `The target of a link` {
  @Test(arguments: [
    ("http://a", LinkTarget.browser), ("HTTPS://a", .browser), ("mailto:a@b", .browser),
    ("file:///a%20b?x#y", .path(Array("/a b".utf8))), ("file:/a", .path(Array("/a".utf8))),
    ("file://LOCALHOST/%e9", .path([0x2F, 0xE9])), ("file://other/a", .otherHost("other")),
    ("file://", .unknown), ("", .unknown), (":", .unknown), ("ftp://a", .unknown),
    ("file:///a%2", .unknown),
  ]) func `is told by its scheme`(address: String, target: LinkTarget) {
    #expect(LinkTarget(address) == target)
  }
}
