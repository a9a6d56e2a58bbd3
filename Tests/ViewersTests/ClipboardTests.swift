import Foundation
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The ways to copy to the clipboard, with programs that record their input.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A clipboard` {
  /// Types keys that copy a part of a text, by default the first line; the programs that may take
  /// the copy are shell scripts that run in the folder.
  private func copy(
    _ scripts: [String], text: String = "one\ntwo\n", keys: String = "y", limit: Int = 1 << 20,
    _ body: (ViewerFixture, TemporaryFolder) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let programs = scripts.enumerated().map { number, script in
        Clipboard.Program(
          words: ["/bin/sh", "-c", "cd '\(folder.path)'; \(script)"], way: "by \(number)",
          limit: limit)
      }
      try folder.write(text, to: "t")
      let viewer = try ViewerFixture(folder, "t", columns: 200, clipboard: Clipboard(programs))
      await viewer.wait(for: "F1 help")
      viewer.type(keys)
      try await body(viewer, folder)
    }
  }

  private func content(_ folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.path + "/copy", encoding: .utf8)
  }

  @Test func `is the first program that takes the text`() async throws {
    try await copy(["exit 1", "cat > copy", "cat > other"]) { viewer, folder in
      await viewer.wait(for: "copied the line, 3 bytes, by 1")
      let content = try content(folder)
      #expect(content == "one")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/other"))
      #expect(viewer.screen.clipboard == nil)
    }
  }

  @Test func `is the terminal where no program takes it`() async throws {
    try await copy(["exit 1", "kill -9 $$"]) { viewer, _ in
      await viewer.wait(for: "sent the line, 3 bytes, to the terminal")
      #expect(viewer.screen.clipboard == Array("one".utf8))
    }
  }

  @Test func `is not the program that does not answer, which is ended`() async throws {
    try await copy(["echo $$ > id; exec sleep 100", "cat > copy"]) { viewer, folder in
      await viewer.wait(for: "copied the line, 3 bytes, by 1")
      let text = try String(contentsOfFile: folder.path + "/id", encoding: .utf8)
      let id = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(-id, 0) == -1)
    }
  }

  @Test func `has a program in a session of its own, which may outlive the viewer`() async throws {
    try await copy(["ps -o sid= -p $$ > ids; echo $$ >> ids"]) { viewer, folder in
      await viewer.wait(for: "copied the line")
      let ids = try String(contentsOfFile: folder.path + "/ids", encoding: .utf8)
        .split(whereSeparator: \.isWhitespace)
      #expect(ids.count == 2 && ids[0] == ids[1])
    }
  }

  @Test func `takes any bytes, up to its bound`() async throws {
    let text = String(repeating: "é\u{1B}\t", count: 3_000)
    try await copy(["cat > copy"], text: text + "\n") { viewer, folder in
      await viewer.wait(for: "copied the line")
      let content = try content(folder)
      #expect(content == text)
    }
    try await copy(["cat > copy"], text: text + "\n", limit: 9_000) { viewer, _ in
      await viewer.wait(for: "cannot copy the line: 12,000 bytes (limit 9,000)")
    }
    try await copy(["exit 1"], text: text + "\n") { viewer, _ in
      await viewer.wait(for: "cannot copy the line: 11.7 KiB is too large for the terminal")
    }
  }

  @Test(arguments: [
    ("2j:y a\n", "copied 3 lines, 6 bytes, by 0", "1\n2\n3\n"),
    ("4jmbgg:y b a\n", "copied 5 lines, 10 bytes, by 0", "1\n2\n3\n4\n5\n"),
    (":y a\n", "copied 1 line, 2 bytes, by 0", "1\n"),
    ("/5\n:y a\n", "copied 5 lines, 10 bytes, by 0", "1\n2\n3\n4\n5\n"),
    (":y c\n", "no mark 'c': press mc to set it", nil),
    (":y\n", ":y needs a mark: type :y a to copy from mark a to here", nil),
    (":y abc\n", ":y needs a mark: type :y a to copy from mark a to here", nil),
    ("&1\n3j:y a\n", "copied 4 lines, 11 bytes, by 0", "1\n10\n11\n12\n"),
  ]) func `takes the lines from a mark to here`(keys: String, said: String, copy: String?)
    async throws
  {
    let text = (1...40).map { "\($0)\n" }.joined()
    try await self.copy(["cat > copy"], text: text, keys: "ma" + keys) { viewer, folder in
      await viewer.wait(for: said)
      let content = try? content(folder)
      #expect(content == copy)
    }
  }

  @Test(arguments: [
    (["TMUX": "x", "DISPLAY": ":0"], ["tmux"]), (["TMUX": "x", "SSH_CONNECTION": "x"], ["tmux"]),
    (["SSH_CONNECTION": "x", "DISPLAY": ":0"], []), (["TMUX": ""], ["pbcopy"]),
    (["DISPLAY": ":0"], ["xclip", "xsel", "pbcopy"]),
    (["DISPLAY": ":0", "WAYLAND_DISPLAY": "w"], ["wl-copy", "xclip", "xsel", "pbcopy"]),
  ]) func `is chosen by where the program runs`(variables: [String: String], programs: [String]) {
    #expect(Clipboard(environment: { variables[$0] }).programs.map { $0.words[0] } == programs)
  }
}
