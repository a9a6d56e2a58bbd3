import Foundation
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Files that are not plain UTF-8, on the screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A text that is decoded` {
  private func show(
    _ text: String, _ encoding: String.Encoding, named name: String? = nil, as file: String = "t",
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let bytes = try #require(text.data(using: encoding))
      try bytes.write(to: URL(filePath: folder.path + "/" + file))
      var options = ViewerOptions()
      if let name {
        let isKnown = options.takeEncoding(named: name)
        #expect(isKnown)
      }
      try await body(try ViewerFixture(folder, file, columns: 160, options: options))
    }
  }

  private static let text = (1...50).map { "\($0) größer 漢字\n" }.joined()

  @Test func `is shown, searched, filtered and copied in its characters`() async throws {
    try await show(Self.text, .utf16) { viewer in
      await viewer.wait(for: ["1 größer 漢字", "2 größer 漢字"])
      viewer.type("=")
      await viewer.wait(for: "UTF-16LE")
      viewer.type("/50 größer 漢\n")
      await viewer.wait(for: "match 1 of 1")
      viewer.type("gy")
      await viewer.wait(for: "sent the line")
      #expect(viewer.screen.clipboard == Array("1 größer 漢字".utf8))
      viewer.type("&7 gr\n")
      await viewer.wait(for: ["7 größer 漢字", "17 größer 漢字"])
    }
  }

  @Test func `has an encoding of one byte where a reader says so`() async throws {
    try await show("größer\n", .isoLatin1, named: "latin1") { viewer in
      await viewer.wait(for: ["größer"])
      viewer.type("=")
      await viewer.wait(for: "ISO-8859-1")
    }
    try await show("größer\n", .isoLatin1) { viewer in await viewer.wait(for: ["gr<F6><DF>er"]) }
  }

  @Test func `has columns where it is records`() async throws {
    try await show("id,name\n1,Jürgen\n", .utf16BigEndian, as: "t.csv") { viewer in
      await viewer.wait(for: ["  id  name", "▌  1  Jürgen"])
    }
  }

  @Test func `says that its bytes are counted as UTF-8`() async throws {
    try await show("größer\n", .isoLatin1, named: "latin1") { viewer in
      await viewer.wait(for: ["größer"])
      viewer.type("=")
      await viewer.wait(for: "byte 9 of 9 after conversion to UTF-8")
    }
  }

  @Test func `is searched to its end, however far that is`() async throws {
    let lines = (1...600_000).map { "line \($0) of a text that is long\n" }.joined()
    try await show(lines, .utf16LittleEndian) { viewer in
      await viewer.wait(for: "line 1 of")
      viewer.type("/line 599999 \n")
      await viewer.wait(for: "match 1 of 1")
    }
  }

  @Test func `has no match in a line that has not come whole`() async throws {
    let lines = (1...600_000).map { "line \($0) of a text that is long\n" }.joined()
    try await show(lines, .utf16LittleEndian) { viewer in
      await viewer.wait(for: "line 1 of")
      viewer.type("/[^g]$\n")
      await viewer.wait(for: "not found below")
    }
  }

  @Test(arguments: ["latin1", "SHIFT_JIS"])
  func `is followed like any other file`(encoding: String) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("one\n", to: "t")
      var options = ViewerOptions()
      let isKnown = options.takeEncoding(named: encoding)
      #expect(isKnown)
      let viewer = try ViewerFixture(folder, "t", columns: 80, following: true, options: options)
      await viewer.wait(for: ["one"])
      await viewer.wait(for: "end")
      #expect(!viewer.rows.contains { $0.contains("status") })
      await viewer.wait(for: "following")
      try folder.append("two\n", to: "t")
      await viewer.wait(for: ["one", "two"])
      #expect(viewer.statusLine.contains("following") && !viewer.statusLine.contains("grew"))
      viewer.type("F")
      await viewer.wait("no following") { $0.last?.contains("following") == false }
      try folder.append("three\n", to: "t")
      await viewer.wait(for: "grew: decoding it again")
    }
  }

  @Test func `of UTF-8 has a mark that is no part of it`() async throws {
    try await show("\u{FEFF}one\ntwo\n", .utf8) { viewer in
      await viewer.wait(for: ["one", "two"])
      viewer.type("/^one\n")
      await viewer.wait(for: "match 1 of 1")
      viewer.type("y")
      await viewer.wait(for: "sent the line, 3 bytes")
    }
  }
}
