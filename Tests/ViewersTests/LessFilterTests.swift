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

  @Test(arguments: ["true %s", "echo FOLDER/none %s", "echo /dev/tty %s", "printf '\\377\\n' %s"])
  func `is passed over where it names no file`(template: String) async throws {
    try await show(template) { viewer in await viewer.wait(for: "␀␁␂␃") }
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
