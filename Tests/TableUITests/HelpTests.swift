import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The help` {
  private let screen = MemoryScreen(size: Size(lines: 40, columns: 70))
  private let root = SampleController()

  /// What is typed before the keys of a command, a number for any.
  private func before(_ command: Command) -> [Key] {
    switch command.prefix {
    case .none: []
    case .number: ["4"]
    case .key(let key): [key]
    }
  }

  /// The lines of the help: keys, then what they do.
  private func help() -> [String] {
    screen.picture.split(separator: "\n").dropLast().map(String.init)
  }

  @Test(arguments: [.function(1), "H"] as [Key])
  func `lists the keys that work, and goes`(key: Key) {
    screen.resize(to: Size(lines: 10, columns: 48))
    root.commands = [Command("leap", keys: ["x", .down, .space], hint: "leap") {}]
    let session = Session(screen: screen, root: root)
    screen.type(key)
    #expect(
      screen.picture == """

          x ↓ Space      leap
          F1 H           this help
          :              type a command
          ^L             repaint the screen
          ^Z             suspend
          ^C             break off, with status 130
          q Q :q :quit   quit

         Help  ·  the keys that work   Esc back  Q quit
        """)
    screen.type("H")
    screen.type(.escape)
    #expect(session.front === root)
  }

  @Test func `lists no command that cannot be done, and no key that does something else`() {
    root.commands = [
      Command("first", keys: ["x"]) {}, Command("second", keys: ["x", "y"]) {},
      Command("never", keys: ["x"]) {}, Command("not now", keys: ["z"], isEnabled: { false }) {},
      Command("turn", keys: ["x"], wheel: .wheelUp) { _ in },
    ]
    let session = Session(screen: screen, root: root)
    session.allowsSuspend = false
    screen.type(.function(1))
    let lines = help()
    #expect(lines[0].hasSuffix("first"))
    #expect(lines[1] == "  y              second")
    #expect(lines[2] == "  wheel          turn")
    #expect(!screen.picture.contains("never"))
    #expect(!screen.picture.contains("not now"))
    #expect(!screen.picture.contains("suspend"))
  }

  @Test func `lists every command of a list, and each key listed does it`() async throws {
    let list = try await ListFixture.loaded(0..<50)
    var done: [String] = []
    let commands = list.list.commands
    let recorder = SampleController()
    recorder.commands = commands.map { command in
      Command(
        command.title, after: command.prefix, keys: command.keys, isEnabled: command.isEnabled
      ) {
        done.append(command.title)
      }
    }
    let session = Session(screen: screen, root: recorder)
    screen.type("H")
    let lines = help()
    screen.type(.escape)
    for command in commands where command.isEnabled() {
      let prefix = command.prefix == .number ? "N" : before(command).map(\.description).joined()
      let names = command.keys.map { prefix + $0.description }.joined(separator: " ")
      #expect(lines.contains { $0.contains("  \(names) ") && $0.hasSuffix("  \(command.title)") })
      for key in command.keys {
        before(command).forEach { screen.type($0) }
        screen.type(key)
        #expect(done.last == command.title, "\(key)")
      }
    }
    #expect(done.count == commands.filter { $0.isEnabled() }.flatMap(\.keys).count)
    #expect(lines.count == commands.filter { $0.isEnabled() }.count + 6)
    #expect(session.end == nil)
  }

  @Test func `lists to stop loading while something loads, and no other use of its key`() throws {
    let list = try ListFixture(lines: 30, columns: 60)
    list.type("H")
    #expect(list.screen.picture.contains("^C              stop loading"))
    #expect(!list.screen.picture.contains("break off"))
  }

  @Test func `has keys of its own`() {
    screen.resize(to: Size(lines: 4, columns: 40))
    let session = Session(screen: screen, root: root)
    screen.type("H", "j")
    #expect(help().first == "  F1 H           this help")
    screen.type("G")
    #expect(help().last == "  q Q :q :quit   quit")
    screen.type("g", "k", .pageDown, "b")
    #expect(screen.picture.hasPrefix("\n  F1 H"))
    screen.type("q")
    #expect(session.front === root)
    #expect(session.end == nil)
  }

  @Test func `takes the keys that are typed with the one that shows it`() {
    screen.resize(to: Size(lines: 4, columns: 40))
    let session = Session(screen: screen, root: root)
    screen.send([.input(.key("H")), .input(.key("j")), .input(.key("j"))])
    #expect(help().first?.contains("type a command") == true)
    screen.type(.escape)
    screen.send([.input(.key("H")), .input(.key("j")), .input(.key(.escape))])
    #expect(session.front === root)
  }

  @Test func `names the keys in ASCII where signs must be`() {
    root.commands = [Command("move", keys: [.up, .down, .left, .right, .pageUp]) {}]
    root.status = [Message("A title that is much too long for this line")]
    let theme = Theme(depth: .none, ascii: true)
    let session = Session(screen: screen, root: root, theme: theme)
    screen.type("H")
    #expect(help().first == "  Up Down Left Right PgUp   move")
    #expect(screen.picture.isASCII)
    screen.resize(to: Size(lines: 3, columns: 24))
    screen.type(.escape)
    #expect(screen.picture.isASCII)
    screen.resize(to: Size(lines: 2, columns: 20))
    #expect(screen.picture.hasPrefix("too small: 20x2"))
    #expect(session.end == nil)
  }
}
