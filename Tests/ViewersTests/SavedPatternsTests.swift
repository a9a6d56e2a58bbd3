import Feeds
import Foundation
import Glibc
import TemporaryFolders
import Testing

@testable import Viewers

/// Searches that are kept from one run to the next.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Kept searches` {
  @Test func `wait for no program before the end of the run, and none is lost`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write((1...50).map { "line \($0)\n" }.joined(), to: "log")
      try folder.makeFolder("state")
      let patterns = SavedPatterns(folder: BytePath(folder.path + "/state"))
      let lock = open(folder.path + "/state/searches.new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      #expect(flock(lock, LOCK_EX) == 0)
      let viewer = try ViewerFixture(folder, "log", columns: 100, keepsPatterns: true)
      await viewer.wait(for: (1...7).map { "line \($0)" })
      viewer.type("/line 20\n")
      await viewer.wait(for: "match 1 of 1")
      #expect(patterns.all == [])
      close(lock)
      viewer.leave()
      #expect(patterns.all == ["line 20"])
    }
  }
}
