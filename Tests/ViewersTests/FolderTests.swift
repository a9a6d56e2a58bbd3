import FileSources
import Foundation
import Paging
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A folder` {
  init() {
    setenv("TZ", "UTC", 1)
    tzset()
  }

  /// Fills a folder with one entry of each usual kind.
  private static func fill(_ folder: TemporaryFolder) throws {
    try folder.write(String(repeating: "x", count: 1_234), to: "notes.txt")
    try folder.write("one\ntwo\n", to: "below/inner.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "below")
    #expect(mkfifo(folder.path + "/queue", 0o600) == 0)
    for name in ["notes.txt", "below", "queue"] { try folder.setTime(1_700_000_000, of: name) }
  }

  @Test func `lists its entries by name, with type, size and time`() async throws {
    try await TemporaryFolder.run { folder in
      try Self.fill(folder)
      let viewer = try ViewerFixture(folder, "", columns: 120)
      await viewer.wait(for: [
        "▌ d         -  2023-11-14 22:13  below/",
        "  l         -  2023-11-14 22:13  link/ -> below",
        "  -   1.2 KiB  2023-11-14 22:13  notes.txt",
        "  p         -  2023-11-14 22:13  queue",
        "  ── end ──",
      ])
      await viewer.wait(for: "entry 1 of 4")
    }
  }

  @Test func `opens the entry under the selection, and is back where it was`() async throws {
    try await TemporaryFolder.run { folder in
      try Self.fill(folder)
      let viewer = try ViewerFixture(folder, "", columns: 60)
      await viewer.wait(for: "below/")
      viewer.type(.enter)
      await viewer.wait(for: "inner.txt")
      viewer.type(.enter)
      await viewer.wait(for: ["one", "two"])
      viewer.type("q")
      await viewer.wait(for: "inner.txt")
      viewer.type(.escape)
      await viewer.wait(for: "notes.txt")
      viewer.type("q")
      #expect(viewer.session.end == .quit)
    }
  }

  @Test func `has a path to copy of each entry, and the entry as JSON`() async throws {
    try await TemporaryFolder.run { folder in
      try Self.fill(folder)
      let viewer = try ViewerFixture(folder, "", columns: 120)
      await viewer.wait(for: "below/")
      viewer.type("jjy")
      await viewer.wait(for: "sent the entry")
      let path = String(decoding: viewer.screen.clipboard ?? [], as: UTF8.self)
      #expect(path.hasSuffix("/notes.txt") && path.hasPrefix("/"))
      viewer.type("Y")
      await viewer.wait("the object") { _ in viewer.screen.clipboard?.first == UInt8(ascii: "{") }
    }
  }

  @Test func `has the filters of the command line, and what is opened from it has not`()
    async throws
  {
    try await TemporaryFolder.run { folder in
      try folder.write("one\ntwo\n", to: "one.txt")
      try folder.write("", to: "two.txt")
      var options = ViewerOptions()
      options.filters = ["one"]
      let viewer = try ViewerFixture(folder, "", columns: 200, options: options)
      await viewer.wait(for: "entry 1 of 1")
      viewer.type(.enter)
      await viewer.wait(for: ["one", "two"])
    }
  }

  @Test func `opens a pipe with a name, and says why an entry cannot be opened`() async throws {
    try await TemporaryFolder.run { folder in
      try Self.fill(folder)
      let viewer = try ViewerFixture(folder, "", columns: 200)
      await viewer.wait(for: "queue")
      viewer.type("jjj")
      viewer.type(.enter)
      await viewer.wait(for: "waiting for more")
      viewer.type(.escape)
      await viewer.wait(for: "notes.txt")
      viewer.type("k")
      try folder.remove("notes.txt")
      viewer.type(.enter)
      await viewer.wait(for: "notes.txt: No such file or directory")
    }
  }

  @Test func `shows what has come and gone when it is looked at again`() async throws {
    try await TemporaryFolder.run { folder in
      try Self.fill(folder)
      let viewer = try ViewerFixture(folder, "", columns: 60)
      await viewer.wait(for: "queue")
      try folder.remove("queue")
      try folder.write("", to: "zebra")
      viewer.type("r")
      await viewer.wait(for: "zebra")
      #expect(!viewer.screen.picture.contains("queue"))
    }
  }

  @Test func `is looked at again where the reader is, far from its start`() async throws {
    try await TemporaryFolder.run { folder in
      for number in 100..<300 { try folder.write("", to: "file\(number)") }
      let viewer = try ViewerFixture(folder, "", columns: 60)
      await viewer.wait(for: "file100")
      viewer.type("/file24\n")
      await viewer.wait(for: "file240")
      try folder.remove("file240")
      viewer.type("r")
      await viewer.wait("file240 gone") { rows in
        rows.contains { $0.hasSuffix("file241") } && !rows.contains { $0.hasSuffix("file240") }
      }
    }
  }

  @Test func `may be empty`() async throws {
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, "", columns: 60)
      await viewer.wait(for: "nothing here yet")
    }
  }

  @Test func `of ten thousand is gone to the end of, and to its middle`() async throws {
    try await TemporaryFolder.run { folder in
      for number in 10_000..<20_000 {
        close(open("\(folder.path)/\(number)", O_CREAT | O_WRONLY, 0o600))
      }
      let viewer = try ViewerFixture(folder, "", columns: 120)
      await viewer.wait(for: "10000")
      viewer.type("G")
      await viewer.wait(for: "19999")
      await viewer.wait(for: "entry 10,000 of 10,000")
      viewer.type("g")
      await viewer.wait(for: "entry 1 of 10,000")
    }
  }

  @Test func `is filtered without a pause, however many entries do not match`() async throws {
    try await TemporaryFolder.run { folder in
      for number in 1_000..<2_000 { try folder.write("", to: "\(number)") }
      try folder.write("", to: "zz")
      let viewer = try ViewerFixture(folder, "", columns: 120)
      await viewer.wait(for: "1000")
      viewer.type("&name~zz\n")
      await viewer.wait(for: "entry 1 of 1")
      await viewer.wait(for: "zz")
    }
  }

  @Test func `makes names safe that hold more than letters`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("", to: "a\u{1B}[31m\nb")
      let viewer = try ViewerFixture(folder, "", columns: 60)
      await viewer.wait(for: "a␛[31m")
    }
  }

  @Test func `that may not be read says so`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.makeFolder("closed")
      let viewer = try ViewerFixture(folder, "closed", columns: 200)
      await viewer.wait(for: "nothing here yet")
      try folder.remove("closed")
      viewer.type("r")
      await viewer.wait(for: "closed: No such file or directory")
    }
  }

  @Test(arguments: [
    ([PageRequest<[UInt8]>.Position.start], ["a", "b"]), ([.end], ["d", "e"]),
    ([.after(Array("b".utf8))], ["c", "d"]), ([.before(Array("d".utf8))], ["b", "c"]),
    ([.after(Array("bb".utf8))], ["c", "d"]), ([.before(Array("a".utf8))], []),
    ([.after(Array("e".utf8))], []), ([.number(3)], ["d", "e"]), ([.number(99)], ["e"]),
  ]) func `is paged by name from anywhere`(
    position: [PageRequest<[UInt8]>.Position], names: [String]
  ) async throws {
    try await TemporaryFolder.run { folder in
      for name in ["a", "b", "c", "d", "e"] { try folder.write("", to: name) }
      let source = FolderSource(path: Array(folder.path.utf8))
      let page = try await source.load(
        PageRequest(reason: .refresh, position: position[0], count: 2))
      #expect(page.items.map(\.name) == names)
      #expect(page.extent?.total == 5)
    }
  }
}
