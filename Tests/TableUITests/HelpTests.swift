import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The help` {
  private let screen = MemoryScreen(size: Size(lines: 40, columns: 70))
  private let root = SampleController()

  /// The keys to type before the keys of a command: none, a 4 if the command needs a number, or the
  /// key that it needs.
  private func before(_ command: Command) -> [Key] {
    switch command.prefix {
    case .none: []
    case .number: ["4"]
    case .key(let key): [key]
    }
  }

  /// The lines of the help, without the status line.
  private func help() -> [String] {
    screen.picture.split(separator: "\n").dropLast().map(String.init)
  }

  @Test(arguments: [.function(1), "H"] as [Key])
  func `lists the keys that work, and goes`(key: Key) {
    screen.resize(to: Size(lines: 16, columns: 48))
    root.commands = [Command("leap", keys: ["x", .down, .space], hint: "leap") {}]
    let session = Session(screen: screen, root: root)
    screen.type(key)
    #expect(
      screen.picture == """

         View
          ^L  repaint the screen

         Feed
          x   leap  ↓ Space

         Program
          F1  this help  H :help
          :   type a command
          ^Z  suspend
          ^C  quit with status 130
          q   quit  Q ZZ :q :quit


         Help  ·  available keys       Esc back  Q quit
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
    screen.reportsMouse = true
    screen.type(.function(1))
    let lines = help()
    #expect(lines.contains("  x      first"))
    #expect(lines.contains("  y      second"))
    #expect(lines.contains("  wheel  turn"))
    #expect(!screen.picture.contains("never"))
    #expect(!screen.picture.contains("not now"))
    #expect(!screen.picture.contains("suspend"))
  }

  @Test func `names no wheel where the mouse is not reported`() {
    root.commands = [
      Command("turn", keys: [], wheel: .wheelUp) { _ in },
      Command("roll", keys: ["x"], wheel: .wheelDown) { _ in },
    ]
    let session = Session(screen: screen, root: root)
    screen.type("H")
    #expect(!screen.picture.contains("wheel"))
    #expect(!screen.picture.contains("turn"))
    #expect(help().contains("  x   roll"))
    screen.type(.escape)
    screen.reportsMouse = true
    screen.type("H")
    #expect(help().contains("  wheel  turn"))
    #expect(help().contains("  x      roll  wheel"))
    #expect(session.end == nil)
  }

  @Test func `has the groups in their order, in two columns where both fit`() {
    screen.resize(to: Size(lines: 14, columns: 100))
    root.commands = [
      Command("look", in: .search, keys: ["/"]) {},
      Command("leap", in: .move, keys: ["x"]) { (_: Int) in },
      Command("read", keys: ["y"]) {}, Command("turn", in: .view, keys: ["z"]) {},
    ]
    let session = Session(screen: screen, root: root)
    screen.type("H")
    #expect(
      screen.picture == """

         Move                                              Feed
          x   leap                                          y   read
          N   a number before a movement repeats it
                                                           Program
         Search                                             F1  this help  H :help
          /   look                                          :   type a command
                                                            ^Z  suspend
         View                                               ^C  quit with status 130
          z   turn                                          q   quit  Q ZZ :q :quit
          ^L  repaint the screen


         Help  ·  available keys                                                           Esc back  Q quit
        """)
    screen.resize(to: Size(lines: 14, columns: 99))
    #expect(help().prefix(4).joined(separator: "|").hasPrefix(" Move|  x   leap|  N"))
    #expect(help().contains(" Search"))
    #expect(!screen.picture.contains("quit  Q ZZ"))
    screen.type("G")
    #expect(help().last == "  q   quit  Q ZZ :q :quit")
    #expect(session.end == nil)
  }

  @Test func `wraps what is long, and its other keys, also on a narrow screen`() {
    screen.resize(to: Size(lines: 20, columns: 40))
    root.commands = [
      Command(
        "show or hide the column, wherever it is", in: .view,
        keys: ["x", .space, .pageDown, .home]
      ) {},
      Command("go", in: .view, after: .key("m"), letter: { _ in }),
    ]
    let session = Session(screen: screen, root: root)
    screen.type("H")
    #expect(
      screen.picture.hasPrefix(
        """

         View
          x         show or hide the column,
                    wherever it is  Space PgDn
                    Home
          m letter  go
          ^L        repaint the screen

        """))
    #expect(session.end == nil)
  }

  @Test func `begins with ten keys where there are many, and names each once`() async throws {
    let list = try await ListFixture.loaded(0..<50)
    root.commands =
      list.list.commands + [
        Command("search", in: .search, keys: ["/"]) {},
        Command("next match", in: .search, keys: ["n"]) {},
        Command("filter", in: .view, keys: ["&"]) {},
      ]
    let session = Session(screen: screen, root: root)
    screen.type("H")
    let lines = help()
    #expect(lines[0] == " Basic")
    #expect(
      lines[1...10].map { $0.split(separator: " ").first }
        == ["j", "Space", "g", "G", "/", "n", "&", "Enter", "q", "Esc"])
    #expect(lines.count { $0.hasSuffix("  next match") } == 1)
    #expect(session.end == nil)
  }

  @Test func `has notes behind the keys, and is opened by its word, too`() {
    let session = Session(screen: screen, root: root)
    session.helpNotes = [
      KeyTable.Section(
        heading: "Conditions", lines: [KeyTable.Line(keys: ["a=b", "a==b"], title: "equal")])
    ]
    screen.type(":", "h", "e", "l", "p", .enter)
    #expect(help().suffix(2) == [" Conditions", "  a=b  equal  a==b"])
  }

  @Test func `lists every command of a list, and each key listed does it`() async throws {
    let list = try await ListFixture.loaded(0..<50)
    var done: [String] = []
    let commands = list.list.commands
    let recorder = SampleController()
    recorder.commands = commands.map { command in
      Command(
        command.title, in: command.group, after: command.prefix, keys: command.keys,
        isEnabled: command.isEnabled
      ) { done.append(command.title) }
    }
    let session = Session(screen: screen, root: recorder)
    screen.type("H")
    let words = help().joined(separator: " ").split(separator: " ").joined(separator: " ") + " "
    screen.type(.escape)
    for command in commands where command.isEnabled() {
      let prefix = command.prefix == .number ? "N" : before(command).map(\.description).joined()
      let names = command.keys.map { prefix + $0.description }
      let line = ([names[0], command.title] + names.dropFirst()).joined(separator: " ")
      #expect(words.contains(" \(line) "))
      for key in command.keys {
        before(command).forEach { screen.type($0) }
        screen.type(key)
        #expect(done.last == command.title, "\(key)")
      }
    }
    #expect(done.count == commands.filter { $0.isEnabled() }.flatMap(\.keys).count)
    #expect(session.end == nil)
  }

  @Test func `lists to stop loading while something loads, and no other use of its key`() throws {
    let list = try ListFixture(lines: 30, columns: 60)
    list.type("H")
    #expect(list.screen.picture.contains(/\^C +stop loading/))
    #expect(!list.screen.picture.contains("interrupt"))
  }

  @Test func `has keys of its own`() {
    screen.resize(to: Size(lines: 4, columns: 40))
    let session = Session(screen: screen, root: root)
    screen.type("H", "j")
    #expect(help().first == " View")
    screen.type("G")
    #expect(help().last == "  q   quit  Q ZZ :q :quit")
    screen.type("g", "k", .pageDown, "b")
    #expect(screen.picture.hasPrefix("\n View\n  ^L"))
    screen.type("q")
    #expect(session.front === root)
    #expect(session.end == nil)
  }

  @Test func `takes the keys that are typed with the one that shows it`() {
    screen.resize(to: Size(lines: 4, columns: 40))
    let session = Session(screen: screen, root: root)
    screen.send([.input(.key("H")), .input(.key("j")), .input(.key("j"))])
    #expect(help().first?.contains("repaint the screen") == true)
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
    #expect(help().contains("  Up  move  Down Left Right PgUp"))
    #expect(screen.picture.isASCII)
    screen.resize(to: Size(lines: 3, columns: 24))
    screen.type(.escape)
    #expect(screen.picture.isASCII)
    screen.resize(to: Size(lines: 2, columns: 20))
    #expect(screen.picture.hasPrefix("too small: 20x2"))
    #expect(session.end == nil)
  }
}
