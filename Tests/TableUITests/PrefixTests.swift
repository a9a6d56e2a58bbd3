import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A command that is typed after something` {
  private let screen = MemoryScreen(size: Size(lines: 12, columns: 40))
  private let root = SampleController()

  private final class Record { var done: [String] = [] }

  private func start() -> Record {
    let record = Record()
    root.commands = [
      Command("line N", after: .number, keys: ["G"]) { record.done.append("line \($0)") },
      Command("last", keys: ["G"]) { record.done.append("last") },
      Command("back", after: .key("'"), keys: ["'"]) { record.done.append("back") },
      Command("down", keys: ["j"], wheel: .wheelDown) { record.done.append("down \($0)") },
      Command("page", keys: [.space]) { record.done.append("page \($0)") },
    ]
    return record
  }

  private var statusLine: String {
    screen.picture.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func `is told the number`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.type("1", "2", "0", "G", "G")
    #expect(record.done == ["line 120", "last"])
    #expect(session.end == nil)
  }

  @Test func `is given up by the key that interrupts, which ends the program only then`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.type("4", "2", "^C")
    #expect(session.end == nil)
    #expect(!statusLine.contains("42"))
    screen.type("'", "^C", "j")
    #expect(session.end == nil)
    #expect(record.done == ["down 1"])
    screen.type("^C")
    #expect(session.end == .interrupted)
  }

  @Test func `shows what is typed, until the key`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.type("4", "2")
    #expect(statusLine.hasPrefix(" 42"))
    screen.type("G")
    #expect(!statusLine.contains("42"))
    screen.type("'")
    #expect(statusLine.hasPrefix(" '"))
    screen.type("'")
    #expect(!statusLine.contains("'"))
    #expect(record.done == ["line 42", "back"])
    #expect(session.end == nil)
  }

  @Test func `is forgotten by a key that it does not belong to`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.type("4", .escape, "G", "'", "x", "'", "'")
    #expect(record.done == ["last", "back"])
    #expect(session.end == nil)
  }

  @Test func `loses its last digit by Backspace, and is gone with the first`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.type("1", "2", .backspace)
    #expect(statusLine.hasPrefix(" 1 "))
    screen.type("G", "7", .backspace, "G")
    #expect(record.done == ["line 1", "last"])
    screen.type("4", .backspace)
    #expect(!statusLine.contains("4"))
    #expect(session.end == nil)
  }

  @Test func `stays where the terminal is left and looked at again`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.send([.input(.key("4")), .input(.focus(false)), .input(.focus(true))])
    screen.type("2", "G")
    #expect(record.done == ["line 42"])
    #expect(session.end == nil)
  }

  @Test func `gives its number to what scrolls by line`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.type("7", "j", "j")
    #expect(record.done == ["down 7", "down 1"])
    #expect(session.end == nil)
  }

  @Test func `gives its number to what is done many times, at least once`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    screen.type("1", "2", .space, .space, "0", .space, "4", "x", .space)
    #expect(record.done == ["page 12", "page 1", "page 1", "page 1"])
    #expect(session.end == nil)
  }

  @Test func `takes a number also where only how often has use for it`() {
    var done = 0
    root.commands = [Command("page", keys: [.space]) { done += $0 }]
    let session = Session(screen: screen, root: root)
    screen.type("3")
    #expect(statusLine.hasPrefix(" 3"))
    screen.type(.space)
    #expect(done == 3)
    #expect(session.end == nil)
  }

  @Test func `takes a number of any length`() {
    let record = start()
    let session = Session(screen: screen, root: root)
    for _ in 0..<50 { screen.type("9") }
    screen.type("G")
    #expect(record.done.count == 1)
    #expect(session.end == nil)
  }

  @Test func `leaves digits alone where none has use for a number`() {
    var count = 0
    root.commands = [Command("one", keys: ["1"]) { count += 1 }]
    let session = Session(screen: screen, root: root)
    screen.type("1", "2")
    #expect(count == 1)
    #expect(statusLine.contains("'2' does nothing here"))
    #expect(session.end == nil)
  }

  @Test func `stands in the help with what goes before it`() {
    _ = start()
    let session = Session(screen: screen, root: root)
    screen.type("H")
    #expect(screen.picture.contains("  NG     line N  :N"))
    #expect(screen.picture.contains("  G      last"))
    #expect(screen.picture.contains("  ''     back"))
    #expect(screen.picture.contains("  N      a number before a mo"))
    #expect(session.front !== root)
  }
}
