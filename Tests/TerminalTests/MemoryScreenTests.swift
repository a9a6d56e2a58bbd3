import Terminal
import Testing

@MainActor @Suite struct `A screen in memory` {
  private let screen = MemoryScreen(size: Size(lines: 2, columns: 4))

  @Test func `is blank at first`() {
    #expect(screen.picture == "\n")
    #expect(screen.size == Size(lines: 2, columns: 4))
    #expect(screen.colorDepth == .palette256)
    #expect(screen.isReady)
    #expect(screen.readEvents().isEmpty)
    #expect(screen.frameCount == 0)
  }

  @Test func `reports what is typed, in order and once`() {
    var wakeCount = 0
    screen.onWake = { wakeCount += 1 }
    screen.type(.character("a"), .enter)
    #expect(wakeCount == 1)
    screen.type(.down)
    let keys: [Key] = [.character("a"), .enter, .down]
    #expect(screen.readEvents() == keys.map { .input(.key($0)) })
    #expect(screen.readEvents().isEmpty)
    #expect(wakeCount == 2)
  }

  @Test func `has all events when it rings`() {
    var seen: [ScreenEvent] = []
    screen.onWake = { [screen] in seen += screen.readEvents() }
    screen.send([.resumed, .hungUp])
    #expect(seen == [.resumed, .hungUp])
    #expect(screen.readEvents().isEmpty)
  }

  @Test func `has its new extent before it reports it`() {
    var seen: Size?
    screen.onWake = { [screen] in seen = screen.size }
    screen.resize(to: Size(lines: 5, columns: 6))
    #expect(seen == Size(lines: 5, columns: 6))
    #expect(screen.readEvents() == [.resized(Size(lines: 5, columns: 6))])
  }

  @Test func `shows the last frame`() {
    var canvas = Canvas(size: screen.size)
    canvas.draw("one")
    screen.present(canvas)
    canvas.draw("two", at: Point(line: 1, column: 0))
    #expect(screen.picture == "one\n")
    screen.present(canvas)
    #expect(screen.picture == "one\ntwo")
    #expect(screen.frameCount == 2)
  }

  @Test func `rings when it takes frames again, and only then`() {
    var wakeCount = 0
    screen.onWake = { wakeCount += 1 }
    screen.isReady = true
    screen.isReady = false
    #expect(wakeCount == 0)
    screen.isReady = true
    #expect(wakeCount == 1)
  }

  @Test func `runs until nothing waits, or the program has finished`() {
    var seen: [ScreenEvent] = []
    screen.send([.resumed])
    screen.onWake = { [screen] in seen += screen.readEvents() }
    screen.run { false }
    #expect(seen == [.resumed])
    screen.onWake = nil
    screen.send([.hungUp])
    screen.run { false }
    screen.onWake = { [screen] in seen += screen.readEvents() }
    screen.run { true }
    #expect(seen == [.resumed])
  }

  @Test func `counts repaints and suspensions`() {
    screen.repaint()
    screen.suspend()
    #expect(screen.repaintCount == 1)
    #expect(screen.suspendCount == 1)
    #expect(screen.readEvents() == [.resumed])
  }
}
