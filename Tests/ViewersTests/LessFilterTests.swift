import Feeds
import Foundation
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// `LESSOPEN`, for a file that is no text.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `What shows a file that is no text` {
  @Test(arguments: [
    ("|lesspipe %s", "/a b", "lesspipe '/a b'"), ("|x \"%s\"", "$(y)", "x '$(y)'"),
    ("|x '%s' -", "a", "x 'a' -"), ("||x -- %s", "it's", "x -- 'it'\\''s'"),
    ("|-x %s %s", "-f", "x './-f' './-f'"), ("| x %s", "$(rm)\n`", " x '$(rm)\n`'"),
  ]) func `is given its path as one word`(template: String, path: String, command: String) {
    #expect(LessFilter(template)?.command(for: path) == command)
  }

  @Test(arguments: ["", "x %s", "|x", "|x \"a %s\"", "|sh -c 'x %s'", nil])
  func `writes to a pipe, and names the file`(
    template: String?
  ) {
    #expect(LessFilter(template) == nil)
  }

  private func show(
    _ template: String, _ content: [UInt8] = [0, 1, 2, 3, 0x0A], restriction: Restriction? = nil,
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    var options = ViewerOptions()
    options.lessOpen = { template }
    options.restriction = restriction
    try await TemporaryFolder.run { folder in
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
