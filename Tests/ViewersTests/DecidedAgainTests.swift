import ByteStores
import Foundation
import Glibc
import Pipes
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// The type of a file is determined again when the file is replaced, or when more of it has
/// arrived.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `What a file is` {
  nonisolated private static let table =
    "name,amount\n" + (1...20).map { "n\($0),\($0)\n" }.joined()
  nonisolated private static let objects =
    (1...20).map { "{\"name\":\"n\($0)\",\"amount\":\($0)}\n" }.joined()
  private static let header = "  name  amount"

  private func run(
    _ text: String, following: Bool = false, _ body: (ViewerFixture, String) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: "log")
      try await body(
        ViewerFixture(folder, "log", columns: 100, following: following), path)
    }
  }

  private static func append(_ text: some StringProtocol, to path: String) throws {
    try GrowingFile(path: path).append(String(text))
  }

  @Test(arguments: [0, 1, 3, 30, 75], [table, objects])
  func `is seen as it grows, wherever it ended when it was opened`(
    count: Int, text: String
  ) async throws {
    try await checkGrowth(count, text, following: false)
    try await checkGrowth(count, text, following: true)
  }

  private func checkGrowth(_ count: Int, _ text: String, following: Bool) async throws {
    try await run(String(text.prefix(count)), following: following) { viewer, path in
      await viewer.wait(for: "log")
      try Self.append(text.dropFirst(count), to: path)
      await viewer.wait("columns") { $0[0].hasPrefix(Self.header) && $0[6] != "" }
      if following { await viewer.wait(for: "n20") }
    }
  }

  @Test(arguments: [false, true])
  func `stays records over each way to rotate them, with the columns as they are arranged`(
    following: Bool
  ) async throws {
    try await run(Self.table + "n21,21\n", following: following) { viewer, path in
      await viewer.wait(for: Self.header)
      viewer.type("Cj ")
      await viewer.wait(for: "1 of 2 shown")
      viewer.type(.escape)
      await viewer.wait("one column") { $0[0] == "  name" }
      let more = Self.table.replacing("n", with: "m").replacing("mame,amoumt", with: "name,amount")
      for way in ["truncate", "copy", "rename", "delete", "empty"] {
        try Self.rotate(path, way, to: more)
        await viewer.wait("the new one after \(way)") {
          $0[0] == "  name" && $0[1].hasPrefix("▌ m") || following && $0[6].hasPrefix("  m")
        }
        try Self.rotate(path, way, to: Self.table)
        await viewer.wait("the old one after \(way)") {
          $0[0] == "  name" && $0[1].hasPrefix("▌ n") || following && $0[6].hasPrefix("  n")
        }
      }
    }
  }

  private static func rotate(_ path: String, _ way: String, to text: String) throws {
    let url = URL(filePath: path)
    switch way {
    case "truncate":
      #expect(truncate(path, 0) == 0)
      try append(text, to: path)
    case "copy":
      let handle = try FileHandle(forWritingTo: url)
      try handle.write(contentsOf: Data(text.utf8))
      try handle.truncate(atOffset: UInt64(text.utf8.count))
      try handle.close()
    case "rename": try GrowingFile(path: path).make(text)
    case "delete":
      #expect(unlink(path) == 0)
      try Data(text.utf8).write(to: url)
    default:
      try GrowingFile(path: path).make("")
      try append(text, to: path)
    }
  }

  @Test func `is something else where it was rewritten as that`() async throws {
    try await run(Self.table) { viewer, path in
      await viewer.wait(for: Self.header)
      for (text, first) in [
        ("plain 1\nplain 2\n", "plain 1"), (Self.objects, Self.header), ("{}\n", "{}"),
        (Self.table, Self.header),
      ] {
        try Data(text.utf8).write(to: URL(filePath: path))
        await viewer.wait("'\(first)'") { $0[0].hasPrefix(first) || first == "{}" && $0[1] == "" }
      }
    }
  }

  @Test func `leaves marks and the way back at the numbers of their lines`() async throws {
    try await run((1...100).map { "line \($0)\n" }.joined()) { viewer, path in
      await viewer.wait(for: ["line 1"])
      viewer.type("50Gma")
      await viewer.wait(for: "mark 'a' set")
      viewer.type("80G")
      await viewer.wait(for: ["line 80"])
      try Data((1...100).map { "longer line \($0)\n" }.joined().utf8).write(
        to: URL(filePath: path))
      await viewer.wait(for: ["longer line 80"])
      viewer.type("'a")
      await viewer.wait(for: ["longer line 50"])
      viewer.type("''")
      await viewer.wait(for: ["longer line 80"])
    }
  }

  @Test func `is shown in the line that is open`() async throws {
    try await run(Self.table) { viewer, path in
      await viewer.wait(for: Self.header)
      viewer.type("\n")
      await viewer.wait(for: "record")
      try Data(Self.table.replacing("n1,1\n", with: "other,77\n").utf8).write(
        to: URL(filePath: path))
      await viewer.wait(for: "77")
    }
  }
}

/// Movements that are typed before a pipe has any data.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `Keys typed ahead of a pipe` {
  @Test(arguments: [("", 141), ("a,b\n", 121)])
  func `end where they would have ended after`(header: String, last: Int) async throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(
      reading: pipe.output, name: "pipe", folder: "/tmp", limit: nil, lookAhead: 1 << 20)
    try await TemporaryFolder.run { folder in
      let viewer = try ViewerFixture(folder, feed: TextFeed(stream.file, stream))
      await viewer.wait(for: "waiting for more")
      viewer.type(String(repeating: " ", count: 20))
      await viewer.breathe()
      pipe.write(header + (1...1_000).map { "\($0),x\n" }.joined())
      await viewer.wait("the place") {
        header.isEmpty ? $0[0].hasPrefix("\(last)") : $0[1].hasPrefix("▌ \(last)")
      }
    }
    stream.stop()
  }
}
