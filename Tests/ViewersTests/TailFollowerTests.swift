import ByteStores
import Feeds
import FileSources
import Paging
import Pipes
import Records
import Search
import Terminal
import Testing

@testable import TableUI
@testable import Viewers

/// The end of a text that grows, without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `The tail of a text` {
  /// A follower that takes part in each frame.
  private static func tail(of bench: TextBench) -> TailFollower {
    let tail = TailFollower(bench.text, bench.journey)
    bench.beforeLayout = {
      if bench.text.stream != nil { bench.text.knownSize = (try? bench.text.file.size()) ?? 0 }
      tail.followOn()
    }
    bench.afterLayout = {
      tail.noteMovement()
      tail.loadNearEnd(mayAsk: true)
    }
    return tail
  }

  private func run(
    _ lines: ClosedRange<Int> = 1...20,
    _ body: (TextBench, TailFollower, GrowingFile) async throws -> Void
  ) async throws {
    try await TextBench.run(TextBench.lines(lines)) { bench, file in
      let tail = Self.tail(of: bench)
      await bench.wait(top: "line 1")
      try await body(bench, tail, file)
    }
  }

  /// Adds lines to the file, and reports the growth.
  private func add(
    _ lines: ClosedRange<Int>, to file: GrowingFile, _ bench: TextBench, _ tail: TailFollower
  ) throws {
    try file.append(TextBench.lines(lines))
    bench.text.knownSize = try bench.text.file.size()
    tail.noteGrowth()
  }

  private func words(_ tail: TailFollower) -> String { tail.message?.text.description ?? "" }

  /// Follows the end, and waits until it is visible.
  private func follow(_ bench: TextBench, _ tail: TailFollower, last: Int = 20) async {
    tail.follow()
    tail.goToLastLine()
    await bench.wait("the end") { bench.rows.last == "line \(last)" }
  }

  // MARK: Following

  @Test func `is shown as it grows while it is followed`() async throws {
    try await run { bench, tail, file in
      await follow(bench, tail)
      #expect(words(tail) == "following")
      for last in [21, 25] {
        try add((last == 21 ? 21 : 22)...last, to: file, bench, tail)
        await bench.wait("what has come") { bench.rows.last == "line \(last)" }
        #expect(tail.isFollowing && words(tail) == "following")
      }
    }
  }

  @Test func `leaves the reader where they are while it is not followed, and counts`() async throws
  {
    try await run { bench, tail, file in
      #expect(words(tail) == "")
      try add(21...21, to: file, bench, tail)
      await bench.wait("one") { words(tail) == "1 new line ↓" }
      try add(22...24, to: file, bench, tail)
      await bench.wait("four") { words(tail) == "4 new lines ↓" }
      #expect(bench.tops == ["line 1"])
      tail.goToEnd()
      await bench.wait("the end") { bench.rows.last == "line 24" }
      #expect(words(tail) == "" && !tail.isFollowing)
    }
  }

  @Test func `pauses when the reader moves up, and counts what comes meanwhile`() async throws {
    try await run { bench, tail, file in
      await follow(bench, tail)
      bench.list.tableView.move(.lines, by: -3)
      await bench.wait("a pause") { !tail.isFollowing }
      #expect(words(tail) == "following paused")
      try add(21...23, to: file, bench, tail)
      await bench.wait("the count") { words(tail) == "3 new lines ↓" }
      await bench.settle()
      #expect(bench.rows.last == "line 17")
    }
  }

  @Test func `is followed again when the reader is back at its end`() async throws {
    try await run { bench, tail, file in
      await follow(bench, tail)
      bench.list.tableView.move(.lines, by: -3)
      await bench.wait("a pause") { !tail.isFollowing }
      try add(21...23, to: file, bench, tail)
      await bench.wait("the count") { words(tail) == "3 new lines ↓" }
      bench.list.tableView.move(.lines, by: 3)
      await bench.settle()
      #expect(!tail.isFollowing)
      bench.list.tableView.move(.lines, by: 3)
      await bench.wait("the end") { tail.isFollowing }
      #expect(words(tail) == "following" && bench.rows.last == "line 23")
      try add(24...24, to: file, bench, tail)
      await bench.wait("what has come") { bench.rows.last == "line 24" }
    }
  }

  @Test func `is not paused by a movement up that leads nowhere`() async throws {
    try await run(1...5) { bench, tail, _ in
      tail.follow()
      bench.list.tableView.move(.lines, by: -1)
      await bench.settle()
      #expect(tail.isFollowing && !bench.list.tableView.hasMovedUp)
    }
  }

  @Test func `pauses only where it is followed`() async throws {
    try await run { _, tail, _ in
      tail.pause()
      #expect(words(tail) == "")
      tail.follow()
      tail.pause()
      #expect(!tail.isFollowing && words(tail) == "following paused")
    }
  }

  @Test func `leaves out what lies between where much has come at once`() async throws {
    try await run { bench, tail, file in
      await follow(bench, tail)
      try add(21...20_000, to: file, bench, tail)
      await bench.wait("the end") { bench.rows.last == "line 20000" }
      let first = try #require(bench.list.pager[0].item)
      #expect(first.id.bytes > 100_000)
      #expect(tail.isFollowing)
    }
  }

  // MARK: Going there

  @Test func `is gone to with what has come there and was not told`() async throws {
    try await run { bench, tail, file in
      await bench.wait("all of it") { bench.list.pager.reaches(.trailing) }
      try file.append(TextBench.lines(21...23))
      tail.goToEnd()
      await bench.wait("the end") { bench.rows.last == "line 23" }
      #expect(!tail.isFollowing)
      #expect(bench.journey.previous?.bytes == 0)
      #expect(bench.takeTold() == ["leaves", "gives up"])
    }
  }

  @Test func `is gone to no more once the reader does something else`() async throws {
    try await run { bench, tail, file in
      await bench.wait("all of it") { bench.list.pager.reaches(.trailing) }
      try file.append(TextBench.lines(21...23))
      tail.goToEnd()
      tail.giveUpLanding()
      await bench.settle()
      #expect(bench.rows.last == "line 20")
    }
  }

  @Test func `is followed by a key, on and off`() async throws {
    try await run { bench, tail, _ in
      let stop = try #require(tail.commands.first { $0.keys.contains("^C") })
      #expect(!stop.isEnabled())
      bench.press("F", of: tail.commands)
      #expect(tail.isFollowing && stop.isEnabled())
      await bench.wait("the end") { bench.rows.last == "line 20" }
      bench.press("F", of: tail.commands)
      #expect(!tail.isFollowing && !stop.isEnabled() && words(tail) == "")
      bench.press("F", of: tail.commands)
      bench.press("^C", of: tail.commands)
      #expect(!tail.isFollowing && words(tail) == "")
    }
  }

  // MARK: Streams

  @Test func `of a stream is followed once it is gone to, as long as more may come`() async throws {
    try await TextBench.stream(TextBench.lines(1...20)) { bench, pipe in
      let tail = Self.tail(of: bench)
      await bench.wait("some lines") { bench.top == "line 1" }
      tail.goToEnd()
      #expect(tail.isFollowing && words(tail) == "following")
      pipe.end()
      await bench.wait("its end") { !bench.text.isArriving }
      #expect(words(tail) == "")
    }
  }

  @Test func `of a stream has nothing new before it was seen once`() async throws {
    try await TextBench.stream { bench, pipe in
      let tail = TailFollower(bench.text, bench.journey)
      pipe.write(TextBench.lines(1...100))
      await bench.wait("bytes") { (try? bench.text.file.size()) ?? 0 > 500 }
      bench.text.knownSize = try bench.text.file.size()
      tail.noteGrowth()
      await bench.settle()
      #expect(words(tail) == "")
      tail.noteSeen()
      pipe.write("one\ntwo\n")
      await bench.wait("more") { ((try? bench.text.file.size()) ?? 0) > bench.text.knownSize }
      bench.text.knownSize = try bench.text.file.size()
      tail.noteGrowth()
      await bench.wait("the count") { words(tail) == "2 new lines ↓" }
    }
  }

  @Test func `of a stream says whether more may come`() async throws {
    try await TextBench.stream { bench, pipe in
      let tail = Self.tail(of: bench)
      #expect(tail.wordsForEnd == "waiting for more…")
      pipe.write("one\n")
      await bench.wait("a line") { bench.top == "one" }
      #expect(tail.wordsForEnd == "waiting for more…")
      pipe.end()
      await bench.wait("its end") { tail.wordsForEnd == "end" }
    }
  }

  @Test func `of an empty stream says that nothing came`() async throws {
    try await TextBench.stream { bench, pipe in
      let tail = Self.tail(of: bench)
      pipe.end()
      await bench.wait("its end") { tail.wordsForEnd == "no data" }
    }
  }

  @Test func `of a file says nothing, or that no line matches`() async throws {
    try await run { bench, tail, _ in
      #expect(tail.wordsForEnd == nil)
      let typed = try FilterPart("nowhere") { text throws(PatternError) in
        try bench.text.finder.pattern(of: text)
      }
      let part = try #require(typed)
      bench.text.filter.add(part, context: 0)
      bench.list.open(bench.text.shownSource, at: .start)
      await bench.wait("no line") { tail.wordsForEnd?.hasPrefix("no line matches") == true }
    }
  }
}
