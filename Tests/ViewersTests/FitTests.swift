import ByteStores
import Pipes
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Whether a text needs a screen at all.
@MainActor @Suite(.timeLimit(.minutes(1))) struct `A text that may fit on one screen` {
  private static let size = Size(lines: 5, columns: 10)

  @Test(arguments: [
    ("", true), ("a\n", true), ("1\n2\n3\n4\n", true), ("1\n2\n3\n4", true),
    ("1\n2\n3\n4\n5\n", false), ("1\n2\n3\n4\n5", false),
    // Folded, lines take more of it.
    ("0123456789\n2\n3\n4\n", true), ("0123456789a\n2\n3\n4\n", false),
  ]) func `does where its lines and the prompt do`(text: String, fits: Bool) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(text, to: "file")
      let feed = TextFeed(try FileStore(path: path), nil)
      #expect(feed.fits(on: Self.size, within: .zero, ViewerOptions()) == fits)
    }
  }

  @Test func `is waited for while it may`() throws {
    let pipe = OpenPipe()
    let stream = try StreamStore(
      reading: pipe.output, name: "a pipe", folder: "/tmp", limit: nil, lookAhead: 100)
    let feed = TextFeed(stream.file, stream)
    pipe.write("a\n")
    #expect(!feed.fits(on: Self.size, within: .milliseconds(10), ViewerOptions()))
    pipe.end()
    #expect(feed.fits(on: Self.size, within: .seconds(30), ViewerOptions()))
  }
}
