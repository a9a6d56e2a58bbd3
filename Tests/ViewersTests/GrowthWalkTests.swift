import Glibc
import Randomness
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A file that grows, is truncated and is replaced at random, while a reader moves at random.
///
/// Finally the screen must show the last lines of the file.
@MainActor @Suite(.timeLimit(.minutes(3))) struct `A file that changes at random` {
  private static let keys = ["j", "k", " ", "b", "G", "g", "F", "d", "u", "50%", "r", "w", "3G"]

  /// The seeds 1 to 8; choose others with `GROWTH_SEEDS=9-60`.
  ///
  /// From seed 9 on, the screen has a random size.
  private nonisolated static let seeds: [UInt64] = {
    let ends = getenv("GROWTH_SEEDS").map { String(cString: $0).split(separator: "-") } ?? []
    let range = ends.compactMap { UInt64($0) }
    return Array((range.first ?? 1)...max(range.first ?? 1, range.last ?? 8))
  }()

  @Test(arguments: seeds)
  func `is shown as it is in the end`(seed: UInt64) async throws {
    try await TemporaryFolder.run { folder in
      var random = SplitMix64(start: seed)
      var content = "start\n"
      let file = GrowingFile(path: try folder.write(content, to: "log"))
      let size = seed <= 8 ? (8, 60) : (random.within(3...30), random.within(20...120))
      let viewer = try ViewerFixture(folder, "log", lines: size.0, columns: size.1)
      await viewer.wait(for: ["start"])
      var (number, isGone) = (0, false)
      for _ in 0..<40 {
        switch random.within(0...9) {
        case 0...3 where !isGone:
          let text = Self.lines(random.within(1...30), &number)
          content += text
          try file.append(text)
        case 4 where random.occurs(inPercent: 30):
          isGone = true
          try file.remove()
        case 4:
          isGone = false
          content = Self.lines(random.within(0...20), &number)
          try file.make(content)
        default: viewer.type(random.pick(Self.keys))
        }
        if random.occurs(inPercent: 50) { await viewer.breathe() }
      }
      if isGone { try file.make(content) }
      // Whatever was typed, the reader can go to the end. As soon as the change has been noticed,
      // the screen shows the end of the file there.
      let last = content.split(separator: "\n").suffix(min(6, size.0 - 2)).map(String.init)
      // The code that watches the file may have to wait for a processor.
      let deadline = ContinuousClock.now + .seconds(60)
      while !Self.shows(last, viewer.rows), ContinuousClock.now < deadline {
        viewer.type("G")
        await viewer.breathe()
      }
      #expect(Self.shows(last, viewer.rows), "\(last), but:\n\(viewer.screen.picture)")
    }
  }

  private static func shows(_ last: [String], _ rows: [String]) -> Bool {
    // If the file is empty by now, the lines that were followed are above the empty part.
    guard !last.isEmpty else {
      return rows.first?.contains("nothing here") == true || rows.last?.contains("  end") == true
    }
    let shown = rows.dropLast().filter { !$0.isEmpty && !$0.hasPrefix("──") }
    return Array(shown.suffix(last.count)) == last
  }

  private static func lines(_ count: Int, _ number: inout Int) -> String {
    let first = number + 1
    number += count
    return (first..<first + count).map { "line \($0)\n" }.joined()
  }
}
