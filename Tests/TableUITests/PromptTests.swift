import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A prompt` {
  private let screen = MemoryScreen(size: Size(lines: 3, columns: 24))
  private let root = SampleController()
  private let session: Session
  private let record = Record()

  private final class Record { var lines: [String] = [] }

  init() {
    root.status = [Message("Title", .title)]
    let record = record
    root.commands = [
      Command(
        "find", keys: ["f"], hint: "find", prompt: Prompt("find:") { record.lines.append($0) }),
      Command("seek", keys: ["s"], prompt: Prompt("s:", kind: "find:") { record.lines.append($0) }),
      Command("name", keys: ["n"], prompt: Prompt("name ") { record.lines.append("name \($0)") }),
      Command("down", keys: ["j"]) { record.lines.append("down") },
    ]
    session = Session(screen: screen, root: root)
  }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars { screen.type(.character(scalar)) }
  }

  private var lastLine: String {
    screen.picture.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init)
      ?? ""
  }

  @Test func `is completed as far as all is the same, then by one after the other`() {
    var prompt = Prompt("") { [record] in record.lines.append($0) }
    prompt.hint = Message("Tab")
    prompt.onComplete = { line in
      ["level", "length", "host"].filter { $0.hasPrefix(line) }
        .map { Prompt.Completion($0, label: $0) }
    }
    session.open(prompt)
    session.drawIfNeeded()
    #expect(lastLine.hasSuffix("Tab"))
    type("l")
    screen.type(.tab)
    #expect(lastLine.hasPrefix("le "))
    screen.type(.tab)
    #expect(lastLine.hasPrefix("level "))
    screen.type(.tab)
    #expect(lastLine.hasPrefix("length "))
    screen.type(.tab)
    #expect(lastLine.hasPrefix("level "))
    type("x")
    screen.type(.tab)
    #expect(lastLine.contains("nothing"))
    screen.type("^U")
    type("h")
    screen.type(.tab, .enter)
    #expect(record.lines == ["host"])
  }

  /// The columns that are drawn in reverse video on the last line.
  private var cursor: Range<Int>? {
    let styles = screen.canvas.stylePicture.split(separator: "\n").last ?? ""
    let reversed = styles.indices.filter { styles[$0] == "r" }
      .map { styles.distance(from: styles.startIndex, to: $0) }
    return reversed.first.map { $0..<$0 + reversed.count }
  }

  @Test func `stands in place of the status line, with its cursor`() {
    #expect(screen.picture == "hello\n\n Title           q quit")
    screen.type("f")
    #expect(screen.picture == "hello\n\nfind:")
    #expect(cursor == 5..<6)
    type("jq")
    #expect(screen.picture == "hello\n\nfind:jq")
    #expect(cursor == 7..<8)
    screen.type(.left)
    #expect(cursor == 6..<7)
    #expect(session.end == nil)
    #expect(record.lines.isEmpty)
  }

  @Test func `hands its line over by Enter, and is gone`() {
    type("fone j")
    screen.type(.enter)
    #expect(record.lines == ["one j"])
    #expect(lastLine.hasPrefix(" Title"))
    screen.type("j", "f", .enter)
    #expect(record.lines == ["one j", "down", ""])
    #expect(session.end == nil)
  }

  @Test(arguments: [.escape, "^C", "^G", .backspace] as [Key])
  func `is given up by a key, which does nothing else`(key: Key) {
    screen.type("f", key)
    #expect(lastLine.hasPrefix(" Title"))
    #expect(record.lines.isEmpty)
    #expect(session.end == nil)
    #expect(!lastLine.contains("does nothing"))
  }

  @Test func `takes every key and paste, and leaves the mouse without effect`() {
    screen.type("f")
    root.takes = { _ in
      Issue.record("asked")
      return true
    }
    screen.send([
      .input(.key("q")), .input(.key("Q")), .input(.paste("q\nq")), .input(.focus(true)),
      .input(.mouse(MouseEvent(kind: .press(.left), column: 0, line: 0))), .input(.key(.left)),
    ])
    #expect(lastLine == "find:qQq q")
    #expect(session.end == nil)
  }

  @Test func `says which key it has not, until the next one`() {
    screen.resize(to: Size(lines: 3, columns: 40))
    screen.type("f", "x", .function(5))
    #expect(lastLine == "find:x            'F5' does nothing here")
    screen.type("y")
    #expect(lastLine == "find:xy")
    screen.resize(to: Size(lines: 3, columns: 34))
    screen.type(.function(5))
    #expect(lastLine == "find:xy     'F5' does nothing here")
  }

  @Test func `reports a line that was cut, too`() {
    var prompt = Prompt("") { _ in }
    prompt.onChange = { [record] in
      record.lines.append($0)
      return nil
    }
    session.open(prompt)
    screen.send([.input(.paste("long", isCut: true))])
    session.drawIfNeeded()
    #expect(record.lines == ["long"])
    #expect(lastLine.contains("too long"))
  }

  @Test func `says where there is no room for all that is pasted`() {
    screen.resize(to: Size(lines: 3, columns: 60))
    screen.type("f")
    screen.send([.input(.paste(String(repeating: "x", count: 4096), isCut: true))])
    #expect(lastLine.hasSuffix("  too long: the text was cut"))
    screen.type(.home)
    #expect(lastLine == "find:" + String(repeating: "x", count: 55))
  }

  @Test func `scrolls sideways where its line is longer than the screen, half a screen at a time`()
  {
    type("fabcdefghijklmnopqr")
    #expect(lastLine == "find:abcdefghijklmnopqr")
    #expect(cursor == 23..<24)
    type("s")
    #expect(lastLine == "find:jklmnopqrs")
    #expect(cursor == 15..<16)
    type("tuvwxyz")
    #expect(lastLine == "find:jklmnopqrstuvwxyz")
    screen.type(.home)
    #expect(lastLine == "find:abcdefghijklmnopqrs")
    #expect(cursor == 5..<6)
    screen.type(.end)
    #expect(lastLine == "find:jklmnopqrstuvwxyz")
  }

  @Test func `shows wide characters and marks as they are`() {
    screen.type("f")
    screen.send([.input(.paste("日本e\u{301}x"))])
    #expect(lastLine == "find:日本e\u{301}x")
    #expect(cursor == 11..<12)
    screen.type(.left, .left)
    #expect(cursor == 9..<10)
    screen.type(.left)
    #expect(cursor == 7..<9)
    screen.type("^A")
    #expect(cursor == 5..<7)
  }

  @Test func `remembers the lines of its kind`() {
    for line in ["one", "two", "two", ""] {
      type("f\(line)")
      screen.type(.enter)
    }
    screen.type("s", .up)
    #expect(lastLine == "s:two")
    screen.type(.up)
    #expect(lastLine == "s:one")
    screen.type(.up, .down, .down)
    #expect(lastLine == "s:")
    screen.type(.escape, "n", .up)
    #expect(lastLine == "name")
    #expect(session.end == nil)
  }

  @Test func `remembers no more than it should`() {
    for number in 0..<120 {
      type("f\(number)")
      screen.type(.enter)
    }
    screen.type("f")
    for _ in 0..<200 { screen.type(.up) }
    #expect(lastLine == "find:20")
  }

  @Test func `may be opened by a program`() {
    session.open(Prompt("Name: ") { [record] in record.lines.append($0) })
    session.drawIfNeeded()
    #expect(lastLine == "Name:")
    type("x")
    screen.type(.enter)
    #expect(record.lines == ["x"])
  }

  @Test func `stands on the smallest screen, whatever is typed`() {
    screen.resize(to: Session.smallest)
    screen.type("n")
    for _ in 0..<30 {
      screen.type("日", "x")
      #expect(cursor?.clamped(to: 5..<20) == cursor)
    }
    screen.type(.function(3))
    #expect(cursor?.clamped(to: 5..<20) == cursor)
    #expect(session.end == nil)
  }

  @Test func `stands in the help as any command does`() {
    screen.resize(to: Size(lines: 12, columns: 40))
    screen.type("H")
    #expect(screen.picture.contains("  f   find"))
  }

  // MARK: A controller that takes inputs itself

  @Test func `or another input goes to the controller in front before any command`() {
    var seen: [Input] = []
    root.takes = {
      seen.append($0)
      return $0 == .key("j")
    }
    let press = Input.mouse(MouseEvent(kind: .press(.left), column: 1, line: 2))
    screen.type("j", "q")
    #expect(seen == [.key("j"), .key("q")])
    #expect(record.lines.isEmpty)
    #expect(session.end == .quit)
    let other = Session(screen: screen, root: root)
    screen.send([.input(press)])
    #expect(seen.last == press)
    #expect(other.end == nil)
  }
}
