import Feeds
import TemporaryFolders
import Testing
import Viewers

/// Keys that are typed faster than pages arrive, for example over a slow line: all of them count.
@MainActor @Suite(.timeLimit(.minutes(10))) struct `Keys typed ahead in a log` {
  private static let log = (1...100_000).map { "line \($0)\n" }.joined()

  /// Types into a log of 100,000 lines, on a screen of 24 lines, before or after the log is loaded.
  ///
  /// Waits until a line is at the top, and expects that one more `j` moves down by one line.
  private static func type(
    _ keys: String, at start: StartPosition? = nil, waits: Bool = true, top: Int
  ) async throws {
    try await ViewerFixture.show(log, at: start, lines: 24, columns: 60) { viewer in
      if waits { await wait(viewer, top: 1) }
      viewer.type(keys)
      await wait(viewer, top: top)
      // Keys that are still pending would be handled before this one.
      viewer.type("j")
      await wait(viewer, top: top + 1)
    }
  }

  private static func wait(_ viewer: ViewerFixture, top: Int) async {
    await viewer.wait(for: ["line \(top)"])
  }

  /// The distances are the same as in `less`.
  @Test(arguments: [
    (String(repeating: " ", count: 20), 461), (String(repeating: " ", count: 300), 6_901),
    (String(repeating: "j", count: 3_000), 3_001), (String(repeating: "d", count: 40), 481),
    (String(repeating: " ", count: 20) + String(repeating: "b", count: 5), 346),
    (String(repeating: "j", count: 2_000) + "500kx", 1_501),
  ]) func `lead as far as where each is waited for`(keys: String, top: Int) async throws {
    try await Self.type(keys, top: top)
  }

  @Test(arguments: [
    ("500G j  b", 547), ("50%kk", 50_503), ("G b", 99_955), ("50%jjjG  kk", 99_976),
    ("300Gj''j", 2), ("  g j", 25), ("99999999Gjj", 3),
  ]) func `begin where the jump before them leads`(keys: String, top: Int) async throws {
    try await Self.type(keys, top: top)
  }

  @Test func `count on the way to the line that the log is opened at`() async throws {
    try await Self.type("  j", at: .item(50_000), waits: false, top: 50_047)
  }

  @Test func `need no line of the number that the log is opened at`() async throws {
    try await ViewerFixture.show(
      (1...1_000).map { "line \($0)\n" }.joined(), at: .item(5_000), lines: 24, columns: 80
    ) { viewer in
      await viewer.wait(for: "line 10")
      await viewer.wait(for: "no line 5000")
    }
  }
}
