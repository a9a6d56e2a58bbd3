import TableUI
import Terminal
import Testing

/// A controller that waits until the content to show is known.
@MainActor @Suite(.timeLimit(.minutes(5))) struct `A controller that is replaced` {
  private let screen = MemoryScreen(size: Size(lines: 4, columns: 30))
  private let waiting = SampleController()
  private let shown = SampleController()

  init() {
    waiting.isPreliminary = true
    shown.text = "shown"
  }

  /// Adds commands for the keys `a`, `b` and `/` to a controller.
  private func take(_ done: @escaping (String) -> Void, in controller: SampleController) {
    controller.commands = [
      Command("a", keys: ["a"]) { done("a") }, Command("b", keys: ["b"]) { done("b") },
      Command("find", keys: ["/"], prompt: Prompt("/") { done("/\($0)") }),
    ]
  }

  @Test func `hands on what was typed, in order and once`() async {
    var (before, after): ([String], [String]) = ([], [])
    take({ before.append($0) }, in: waiting)
    take({ after.append($0) }, in: shown)
    let session = Session(screen: screen, root: waiting)
    screen.type("a", "b", "/", "x", .enter, "a")
    #expect(before == ["a", "b", "/x", "a"])
    session.replace(waiting, by: shown)
    #expect(session.front === shown && shown.appearances == 1)
    #expect(after == before)
    await wait { screen.picture.hasPrefix("shown") }
    screen.type("b")
    #expect(after.last == "b" && after.count == 5)
    #expect(waiting.onNeedsDisplay == nil)
  }

  @Test func `hands on a prompt that is open`() {
    var after: [String] = []
    take({ _ in }, in: waiting)
    take({ after.append($0) }, in: shown)
    let session = Session(screen: screen, root: waiting)
    screen.type("/", "x")
    session.replace(waiting, by: shown)
    screen.type("y", .enter)
    #expect(after == ["/xy"])
  }

  @Test func `hands on nothing that was given up`() {
    for key in [Key.escape, "^C"] {
      var after: [String] = []
      take({ _ in }, in: waiting)
      waiting.commands.append(Command("stop", keys: ["^C"]) {})
      take({ after.append($0) }, in: shown)
      let session = Session(screen: screen, root: waiting)
      screen.type("a", key, "b")
      session.replace(waiting, by: shown)
      #expect(after == ["b"])
      #expect(session.end == nil)
    }
  }

  @Test func `hands on nothing that was meant for the session`() {
    var after: [String] = []
    take({ _ in }, in: waiting)
    take({ after.append($0) }, in: shown)
    var lines = 0
    waiting.commands.append(Command("write", line: "w", fits: { $0 == "w" }) { _ in lines += 1 })
    shown.commands.append(Command("write", line: "w", fits: { $0 == "w" }) { _ in lines += 1 })
    let session = Session(screen: screen, root: waiting)
    screen.type("^L", "^Z", ":", "w", .enter, "a")
    session.replace(waiting, by: shown)
    #expect(after == ["a"])
    #expect(lines == 1)
  }

  @Test func `hands on nothing that was typed when it was known`() {
    var after: [String] = []
    take({ _ in }, in: waiting)
    take({ after.append($0) }, in: shown)
    waiting.isPreliminary = false
    let session = Session(screen: screen, root: waiting)
    screen.type("a")
    session.replace(waiting, by: shown)
    #expect(after.isEmpty)
  }

  @Test func `leaves what is in front of it there`() {
    var after: [String] = []
    take({ after.append($0) }, in: shown)
    let session = Session(screen: screen, root: waiting)
    screen.type("a")
    let other = SampleController()
    session.push(other)
    session.replace(waiting, by: shown)
    #expect(session.front === other && shown.appearances == 0)
    screen.type("q")
    #expect(session.front === shown && shown.appearances == 1 && after.isEmpty)
    screen.type("a")
    #expect(after == ["a"])
  }

  @Test func `gives way to one that joins emoji, even behind another`() {
    let session = Session(screen: screen, root: waiting)
    session.push(SampleController())
    screen.send([.emojiJoined])
    session.replace(waiting, by: shown)
    #expect(shown.joinsEmoji)
  }

  @Test func `is one that is there`() {
    let session = Session(screen: screen, root: waiting)
    session.replace(SampleController(), by: shown)
    #expect(session.front === waiting)
  }
}
