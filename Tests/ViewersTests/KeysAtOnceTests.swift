import Feeds
import Foundation
import Randomness
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// Keys in one write must lead to the same screen as the same keys one by one.
@MainActor @Suite(.timeLimit(.minutes(10))) struct `Keys that are typed at once` {
  /// The number of key strings of each kind; choose another with `KEY_STRINGS`.
  nonisolated private static let count =
    ProcessInfo.processInfo.environment["KEY_STRINGS"].flatMap { UInt64($0) } ?? 20
  private static let searches = [
    "/a1\n", "/b\n", "?b\n", "/nowhere\n", "n", "n", "n", "N", "N", "3n", "2N", "/\n",
  ]
  /// Movements, none of which goes to the end: movements that are typed while the end is being
  /// loaded are added up, and then lead elsewhere.
  private static let movements = ["j", "k", " ", "b", "g", "5j", "d", "u", "7g"]

  private static func text(_ random: inout SplitMix64) -> String {
    (1...random.within(20...200)).map { "line \($0) \(random.pick(["a1", "b", "c", "d"]))\n" }
      .joined()
  }

  private static func records(_ random: inout SplitMix64) -> String {
    "id,word\n"
      + (1...random.within(20...200)).map { "\($0),\(random.pick(["a1", "b", "c"]))\n" }.joined()
  }

  /// Waits until the screen stops changing and has no `…`, for at most about 15 seconds.
  private static func settle(_ viewer: ViewerFixture, turns: Int = 3) async {
    let deadline = ContinuousClock.now + .seconds(15)
    var (rows, same, since) = ([String](), 0, ContinuousClock.now)
    while same < turns || since.duration(to: .now) < .milliseconds(25), .now < deadline {
      await viewer.breathe()
      let now = viewer.rows
      let isSame = now == rows && !now.contains { $0.contains("…") }
      same = isSame ? same + 1 : 0
      if !isSame { (rows, since) = (now, .now) }
    }
  }

  /// The words on the screen.
  ///
  /// The widths of columns depend on the records that were visible in the meantime, so repeated
  /// spaces do not count. In a list that loads further pages, everything that depends on the number
  /// of items loaded ahead is left out: this number itself, and the number of matches.
  private static func told(_ viewer: ViewerFixture, loadsOn: Bool) -> [String] {
    var rows = viewer.rows
    if loadsOn, let status = rows.popLast() {
      let words = status.components(separatedBy: "  ·  ").filter { !$0.contains(" loaded") }
      rows += words.map { $0.components(separatedBy: " of ")[0] }
    }
    return rows.map { $0.split(separator: " ").joined(separator: " ") }
  }

  private func check(
    _ keys: [String], seed: UInt64, shows first: String = " of ",
    _ open: () throws -> ViewerFixture
  ) async throws {
    let (apart, atOnce) = (try open(), try open())
    func told(_ viewer: ViewerFixture) -> [String] { Self.told(viewer, loadsOn: first != " of ") }
    await apart.wait(for: first)
    for key in keys {
      apart.type(key)
      await Self.settle(apart)
    }
    await atOnce.wait(for: first)
    atOnce.type(keys.joined())
    let deadline = ContinuousClock.now + .seconds(60)
    repeat {
      await Self.settle(apart, turns: 6)
      await Self.settle(atOnce, turns: 6)
    } while told(atOnce) != told(apart) && ContinuousClock.now < deadline
    #expect(told(atOnce) == told(apart), "seed \(seed): \(keys)")
  }

  private func checkFile(
    _ name: String, _ text: String, _ keys: [String], seed: UInt64
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: name)
      // The screen is so wide that nothing of the status line is cut, because `settle` waits while
      // the screen has a `…`.
      try await check(keys, seed: seed) { try ViewerFixture(folder, name, lines: 9, columns: 160) }
    }
  }

  @Test(arguments: 1...count) func `end where they end one by one, in a text`(seed: UInt64)
    async throws
  {
    var random = SplitMix64(start: seed)
    let text = Self.text(&random)
    let movements = Self.movements + ["ma", "Mb", "'a", "'b", "''", "30G", "50%", "'c"]
    let keys = (0..<random.within(2...10)).map { _ in
      random.pick(random.occurs(inPercent: 50) ? Self.searches : movements)
    }
    try await checkFile("t.txt", text, keys, seed: seed)
  }

  @Test(arguments: 1...count) func `end where they end one by one, among records`(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(start: seed)
    let text = Self.records(&random)
    let searches = Self.searches + ["/word=b\n", "/id>50\n"]
    let keys = (0..<random.within(2...10)).map { _ in
      random.pick(random.occurs(inPercent: 70) ? searches : Self.movements)
    }
    try await checkFile("t.csv", text, keys, seed: seed)
  }

  @Test(arguments: 1...count) func `end where they end one by one, in a list that is loaded on`(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(start: seed)
    let count = random.within(30...150)
    let searches = [
      "/star .5\n", "/star 3\n", "?star 1\n", "/nowhere\n", "n", "n", "N", "2n", "/id>20\n",
    ]
    let movements = ["j", "k", " ", "b", "g", "5j", "d", "u"]
    let keys = (0..<random.within(2...8)).map { _ in
      random.pick(random.occurs(inPercent: 60) ? searches : movements)
    }
    try await TemporaryFolder.run { folder in
      try await check(keys, seed: seed, shows: "1  star 1  K") {
        try ViewerFixture(folder, feed: StarFeed(count: count), columns: 90)
      }
    }
  }
}
