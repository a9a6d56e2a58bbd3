import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A command after a colon` {
  private let screen = MemoryScreen(size: Size(lines: 18, columns: 60))
  private let root = SampleController()
  private let session: Session
  private let record = Record()

  private final class Record {
    var done: [String] = []
    var isBusy = false
  }

  init() {
    let record = record
    root.commands = [
      Command("next file", words: ["n", "next"]) { record.done.append("next") },
      Command("line N", after: .number, keys: ["G"]) { record.done.append("line \($0)") },
      Command("last", keys: ["G"]) { record.done.append("last") },
      Command("stop", keys: ["s"], words: ["stop"], isEnabled: { record.isBusy }) {
        record.done.append("stop")
      },
    ]
    session = Session(screen: screen, root: root)
  }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars { screen.type(.character(scalar)) }
  }

  private func enter(_ text: String) {
    type(text)
    screen.type(.enter)
  }

  private var statusLine: String {
    screen.picture.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test(
    arguments: [
      (":n", "next"), (": next ", "next"), (":120", "line 120"), (": 7 ", "line 7"),
      (":99999999999999999999", "line 999999999999999"), (":0", "line 0"), ("42:n", "next"),
    ])
  func `is done by its word, or by a number where one goes before G`(line: String, done: String) {
    enter(line)
    #expect(record.done == [done])
    #expect(session.end == nil)
  }

  @Test(arguments: ["q", "quit", " q "])
  func `quits, also from the help`(word: String) {
    screen.type("H")
    enter(":" + word)
    #expect(session.end == .quit)
    #expect(record.done.isEmpty)
  }

  @Test(arguments: ["foo", "Q", "n n", "-3", "1.5", "３", "stop", "G"])
  func `says where there is none`(word: String) {
    enter(":" + word)
    #expect(statusLine.hasPrefix(" no such command ':\(word)'; F1: help"))
    #expect(record.done.isEmpty)
    #expect(session.end == nil)
    type("G")
    #expect(!statusLine.contains("no such command"))
  }

  @Test func `can be done when its key can`() {
    record.isBusy = true
    enter(":stop")
    #expect(record.done == ["stop"])
  }

  @Test func `does nothing where nothing is typed`() {
    enter(":")
    enter(":  ")
    #expect(record.done.isEmpty)
    #expect(!statusLine.contains("no such"))
    #expect(session.end == nil)
  }

  @Test func `knows no number where none can be gone to`() {
    root.commands = []
    enter(":12")
    #expect(statusLine.hasPrefix(" no such command ':12'; F1: help"))
  }

  @Test func `that is long is said again in part`() {
    enter(":" + String(repeating: "x", count: 200))
    #expect(statusLine.hasPrefix(" no such command ':\(String(repeating: "x", count: 24))…'; F1"))
    screen.send([.input(.key(":")), .input(.paste("a\u{1B}[31m")), .input(.key(.enter))])
    #expect(statusLine.hasPrefix(" no such command ':a␛[31m'"))
  }

  @Test func `stands in the help with what does it`() {
    screen.type("H")
    #expect(
      screen.picture.hasPrefix(
        """

         View
          ^L  repaint the screen

         Feed
          :n  next file  :next
          NG  line N  :N
          G   last

         Program
          F1  this help  H :help
          :   type a command
          ^Z  suspend
          ^C  quit with status 130
          q   quit  Q ZZ :q :quit
        """))
  }

  @Test func `belongs to the first that has its word`() {
    root.commands += [
      Command("mine", words: ["q", "n"]) { [record] in record.done.append("mine") }
    ]
    enter(":q")
    #expect(record.done == ["mine"])
    screen.type("H")
    #expect(screen.picture.contains("  :q  mine\n"))
    #expect(screen.picture.contains("  q   quit  Q ZZ :quit\n"))
    #expect(session.end == nil)
  }

  @Test func `stands in the help if only a number reaches it`() {
    root.commands = [
      Command("line N of the file", after: .number, keys: [], goesToNumber: true) { [record] in
        record.done.append("file \($0)")
      },
      Command("line N", after: .number, keys: ["G"]) { [record] in
        record.done.append("line \($0)")
      },
    ]
    screen.type("H")
    #expect(screen.picture.contains("  :N  line N of the file\n"))
    #expect(screen.picture.contains("  NG  line N\n"))
    screen.type(.escape)
    enter(":7")
    #expect(record.done == ["file 7"])
    #expect(session.end == nil)
  }

  @Test func `for a number stands in the help even if an earlier command has its key`() {
    root.commands = [
      Command("mine", after: .number, keys: ["G"], goesToNumber: false) { (_: Int) in },
      Command("line N", after: .number, keys: ["G", "g"]) { (_: Int) in },
    ]
    screen.type("H")
    #expect(screen.picture.contains("  NG  mine\n"))
    #expect(screen.picture.contains("  Ng  line N  :N\n"))
    #expect(session.end == nil)
  }

  // MARK: A controller without a search

  @Test(arguments: ["/", "?", "&", "n"] as [Key])
  func `opens no prompt by a key that has no command here`(key: Key) {
    screen.type(key)
    #expect(statusLine.contains("'\(key.description)' does nothing here"))
  }
}
