import ByteStores
import Glibc
import Pipes
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// The output of other programs, shown while it arrives.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A stream on the screen` {
  private let pipe = OpenPipe()

  private func show(
    lookAhead: Int = 1 << 20, limit: Int? = nil, numbers: Bool = false,
    _ body: (ViewerFixture, StreamStore) async throws -> Void
  ) async throws {
    let stream = try StreamStore(
      reading: pipe.output, name: "standard input", folder: "/tmp", limit: limit,
      lookAhead: lookAhead)
    try await TemporaryFolder.run { folder in
      try await body(
        ViewerFixture(folder, feed: TextFeed(stream.file, stream), numbers: numbers), stream)
    }
    stream.stop()
  }

  private static func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }
  private static func text(_ range: ClosedRange<Int>) -> String {
    range.map { "line \($0)\n" }.joined()
  }

  @Test func `is shown as far as it has come, and says that more may come`() async throws {
    try await show { viewer, _ in
      await viewer.wait(for: "  waiting for more…")
      pipe.write("line 1\nli")
      await viewer.wait(for: ["line 1", "li", "── waiting for more… ──"])
      pipe.write("ne 2\n")
      await viewer.wait(for: ["line 1", "line 2", "── waiting for more… ──"])
    }
  }

  @Test func `is saved as far as it has come, without a wait for its end`() async throws {
    try await show { viewer, _ in
      pipe.write(Self.text(1...3))
      await viewer.wait(for: Self.lines(1...3) + ["── waiting for more… ──"])
      viewer.type(":w \(viewer.folder.path)/out\n")
      await viewer.wait("the file") { _ in
        (try? viewer.folder.text(of: "out")) == Self.text(1...3)
      }
      await viewer.wait(for: "received so far")
    }
  }

  @Test func `comes byte by byte, and stalls within a character`() async throws {
    try await show { viewer, _ in
      let shown = ["<C3>", "é", "é<E6>", "é<E6><BC>", "é漢", "é漢"]
      for (byte, row) in zip(Array("é漢\n".utf8), shown) {
        pipe.write([byte])
        await viewer.wait(for: [row, "── waiting for more… ──"])
      }
      pipe.write(Array("😀".utf8.prefix(2)))
      await viewer.wait(for: ["é漢", "<F0><9F>", "── waiting for more… ──"])
      pipe.end()
      await viewer.wait(for: ["é漢", "<F0><9F>", "── end ──"])
      #expect(!viewer.statusLine.contains("binary"))
    }
  }

  @Test func `may be one line of megabytes`() async throws {
    try await show { viewer, _ in
      pipe.writeFromAThread(Array(repeating: UInt8(ascii: "x"), count: 32 << 20))
      await viewer.wait("a screenful") { $0[6] == String(repeating: "x", count: 60) }
      viewer.type("G")
      await viewer.wait("the end") { $0[6] == "── end ──" && $0[5].hasPrefix("xxx") }
      viewer.type("gj")
      await viewer.wait("its start") { $0[0].hasPrefix("xxx") && $0[6].hasPrefix("xxx") }
    }
  }

  @Test func `ends when its writer does`() async throws {
    try await show { viewer, _ in
      pipe.write("line 1\n")
      await viewer.wait(for: ["line 1", "── waiting for more… ──"])
      pipe.end()
      await viewer.wait(for: ["line 1", "── end ──"])
    }
  }

  @Test func `may be of nothing`() async throws {
    try await show { viewer, _ in
      pipe.end()
      await viewer.wait(for: "  no data")
      viewer.type("Gjk50%")
      await viewer.wait(for: "  no data")
    }
  }

  @Test func `is followed to its end, where that comes at once and is many pages away`()
    async throws
  {
    try await show { viewer, _ in
      await viewer.wait(for: "  waiting for more…")
      viewer.type("G")
      pipe.write(Self.text(1...2_000))
      pipe.end()
      await viewer.wait(for: Self.lines(1_995...2_000) + ["── end ──"])
    }
  }

  @Test func `is gone through while more of it comes`() async throws {
    try await show { viewer, _ in
      pipe.write(Self.text(1...40))
      await viewer.wait(for: Self.lines(1...7))
      viewer.type(.space)
      await viewer.wait(for: Self.lines(8...14))
      pipe.write(Self.text(41...60))
      await viewer.wait(for: Self.lines(8...14))
      viewer.type("G")
      await viewer.wait(for: Self.lines(55...60) + ["── waiting for more… ──"])
      pipe.write(Self.text(61...62))
      await viewer.wait(for: Self.lines(57...62) + ["── waiting for more… ──"])
    }
  }

  @Test func `has a line that has not come yet, and is waited for`() async throws {
    try await show { viewer, _ in
      pipe.write(Self.text(1...10))
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("30G")
      await viewer.wait(for: "waiting for line 30")
      pipe.write(Self.text(11...25))
      await viewer.wait(for: Self.lines(1...7))
      pipe.write(Self.text(26...50))
      await viewer.wait(for: Self.lines(30...36))
    }
  }

  @Test func `has no line that is beyond its end`() async throws {
    try await show { viewer, _ in
      pipe.write(Self.text(1...10))
      await viewer.wait(for: Self.lines(1...7))
      viewer.type("30G")
      await viewer.wait(for: "waiting for line 30")
      pipe.end()
      await viewer.wait(for: "no line 30")
      await viewer.wait(for: Self.lines(1...7))
    }
  }

  @Test(arguments: [(40, "Gb", 28), (4_000, "Gg", 1)])
  func `goes to its end and back, where both keys come at once`(
    lines: Int, keys: String, first: Int
  ) async throws {
    try await show { viewer, _ in
      pipe.write(Self.text(1...lines))
      await viewer.wait(for: Self.lines(1...7))
      viewer.type(keys)
      await viewer.wait(for: Self.lines(first...first + 6))
      pipe.write(Self.text(lines + 1...lines + 2))
      await viewer.wait(for: "new lines ↓")
      await viewer.wait(for: Self.lines(first...first + 6))
    }
  }

  @Test func `says at its start how much was dropped, and keeps the numbers of its lines`()
    async throws
  {
    try await show(limit: 1 << 20, numbers: true) { viewer, stream in
      pipe.writeFromAThread(bytes: 4 << 20)
      viewer.type("G")
      await viewer.wait("the end") { $0.contains("── end ──") }
      await viewer.wait("its number") { $0.first?.hasPrefix(" 524283 1234567") == true }
      viewer.type("g")
      let lines = stream.file.start / 8
      await viewer.wait(for: "MiB were dropped ──")
      await viewer.wait("their numbers") {
        $0[1...2] == [" \(lines + 1) 1234567", " \(lines + 2) 1234567"]
      }
      viewer.type("j")
      await viewer.wait(for: [" \(lines + 1) 1234567"])
      viewer.type("400000G")
      await viewer.wait(for: [" 400000 1234567"])
      viewer.type("5G")
      await viewer.wait(for: "these lines were dropped")
    }
  }

  @Test func `has no hole where lines were dropped below what is held`() async throws {
    try await show(lookAhead: 1 << 18, limit: 1 << 20, numbers: true) { viewer, stream in
      pipe.writeFromAThread(bytes: 4 << 20)
      await viewer.wait("the first line") { $0.first?.hasSuffix("      1 1234567") == true }
      await viewer.wait("the end") { _ in
        // Each frame requests only the visible lines.
        stream.requestBytes(upTo: .max)
        return stream.state == .ended
      }
      viewer.type(String(repeating: " ", count: 200))
      await viewer.wait(for: "these lines were dropped")
      viewer.type("G")
      await viewer.wait("the end") { $0.contains("── end ──") }
    }
  }

  @Test func `is read no further than is wanted`() async throws {
    try await show(lookAhead: 64 << 10) { viewer, stream in
      pipe.writeFromAThread(bytes: 8 << 20)
      await viewer.wait(for: ["1234567"])
      await viewer.wait("no more") { _ in stream.state == .paused }
      let size = try stream.file.size()
      #expect(size < 2 << 20)
      viewer.type("G")
      await viewer.wait("the end") { $0.contains("── end ──") }
      let whole = try stream.file.size()
      #expect(whole == 8 << 20)
    }
  }
}
