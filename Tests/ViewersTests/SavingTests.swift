import Feeds
import Foundation
import TableUI
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

/// The command `:w` on the screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Saving what is shown` {
  private static let text = (1...50).map { "line \($0)\n" }.joined()

  private func run(
    _ text: String = text, name: String = "file.txt", options: ViewerOptions = ViewerOptions(),
    _ body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      let viewer = try ViewerFixture(folder, name, columns: 300, options: options)
      await viewer.wait("the text") { !$0[0].isEmpty }
      try await body(viewer)
    }
  }

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `writes all, byte for byte`() async throws {
    try await run("one\r\n\u{1B}[31mtwo\u{7}\nno end") { viewer in
      viewer.type(":w \(viewer.folder.path)/out\n")
      await viewer.wait(for: "wrote all 21 bytes to")
      let found1 = try viewer.folder.text(of: "out")
      #expect(found1 == "one\r\n\u{1B}[31mtwo\u{7}\nno end")
      let found2 = try names(in: viewer.folder)
      #expect(found2 == ["file.txt", "out"])
    }
  }

  @Test func `replaces a file only where that is said, and keeps its mode`() async throws {
    try await run { viewer in
      let path = try viewer.folder.write("old", to: "out")
      chmod(path, 0o640)
      viewer.type(":w \(path)\n")
      await viewer.wait(for: "exists: use :w! to replace it")
      let found3 = try viewer.folder.text(of: "out")
      #expect(found3 == "old")
      viewer.type(":w! \(path)\n")
      await viewer.wait(for: "wrote all")
      let found4 = try viewer.folder.text(of: "out")
      #expect(found4 == Self.text)
      var state = stat()
      #expect(stat(path, &state) == 0 && state.st_mode & 0o7777 == 0o640)
      let found5 = try names(in: viewer.folder)
      #expect(found5 == ["file.txt", "out"])
    }
  }

  @Test func `follows links, also one that leads nowhere yet`() async throws {
    try await run { viewer in
      let folder = viewer.folder.path
      symlink("out", folder + "/link")
      viewer.type(":w \(folder)/link\n")
      await viewer.wait(for: "wrote all")
      let found6 = try viewer.folder.text(of: "out")
      #expect(found6 == Self.text)
      viewer.type("&line 7\n")
      await viewer.wait(for: "1 line")
      viewer.type(":w! \(folder)/link\n")
      await viewer.wait(for: "wrote 1 line, 7 bytes")
      let found7 = try viewer.folder.text(of: "out")
      #expect(found7 == "line 7\n")
      var state = stat()
      #expect(lstat(folder + "/link", &state) == 0 && state.st_mode & S_IFMT == S_IFLNK)
    }
  }

  @Test(arguments: ["file.txt", "soft", "hard", "./file.txt"])
  func `never writes over the file that is read`(name: String) async throws {
    try await run { viewer in
      let folder = viewer.folder.path
      symlink("file.txt", folder + "/soft")
      link(folder + "/file.txt", folder + "/hard")
      viewer.type(":w! \(folder)/\(name)\n")
      await viewer.wait(for: "is the file that is being read")
      let found8 = try viewer.folder.text(of: "file.txt")
      #expect(found8 == Self.text)
    }
  }

  @Test func `refuses devices and directories, and says what is missing`() async throws {
    try await run { viewer in
      for (line, words) in [
        ("w! /dev/full", "/dev/full is not a regular file"), ("w! /tmp", "/tmp is a directory"),
        ("w /nonexistent/out", "No such file or directory"), ("w", ":w needs a name"),
        ("w |", ":w needs a name"), ("w \(viewer.folder.path)/out a b", "no mark 'a'"),
      ] {
        viewer.type(":\(line)\n")
        await viewer.wait(for: words)
      }
      let found9 = try names(in: viewer.folder)
      #expect(found9 == ["file.txt"])
    }
  }

  @Test func `writes from one mark to another, in either order`() async throws {
    try await run { viewer in
      viewer.type("10Gmb")
      await viewer.wait("the line") { $0[0] == "line 10" }
      viewer.type("30Gma")
      await viewer.wait("the line") { $0[0] == "line 30" }
      viewer.type(":w \(viewer.folder.path)/out a b\n")
      await viewer.wait(for: "wrote 21 lines")
      let found10 = try viewer.folder.text(of: "out")
      #expect(found10 == (10...30).map { "line \($0)\n" }.joined())
      viewer.type(":w! \(viewer.folder.path)/out ^ b\n")
      await viewer.wait(for: "wrote 10 lines")
    }
  }

  @Test func `writes the columns that were chosen on the command line`() async throws {
    var options = ViewerOptions()
    options.columns = ["b"]
    try await run("a,b\n1,2\n3,4\n", name: "a.csv", options: options) { viewer in
      viewer.type(":w \(viewer.folder.path)/out\n")
      await viewer.wait(for: "wrote all")
      let found11 = try viewer.folder.text(of: "out")
      #expect(found11 == "b\n2\n4\n")
    }
  }

  @Test(arguments: [Restriction.environment, .guest])
  func `is forbidden where nothing may be written`(restriction: Restriction) async throws {
    var options = ViewerOptions()
    options.restriction = restriction
    try await run(options: options) { viewer in
      viewer.type(":w \(viewer.folder.path)/out\n")
      await viewer.wait(for: "forbids writing files")
      viewer.type(":w |cat\n")
      await viewer.wait(for: "forbids writing files")
      let found12 = try names(in: viewer.folder)
      #expect(found12 == ["file.txt"])
    }
  }

  @Test func `writes a document as it is, and never over it`() async throws {
    let document = "{\"a\": {\n \"b\": [1, 2]}}"
    try await run(document, name: "a.json") { viewer in
      await viewer.wait(for: "b: [")
      viewer.type(":w \(viewer.folder.path)/out\n")
      await viewer.wait(for: "wrote all 22 bytes to")
      let found13 = try viewer.folder.text(of: "out")
      #expect(found13 == document)
      viewer.type("&2\n")
      await viewer.wait(for: "only 2")
      viewer.type(":w! \(viewer.folder.path)/a.json\n")
      await viewer.wait(for: "is the file that is being read")
      viewer.type(":w! \(viewer.folder.path)/out\n")
      await viewer.wait(for: "wrote 1 value")
      let found14 = try viewer.folder.text(of: "out")
      #expect(found14 == ".a.b[1]: 2\n")
    }
  }

  @Test(arguments: [
    ("w a b", "a b", ""), ("w my file a b", "my file", "ab"), ("w! \"a b c\"", "a b c", ""),
    ("w x ^ $", "x", "^$"), ("w |sort | uniq a b", "sort | uniq a b", ""),
  ]) func `is asked for with marks behind the name`(line: String, name: String, marks: String)
    throws
  {
    let request = try #require(SaveRequest(line))
    #expect(request.name == name)
    #expect(String(String.UnicodeScalarView(request.marks)) == marks)
  }
}
