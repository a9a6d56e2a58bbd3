import Feeds
import Foundation
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// `LESSOPEN`, for a file that is not text.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `What shows a file that is no text` {
  @Test(arguments: [
    ("|lesspipe %s", "/a b", "lesspipe '/a b'"), ("|x \"%s\"", "$(y)", "x '$(y)'"),
    ("|x '%s' -", "a", "x 'a' -"), ("||x -- %s", "it's", "x -- 'it'\\''s'"),
    ("|-x %s %s", "-f", "x './-f' './-f'"), ("| x %s", "$(rm)\n`", " x '$(rm)\n`'"),
    ("x %s", "it's", "x 'it'\\''s'"), ("-x %s", "-f", "x './-f'"),
  ]) func `is given its path as one word`(template: String, path: String, command: String) {
    #expect(LessFilter(template)?.line(for: path) == command)
  }

  @Test(arguments: [
    ("x", "x"), ("x %s", "x 'a b'"), ("x %s '%s'", "x 'a b' '/tmp/-c'"), ("x \"a %s\"", nil),
    ("", nil), ("x %s %s %s", nil),
  ]) func `is given both names at the end`(template: String, line: String?) {
    let filter = LessFilter("|y %s", closing: template)
    #expect(filter?.closingLine(for: "a b", "/tmp/-c") == line)
  }

  @Test(arguments: ["", "|x", "x", "|x \"a %s\"", "|sh -c 'x %s'", nil])
  func `names the file`(
    template: String?
  ) {
    #expect(LessFilter(template) == nil)
  }

  private func show(
    _ template: String, _ content: [UInt8] = [0, 1, 2, 3, 0x0A], restriction: Restriction? = nil,
    closing: String? = nil, _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    var options = ViewerOptions()
    options.restriction = restriction
    try await TemporaryFolder.run { folder in
      options.lessOpen = { [path = folder.path] in
        template.replacingOccurrences(of: "FOLDER", with: path)
      }
      options.lessClose = { closing }
      try Data(content).write(to: URL(filePath: folder.path + "/it's a file"))
      try await body(try ViewerFixture(folder, "it's a file", columns: 120, options: options))
    }
  }

  @Test func `is shown under the name of the file`() async throws {
    try await show("|echo shown; od -An -tx1 < %s") { viewer in
      await viewer.wait(for: ["shown", " 00 01 02 03 0a"])
      await viewer.wait(for: "it's a file")
    }
  }

  @Test(arguments: ["|true %s", "|false %s", "||false %s", "|no-such-program %s 2>&-"])
  func `is passed over where it writes nothing`(template: String) async throws {
    try await show(template) { viewer in await viewer.wait(for: "␀␁␂␃") }
  }

  @Test func `may name another file, which is removed at the end`() async throws {
    let template = "echo replaced >FOLDER/copy; echo FOLDER/copy; echo more %s"
    try await show(template, closing: "rm %s %s") { viewer in
      await viewer.wait(for: ["replaced"])
      await viewer.wait(for: "it's a file")
      let files = FileManager.default
      #expect(files.fileExists(atPath: viewer.folder.path + "/copy"))
      viewer.close()
      #expect(!files.fileExists(atPath: viewer.folder.path + "/copy"))
      #expect(!files.fileExists(atPath: viewer.folder.path + "/it's a file"))
    }
  }

  @Test func `is awaited while the screen before it goes on`() async throws {
    try await TemporaryFolder.run { folder in
      var options = ViewerOptions()
      options.lessOpen = { [path = folder.path] in
        "|until [ -e \(path)/go ]; do sleep 0.02; done; echo shown; : %s"
      }
      try folder.write((1...300).map { "line \($0)\n" }.joined(), to: "text")
      try folder.write("\0\u{1}", to: "other")
      let viewer = try ViewerFixture(folder, "text", columns: 120, options: options)
      await viewer.wait(for: ["line 1"])
      viewer.type(":e \(folder.path)/other\n200G")
      await viewer.wait(for: ["line 200"])
      await viewer.wait(for: "opening…")
      try folder.write("", to: "go")
      await viewer.wait(for: ["shown"])
      #expect(!viewer.statusLine.contains("opening"))
    }
  }

  @Test(arguments: ["true %s", "echo FOLDER/none %s", "echo /dev/tty %s", "printf '\\377\\n' %s"])
  func `is passed over where it names no file`(template: String) async throws {
    try await show(template) { viewer in await viewer.wait(for: "␀␁␂␃") }
  }

  private static let packedBinary: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x63, 0x60, 0x64, 0x62, 0xE6, 0x02,
    0x00, 0xCB, 0xFE, 0xE2, 0xB6, 0x05, 0x00, 0x00, 0x00,
  ]
  private static let packedText: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0x49, 0xAD, 0x28, 0xE1, 0x02,
    0x00, 0x27, 0xDA, 0xEC, 0x37, 0x05, 0x00, 0x00, 0x00,
  ]

  @Test func `is asked about a compressed file unless its content is text`() async throws {
    try await show("|echo shown %s", Self.packedBinary) { viewer in
      await viewer.wait(for: "shown")
    }
    try await show("|echo shown %s", Self.packedText) { viewer in await viewer.wait(for: ["text"]) }
  }

  @Test func `may say that there is nothing`() async throws {
    try await show("||true %s") { viewer in await viewer.wait(for: "no data") }
  }

  @Test func `is not asked about a text, nor where no program may run`() async throws {
    try await show("|echo shown %s", Array("text\n".utf8)) { viewer in
      await viewer.wait(for: ["text"])
    }
    try await show("|echo shown %s", restriction: .environment) { viewer in
      await viewer.wait(for: "␀␁␂␃")
    }
  }
}
