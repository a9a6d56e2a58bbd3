import ByteStores
import Feeds
import FileSources
import Paging
import Pipes
import Records
import Search
import TableUI
import Terminal
import Testing

@testable import Viewers

/// Movements to a place in a text, without a screen.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A journey through a text` {
  private static let numbered = TextBench.lines(1...2_000)

  private func run(_ body: (TextBench) async throws -> Void) async throws {
    try await TextBench.run(Self.numbered) { bench, _ in
      await bench.wait(top: "line 1")
      try await body(bench)
    }
  }

  // MARK: Arriving

  @Test func `leads to a line, a part of the text and its start`() async throws {
    try await run { bench in
      bench.journey.go(toLine: 300)
      #expect(bench.journey.isOnTheWay && bench.journey.isSearching)
      await bench.wait(top: "line 300")
      bench.journey.go(toPercent: 50)
      await bench.wait("the middle") {
        !bench.journey.isOnTheWay && ["line 1056", "line 1057"].contains(bench.top)
      }
      bench.journey.goToStart()
      await bench.wait(top: "line 1")
      #expect(bench.said.isEmpty)
    }
  }

  @Test func `shows what was in sight until its place is there, and nothing between`() async throws
  {
    try await run { bench in
      bench.journey.go(toLine: 900)
      await bench.wait(top: "line 900")
      #expect(bench.tops == ["line 1", "line 900"])
    }
  }

  @Test func `of several is the last one`() async throws {
    try await run { bench in
      bench.journey.go(toLine: 300)
      bench.journey.go(toLine: 450)
      bench.journey.go(toLine: 600)
      await bench.wait(top: "line 600")
      await bench.settle()
      #expect(bench.tops == ["line 1", "line 600"])
    }
  }

  @Test func `to a place that is held needs no load`() async throws {
    try await run { bench in
      let edition = bench.text.file.edition
      let start = FileOffset(bytes: 0, edition: edition)
      bench.journey.show(FileOffset(bytes: 7, edition: edition))
      await bench.wait(top: "line 2")
      // The lines that were held before are still held.
      #expect(bench.text.isHeld(start))
      let end = try bench.text.file.size()
      bench.journey.show(FileOffset(bytes: end - 80, edition: edition))
      await bench.wait("the end") { bench.rows.last == "line 2000" }
      #expect(!bench.text.isHeld(start))
    }
  }

  // MARK: What waits

  @Test func `does what waits for its place once, and there`() async throws {
    try await run { bench in
      var done: [String] = []
      bench.journey.go(toLine: 400)
      bench.journey.afterJump { done.append("first") }
      bench.journey.afterJump { done.append("second at \(bench.top)") }
      #expect(done.isEmpty)
      await bench.wait(top: "line 400")
      await bench.settle()
      #expect(done == ["second at line 400"])
    }
  }

  @Test func `has nothing to wait for where the reader is there already`() async throws {
    try await run { bench in
      var isDone = false
      bench.journey.afterJump { isDone = true }
      #expect(isDone)
    }
  }

  @Test func `drops what waits when it is given up, and stays`() async throws {
    try await run { bench in
      var isDone = false
      bench.journey.go(toLine: 400)
      bench.journey.afterJump { isDone = true }
      bench.journey.giveUp()
      #expect(!bench.journey.isOnTheWay)
      await bench.settle()
      #expect(!isDone)
      #expect(bench.tops == ["line 1"])
    }
  }

  @Test func `drops what waits when another one begins`() async throws {
    try await run { bench in
      var isDone = false
      bench.journey.go(toLine: 400)
      bench.journey.afterJump { isDone = true }
      bench.journey.go(toLine: 500)
      await bench.wait(top: "line 500")
      await bench.settle()
      #expect(!isDone)
    }
  }

  @Test func `says that it was stopped, and shows what there is`() async throws {
    try await run { bench in
      bench.journey.go(toLine: 400)
      bench.journey.stop()
      #expect(bench.said == "stopped")
      await bench.settle()
      #expect(bench.tops == ["line 1"])
    }
  }

  // MARK: Opening

  @Test func `shows nothing before the line that a file is opened at`() async throws {
    try await TextBench.run(Self.numbered, shows: false) { bench, _ in
      bench.journey.open(lookingFor: 700)
      #expect(bench.journey.isOpening && bench.journey.isStarting)
      await bench.wait(top: "line 700")
      #expect(bench.tops == ["line 700"])
      #expect(!bench.journey.isOpening && !bench.journey.isStarting)
    }
  }

  @Test func `says that there is no such line, and shows the start where nothing was shown`()
    async throws
  {
    try await TextBench.run(Self.numbered, shows: false) { bench, _ in
      bench.journey.open(lookingFor: 5_000)
      await bench.wait(said: "no line 5000")
      await bench.wait(top: "line 1")
      #expect(!bench.journey.isOpening)
    }
  }

  @Test func `says that there is no such line, and stays where something is shown`() async throws {
    try await run { bench in
      bench.journey.go(toLine: 100)
      await bench.wait(top: "line 100")
      bench.journey.go(toLine: 5_000)
      await bench.wait(said: "no line 5000")
      await bench.settle()
      #expect(bench.tops == ["line 1", "line 100"])
    }
  }

  @Test func `shows the start where the line that a file is opened at is no more looked for`()
    async throws
  {
    try await TextBench.run(Self.numbered, shows: false) { bench, _ in
      bench.journey.open(lookingFor: 700)
      bench.journey.stop()
      await bench.wait(top: "line 1")
      #expect(bench.said == "stopped" && !bench.journey.isOpening)
    }
  }

  // MARK: Streams

  @Test func `waits in a stream for a line that has not come`() async throws {
    try await TextBench.stream(TextBench.lines(1...20)) { bench, pipe in
      await bench.wait("some lines") { bench.top == "line 1" }
      var there: [String] = []
      bench.journey.go(toLine: 30)
      bench.journey.afterJump { there.append(bench.top) }
      await bench.wait("a line that is waited for") { bench.journey.awaitedLine == 30 }
      let words = bench.journey.message?.text.description ?? ""
      #expect(words.hasPrefix("waiting for line 30"))
      #expect(bench.journey.isOnTheWay && !bench.journey.isSearching)
      pipe.write(TextBench.lines(21...25))
      await bench.settle()
      #expect(bench.journey.goOnToAwaitedLine())
      await bench.wait("a line that is still waited for") { bench.journey.awaitedLine == 30 }
      #expect(bench.tops == ["line 1"] && there.isEmpty)
      pipe.write(TextBench.lines(26...60))
      await bench.wait("the line") {
        // Each report of new data makes the journey look for the line again.
        _ = bench.journey.goOnToAwaitedLine()
        return bench.top == "line 30"
      }
      await bench.settle()
      #expect(bench.journey.awaitedLine == nil && bench.journey.message == nil)
      #expect(there == ["line 30"])
    }
  }

  @Test func `ends in a stream that has ended before the line came`() async throws {
    try await TextBench.stream(TextBench.lines(1...20)) { bench, pipe in
      await bench.wait("some lines") { bench.top == "line 1" }
      bench.journey.go(toLine: 30)
      await bench.wait("a line that is waited for") { bench.journey.awaitedLine == 30 }
      pipe.end()
      await bench.wait("the end") { !bench.text.isArriving }
      #expect(bench.journey.goOnToAwaitedLine())
      await bench.wait(said: "no line 30")
      #expect(!bench.journey.isOnTheWay)
      #expect(!bench.journey.goOnToAwaitedLine())
    }
  }

  @Test func `forgets a line that is waited for when it is given up`() async throws {
    try await TextBench.stream(TextBench.lines(1...20)) { bench, pipe in
      await bench.wait("some lines") { bench.top == "line 1" }
      bench.journey.go(toLine: 30)
      await bench.wait("a line that is waited for") { bench.journey.awaitedLine == 30 }
      bench.journey.giveUp()
      #expect(!bench.journey.isOnTheWay && bench.journey.message == nil)
      #expect(!bench.journey.goOnToAwaitedLine())
    }
  }

  // MARK: Back

  @Test func `leads back to before the last one, and forth again`() async throws {
    try await run { bench in
      #expect(!bench.journey.goBack())
      bench.journey.go(toLine: 300)
      await bench.wait(top: "line 300")
      #expect(bench.journey.previous?.bytes == 0)
      for line in ["line 1", "line 300", "line 1"] {
        #expect(bench.journey.goBack())
        await bench.wait(top: line)
      }
    }
  }

  // MARK: Its delegate

  @Test func `tells that the reader leaves, and that what waited is given up`() async throws {
    try await run { bench in
      #expect(bench.takeTold() == [])
      bench.journey.go(toLine: 300)
      #expect(bench.takeTold() == ["leaves", "gives up"])
      await bench.wait(top: "line 300")
      #expect(bench.takeTold() == [])
      bench.journey.giveUp()
      #expect(bench.takeTold() == ["gives up"])
      bench.journey.goToStart()
      #expect(bench.takeTold() == ["leaves", "gives up"])
      bench.journey.stop()
      #expect(bench.takeTold() == ["gives up"])
      bench.journey.go(toPercent: 10)
      #expect(bench.takeTold() == ["leaves", "gives up"])
      await bench.wait("a place") { !bench.journey.isOnTheWay }
      #expect(bench.journey.goBack())
      #expect(bench.takeTold() == ["leaves", "gives up"])
    }
  }
}
