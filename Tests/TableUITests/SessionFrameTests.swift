import Paging
import Randomness
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The frames of a session` {
  private let screen = MemoryScreen(size: Size(lines: 4, columns: 30))
  private let root = SampleController()

  @Test func `begin with one at once`() {
    root.status = [Message("Title", .title)]
    let session = Session(screen: screen, root: root)
    #expect(session.frameCount == 1)
    #expect(
      screen.picture == """
        hello


         Title        F1 help  q quit
        """)
    #expect(
      screen.canvas.stylePicture == """
        ..............................
        ..............................
        ..............................
        cbbbbbccccccccbbcccccccbcccccc
        """)
  }

  @Test func `begin with none while all there is to say is that something comes`() async {
    root.isStarting = true
    let session = Session(screen: screen, root: root, loadingDelay: .seconds(600))
    #expect(session.frameCount == 0)
    screen.type("x")
    #expect(session.frameCount == 0)
    root.isStarting = false
    root.onNeedsDisplay?()
    await wait { session.frameCount > 0 }
    root.isStarting = true
    screen.type("x")
    #expect(session.frameCount == 2)
  }

  @Test func `say that something comes when it has not come for a moment`() {
    root.isStarting = true
    let session = Session(screen: screen, root: root, loadingDelay: .milliseconds(100))
    screen.pass(.milliseconds(99))
    #expect(session.frameCount == 0)
    screen.pass(.milliseconds(1))
    #expect(session.frameCount == 1)
    #expect(screen.picture.hasPrefix("hello"))
  }

  @Test func `are one for all events that wait`() {
    var count = 0
    root.commands = [Command("count", keys: ["x"]) { count += 1 }]
    let session = Session(screen: screen, root: root)
    let frames = session.frameCount
    screen.send([
      .input(.key("x")), .resized(screen.size), .input(.key("x")), .resumed, .input(.key("x")),
    ])
    #expect(count == 3)
    #expect(session.frameCount == frames + 1)
  }

  @Test func `are laid out once, and then drawn`() {
    let session = Session(screen: screen, root: root)
    #expect(root.steps == ["layout 30x3", "draw"])
    screen.type("x")
    #expect(root.steps == ["layout 30x3", "draw", "layout 30x3", "draw"])
    screen.resize(to: Size(lines: 2, columns: 10))
    #expect(root.steps.count == 4)
    #expect(session.frameCount == 3)
  }

  @Test func `are laid out where they are held back, and not drawn`() {
    root.isStarting = true
    let session = Session(screen: screen, root: root, loadingDelay: .seconds(600))
    #expect(root.steps == ["layout 30x3"])
    #expect(session.frameCount == 0)
  }

  @Test func `are none where nothing has happened`() {
    let session = Session(screen: screen, root: root)
    let frames = session.frameCount
    session.drawIfNeeded()
    screen.send([])
    #expect(session.frameCount == frames)
    #expect(screen.frameCount == frames)
  }

  @Test func `are one for all that asked for one`() async {
    let session = Session(screen: screen, root: root)
    let frames = session.frameCount
    for _ in 0..<5 { root.onNeedsDisplay?() }
    #expect(session.frameCount == frames)
    await wait { session.frameCount > frames }
    for _ in 0..<50 { await Task.yield() }
    #expect(session.frameCount == frames + 1)
  }

  @Test func `are none while the terminal takes none, and then show the newest state`() async {
    let session = Session(screen: screen, root: root)
    let frames = session.frameCount
    screen.isReady = false
    for number in 0..<5 {
      root.text = SafeText("\(number)")
      screen.type("x")
      root.onNeedsDisplay?()
      for _ in 0..<10 { await Task.yield() }
    }
    #expect(session.frameCount == frames)
    screen.isReady = true
    #expect(session.frameCount == frames + 1)
    #expect(screen.picture.hasPrefix("4\n"))
  }

  @Test func `are none after the end`() {
    let session = Session(screen: screen, root: root)
    screen.type("q")
    let frames = session.frameCount
    screen.type("x")
    session.setNeedsDisplay()
    session.drawIfNeeded()
    #expect(session.frameCount == frames)
  }

  @Test func `are told to whoever asks`() {
    var told: [Int] = []
    let session = Session(screen: screen, root: root) { told.append($0) }
    screen.type("x", "y")
    screen.type("z")
    #expect(told == [1, 2, 3])
    #expect(session.frameCount == 3)
  }

  @Test(arguments: [
    (2, 30), (1, 1), (4, 19), (3, 12),
  ])
  func `say where the screen is too small, and recover`(lines: Int, columns: Int) {
    let session = Session(screen: screen, root: root)
    screen.resize(to: Size(lines: lines, columns: columns))
    let words = "too small: \(columns)x\(lines)".prefix(columns)
    let expected = String(words) + String(repeating: "\n", count: lines - 1)
    #expect(screen.picture.trimmingBlanks == expected.trimmingBlanks)
    screen.resize(to: Session.smallest)
    #expect(screen.picture.hasPrefix("hello"))
    #expect(session.end == nil)
  }

  @Test func `follow a storm of resizes, and the reader's line stays`() async throws {
    let list = try await ListFixture.loaded(0..<90, lines: 6)
    list.type("d", "d", "^E", "^E", "^E")
    let top = try #require(list.rows.first)
    var random = SplitMix64(start: 7)
    for _ in 0..<80 {
      let size = Size(
        lines: Int.random(in: 1...40, using: &random),
        columns: Int.random(in: 1...200, using: &random))
      list.screen.send([.resized(size)])
      list.screen.resize(to: size)
      guard size.lines >= 3, size.columns >= 20 else { continue }
      #expect(list.rows.first == top)
      #expect(list.rows.count == size.lines - 1)
    }
    list.screen.resize(to: Size(lines: 6, columns: 40))
    #expect(list.rows.first == top)
  }
}
