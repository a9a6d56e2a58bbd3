import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A key that nobody has` {
  private let screen = MemoryScreen(size: Size(lines: 4, columns: 44))
  private let root = SampleController()

  private final class Done { var words: [String] = [] }

  private var statusLine: String {
    screen.picture.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init)
      ?? ""
  }

  @Test(
    arguments: [
      ("x", "x"), (.function(12), "F12"), (.alt("q"), "M-q"), ("^X", "^X"), ("7", "7"),
      (.backspace, "Backspace"), (.enter, "Enter"), (.space, "Space"), ("\"", "\""),
    ] as [(Key, String)])
  func `says so, and what shows the keys that there are`(key: Key, name: String) {
    let session = Session(screen: screen, root: root)
    screen.type(key)
    #expect(statusLine.hasPrefix(" '\(name)' does nothing here · F1: help"))
    #expect(session.end == nil)
    #expect(session.front === root)
    screen.send([.input(.focus(false))])
    #expect(statusLine.contains("does nothing"))
    screen.type("^L")
    #expect(!statusLine.contains("does nothing"))
  }

  @Test func `stands before everything else, where there is little room`() {
    root.status = [Message("A file with a long name", .title)]
    screen.resize(to: Size(lines: 3, columns: 36))
    let session = Session(screen: screen, root: root)
    screen.type("x")
    #expect(statusLine == " 'x' does nothing here · F1: help")
    #expect(session.end == nil)
  }

  @Test func `names the key of the help that is left, and none where none is`() {
    root.commands = [Command("mine", keys: [.function(1)]) {}]
    let session = Session(screen: screen, root: root)
    screen.type("x")
    #expect(statusLine.hasPrefix(" 'x' does nothing here · H: help"))
    root.commands = [Command("mine", keys: [.function(1), "H"]) {}]
    screen.type("x")
    #expect(statusLine.hasPrefix(" 'x' does nothing here"))
    #expect(!statusLine.contains(": help"))
    root.commands = []
    screen.type("H", "x")
    #expect(statusLine.hasPrefix(" Help  ·  'x' does nothing here"))
    #expect(!statusLine.contains(": help"))
    #expect(session.front !== root)
  }

  @Test func `is named with what was typed before it, but for a number`() {
    root.commands = [
      Command("back", after: .key("'"), keys: ["'"]) {},
      Command("line N", after: .number, keys: ["G"]) { _ in },
    ]
    let session = Session(screen: screen, root: root)
    screen.type("'", "q")
    #expect(statusLine.hasPrefix(" ''q' does nothing here"))
    screen.type("1", "2", "x")
    #expect(statusLine.hasPrefix(" 'x' does nothing here"))
    #expect(session.end == nil)
  }

  @Test func `is a key that is free because its command cannot be done now`() {
    root.commands = [Command("not now", keys: ["x"], isEnabled: { false }) {}]
    let session = Session(screen: screen, root: root)
    screen.type("x")
    #expect(statusLine.contains("'x' does nothing here"))
    #expect(session.end == nil)
  }

  @Test func `speaks ASCII where it must`() {
    let session = Session(screen: screen, root: root, theme: Theme(depth: .none, ascii: true))
    screen.type(.up)
    #expect(statusLine.hasPrefix(" 'Up' does nothing here - F1: help"))
    #expect(session.end == nil)
  }

  // MARK: Alt, which is Esc typed quickly

  @Test func `with Alt is Esc and the key where Esc does something`() {
    let done = Done()
    var isBusy = true
    root.commands = [
      Command("stop", keys: [.escape], isEnabled: { isBusy }) {
        done.words.append("stop")
        isBusy = false
      },
      Command("down", keys: ["j"]) { done.words.append("down") },
      Command("meta", keys: [.alt("k")]) { done.words.append("meta") },
    ]
    let session = Session(screen: screen, root: root)
    screen.type(.alt("k"), .alt("j"), "j")
    #expect(done.words == ["meta", "stop", "down", "down"])
    screen.type(.alt("j"))
    #expect(done.words.count == 4)
    #expect(statusLine.contains("'M-j' does nothing here"))
    #expect(session.end == nil)
  }

  @Test func `with Alt forgets the number before it, as Esc does`() {
    let done = Done()
    root.commands = [Command("down", keys: ["j"]) { done.words.append("down \($0)") }]
    let session = Session(screen: screen, root: root)
    screen.type("1", "2", .alt("j"))
    #expect(done.words == ["down 1"])
    #expect(session.end == nil)
  }

  @Test func `with Alt that a terminal sends by a sequence is no Esc`() {
    root.commands = [Command("stop", keys: [.escape]) { Issue.record("Esc") }]
    let session = Session(screen: screen, root: root)
    screen.type(Key(code: .up, modifiers: .alt))
    #expect(statusLine.contains("'M-↑' does nothing here"))
    #expect(session.end == nil)
  }
}
