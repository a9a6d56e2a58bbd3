import ByteStores
import Glibc
import Pipes
import Terminal
import Testing
import Viewers

/// What other programs write, shown while it comes.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A stream on the screen` {
  private let pipe = OpenPipe()

  private func show(
    lookAhead: Int = 1 << 20, _ body: (ViewerFixture, StreamStore) async throws -> Void
  ) async throws {
    let stream = try StreamStore(
      reading: pipe.output, name: "standard input", folder: "/tmp", limit: nil,
      lookAhead: lookAhead)
    try await TemporaryFolder.run { folder in
      try await body(ViewerFixture(folder, feed: TextFeed(stream.file, stream)), stream)
    }
    stream.stop()
  }

  private static func lines(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }
  private static func text(_ range: ClosedRange<Int>) -> String {
    range.map { "line \($0)\n" }.joined()
  }

  @Test func `is shown as far as it has come, and says that more may come`() async throws {
    try await show { viewer, _ in
      await viewer.wait(for: ["── waiting for more… ──"])
      pipe.write("line 1\nli")
      await viewer.wait(for: ["line 1", "li", "── waiting for more… ──"])
      pipe.write("ne 2\n")
      await viewer.wait(for: ["line 1", "line 2", "── waiting for more… ──"])
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
      await viewer.wait(for: ["── nothing came ──"])
      viewer.type("Gjk50%")
      await viewer.wait(for: ["── nothing came ──"])
    }
  }

  @Test func `is followed to its end, where that comes at once and is many pages away`()
    async throws
  {
    try await show { viewer, _ in
      await viewer.wait(for: ["── waiting for more… ──"])
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
      await viewer.wait(for: "there is no line 30")
      await viewer.wait(for: Self.lines(1...7))
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
