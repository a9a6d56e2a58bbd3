import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A session` {
  private let screen = MemoryScreen(size: Size(lines: 4, columns: 30))
  private let root = SampleController()

  private func wheel(_ kind: MouseEvent.Kind) -> ScreenEvent {
    .input(.mouse(MouseEvent(kind: kind, column: 0, line: 0)))
  }

  // MARK: Keys

  @Test func `gives a key to the controller in front first`() {
    var done: [String] = []
    root.commands = [
      Command("mine", keys: ["q", "x"]) { done.append("mine") },
      Command("mine too", keys: ["x"]) { done.append("never") },
    ]
    let session = Session(screen: screen, root: root)
    screen.type("q", "x")
    #expect(done == ["mine", "mine"])
    #expect(session.end == nil)
    screen.type("Q")
    #expect(session.end == .quit)
  }

  @Test func `lets a key fall through a command that cannot be done now`() {
    var isEnabled = true
    var count = 0
    root.commands = [Command("stop", keys: ["^C"], isEnabled: { isEnabled }) { count += 1 }]
    let session = Session(screen: screen, root: root)
    screen.type("^C")
    #expect(count == 1)
    #expect(session.end == nil)
    isEnabled = false
    screen.type("^C")
    #expect(count == 1)
    #expect(session.end == .interrupted)
  }

  @Test(
    arguments: [
      .input(.key(.escape)), .input(.paste("qQ")), .input(.focus(false)),
      .input(.mouse(MouseEvent(kind: .press(.left), column: 0, line: 0))),
      .input(.mouse(MouseEvent(kind: .wheelUp, column: 0, line: 0))),
    ] as [ScreenEvent])
  func `does nothing for what is no key and no command has, nor for Escape`(event: ScreenEvent) {
    let session = Session(screen: screen, root: root)
    let before = screen.picture
    screen.send([event])
    #expect(screen.picture == before)
    #expect(session.end == nil)
    #expect(session.front === root)
  }

  @Test func `keeps what is typed behind a key that lends the terminal until that is back`() {
    var (done, takeBack): ([String], (() -> Void)?) = ([], nil)
    let session = Session(screen: screen, root: root)
    root.commands = [
      Command("edit", keys: ["v"]) { session.lendTerminal { takeBack = $0 } },
      Command("go", keys: ["j"]) { done.append("j") },
    ]
    screen.type("v", "j", "Q")
    #expect(done == [] && session.end == nil)
    takeBack?()
    #expect(done == ["j"] && session.end == .quit)
  }

  @Test
  func `keeps keys while what is in front holds them, and does them in order, a frame between`() {
    var done: [String] = []
    root.commands = [
      Command("search", keys: ["n"]) { [root] in
        done.append("n")
        root.holdsInput = true
      },
      Command("down", keys: ["j"]) { done.append("j") },
    ]
    let session = Session(screen: screen, root: root)
    screen.type("j", "n", "j", "n", "j")
    #expect(done == ["j", "n"])
    let frames = session.frameCount
    root.holdsInput = false
    // Any input makes the session check whether input is still held.
    screen.send([.input(.focus(true))])
    #expect(done == ["j", "n", "j", "n"])
    #expect(session.frameCount > frames + 1)
    screen.type("j")
    #expect(done == ["j", "n", "j", "n"])
    root.holdsInput = false
    screen.send([.input(.focus(true))])
    #expect(done == ["j", "n", "j", "n", "j", "j"])
  }

  @Test(arguments: ["^C", .escape] as [Key])
  func `gives up what is held with what it waits for`(key: Key) {
    var done: [String] = []
    root.commands = [
      Command("stop", keys: [key], isEnabled: { [root] in root.holdsInput }) { [root] in
        done.append("stop")
        root.holdsInput = false
      },
      Command("down", keys: ["j"]) { done.append("j") },
    ]
    let session = Session(screen: screen, root: root)
    root.holdsInput = true
    screen.type("j", "j", key, "j")
    #expect(done == ["stop", "j"])
    #expect(session.end == nil)
  }

  @Test func `gives a prompt its keys, whatever is held behind it`() {
    var line: String?
    root.commands = [Command("ask", keys: ["/"], prompt: Prompt("/") { line = $0 })]
    let session = Session(screen: screen, root: root)
    screen.type("/")
    root.holdsInput = true
    screen.type("a", .enter)
    #expect(line == "a")
    #expect(session.end == nil)
  }

  @Test func `tells a command how many lines a turn of the wheel is`() {
    var moved: [Int] = []
    root.commands = [Command("down", keys: ["^E"], wheel: .wheelDown) { moved.append($0) }]
    let session = Session(screen: screen, root: root)
    screen.send([wheel(.wheelDown), .input(.key("^E")), wheel(.wheelUp)])
    #expect(moved == [3, 1])
    #expect(session.end == nil)
  }

  @Test func `tells the controller what a reader does before it is done`() {
    let session = Session(screen: screen, root: root)
    screen.type("x", "y")
    #expect(root.dismissals == 2)
    #expect(session.frameCount == 2)
    screen.send([wheel(.wheelUp), wheel(.release(.left)), wheel(.move), .input(.focus(true))])
    #expect(root.dismissals == 3)
  }

  // MARK: The end of a session

  @Test(
    arguments: [
      (.input(.key("q")), .quit), (.input(.key("Q")), .quit), (.input(.key("^C")), .interrupted),
      (.terminated(signal: 15), .terminated(signal: 15)), (.hungUp, .hungUp),
      (.flooded, .limit(.input)),
    ] as [(ScreenEvent, Session.End)])
  func `ends by a key, by a signal and with its terminal`(event: ScreenEvent, end: Session.End) {
    let session = Session(screen: screen, root: root)
    let frames = session.frameCount
    screen.send([event, .input(.key("^C")), .hungUp])
    #expect(session.end == end)
    #expect(session.frameCount == frames)
  }

  @Test func `runs until its end`() {
    screen.send([.input(.key("j")), .input(.key("q")), .input(.key("^C"))])
    let session = Session(screen: screen, root: root)
    #expect(session.end == nil)
    session.run()
    #expect(session.end == .quit)
  }

  @Test func `does not end by Escape`() {
    let session = Session(screen: screen, root: root)
    screen.type(.escape)
    #expect(session.end == nil)
  }

  // MARK: Controllers

  @Test(arguments: [.escape, "q"] as [Key])
  func `goes back by a key, and quits by another`(key: Key) {
    let detail = SampleController()
    detail.text = "detail"
    let session = Session(screen: screen, root: root)
    session.push(detail)
    session.drawIfNeeded()
    #expect(screen.picture.hasPrefix("detail"))
    screen.type(key)
    #expect(session.front === root)
    #expect(screen.picture.hasPrefix("hello"))
    #expect(session.end == nil)
    #expect(root.appearances == 2)
    session.push(detail)
    screen.type("Q")
    #expect(session.end == .quit)
  }

  @Test func `keeps its only controller`() {
    let session = Session(screen: screen, root: root)
    session.pop()
    #expect(session.front === root)
  }

  @Test func `draws for a controller in front alone`() async {
    let detail = SampleController()
    let session = Session(screen: screen, root: root)
    session.push(detail)
    session.pop()
    session.drawIfNeeded()
    #expect(detail.onNeedsDisplay == nil)
    let frames = session.frameCount
    root.onNeedsDisplay?()
    await wait { session.frameCount > frames }
  }

  @Test func `stops and repaints by a key`() {
    let session = Session(screen: screen, root: root)
    screen.type("^L")
    #expect(screen.repaintCount == 1)
    screen.type("^Z")
    #expect(screen.suspendCount == 1)
    screen.send([.resumed])
    #expect(screen.repaintCount >= 2)
    session.allowsSuspend = false
    screen.type("^Z")
    #expect(screen.suspendCount == 1)
    #expect(session.end == nil)
  }
}
