import Paging
import TableUI
import Terminal
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `The status line` {
  private func line(
    _ status: [Message], columns: Int, commands: [Command] = [], theme: Theme = .standard,
    position: Double? = nil
  ) -> (text: String, styles: String) {
    let screen = MemoryScreen(size: Size(lines: 3, columns: columns))
    let root = SampleController()
    root.status = status
    root.commands = commands
    root.position = position
    _ = Session(screen: screen, root: root, theme: theme)
    let lines = screen.picture.split(separator: "\n", omittingEmptySubsequences: false)
    let styles = screen.canvas.stylePicture.split(separator: "\n")
    return (String(lines.last ?? ""), String(styles.last ?? ""))
  }

  @Test func `says the title, what there is to know, and the keys that matter`() {
    let open = Command("open", keys: [.enter], hint: "open") {}
    let hidden = Command("hidden", keys: ["x"]) {}
    let asleep = Command("asleep", keys: ["y"], hint: "asleep", isEnabled: { false }) {}
    let (text, styles) = line(
      [Message("Posts", .title), Message("3 new", .accent), Message("away", .failure)], columns: 60,
      commands: [open, hidden, asleep])
    #expect(text == " Posts  ·  3 new  ·  away       Enter open  F1 help  q quit")
    #expect(styles == "cbbbbbcccccbbbbbcccccbbbbcccccccbbbbbcccccccbbcccccccbcccccc")
  }

  @Test func `leaves out keys first, then cuts, then leaves out the last parts`() {
    let parts = [Message("A list of posts", .title), Message("1,000 posts loaded")]
    #expect(
      line(parts, columns: 60).text == " A list of posts  ·  1,000 posts loaded     F1 help  q quit"
    )
    #expect(line(parts, columns: 50).text == " A list of posts  ·  1,000 posts loaded    q quit")
    #expect(line(parts, columns: 42).text == " A list of posts  ·  1,000 posts loaded")
    #expect(line(parts, columns: 32).text == " A list of posts  ·  1,000 pos…")
    #expect(line(parts, columns: 28).text == " A list of posts     q quit")
    #expect(line(parts, columns: 20).text == " A list of posts")
  }

  @Test func `leaves out the keys of the lowest priority first, and keeps their order`() {
    let commands = [
      Command("like", keys: ["L"], hint: "like", hintPriority: 2) {},
      Command("mark", keys: ["x"], hint: "mark", prompt: Prompt("Mark: ") { _ in }),
      Command("open", keys: [.enter], hint: "open", hintPriority: 1) {},
      Command("sort", keys: ["s"], hint: "sort", hintPriority: -1) {},
    ]
    let parts = [Message("Posts", .title)]
    func hints(_ columns: Int) -> String {
      line(parts, columns: columns, commands: commands).text.replacing(/^ Posts +/, with: "")
    }
    #expect(hints(61) == "L like  x mark  Enter open  s sort  F1 help  q quit")
    #expect(hints(60) == "L like  x mark  Enter open  F1 help  q quit")
    #expect(hints(53) == "L like  x mark  Enter open  F1 help  q quit")
    #expect(hints(52) == "L like  Enter open  F1 help  q quit")
    #expect(hints(44) == "L like  Enter open  q quit")
    #expect(hints(35) == "L like  Enter open")
    #expect(hints(27) == "L like")
  }

  @Test func `keeps the priority of a hint whose first key belongs to another command`() {
    let first = Command("first", keys: ["a"]) {}
    let second = Command("second", keys: ["a", "b"], hint: "second", hintPriority: 1) {}
    let text = line([Message("Posts", .title)], columns: 20, commands: [first, second]).text
    #expect(text == " Posts     b second")
  }

  @Test func `has the short form of a title where not all fits`() {
    let parts = [Message("/var/log/app.log", .title, short: "app.log"), Message("line 12")]
    #expect(line(parts, columns: 30).text == " /var/log/app.log  ·  line 12")
    #expect(line(parts, columns: 29).text == " app.log  ·  line 12")
  }

  @Test func `cuts the words before a tail, and leaves room for the tails to come`() {
    let away = Message("the network is away", .failure, tail: " · .: try again")
    #expect(
      line([Message("Posts", .title), away], columns: 60).text
        == " Posts  ·  the network is away · .: try again        q quit")
    #expect(
      line([Message("A list", .title), away], columns: 34).text.hasSuffix("… · .: try again"))
    let title = Message("A title that is as long as the line itself is", .title)
    let text = line([title, away], columns: 50).text
    #expect(text == " A title …  ·  the network is away · .: try again")
  }

  @Test(arguments: [
    (0, "────────"), (0.06, "────────"), (0.0625, "╸───────"), (0.5, "━━━━────"), (0.6, "━━━━╸───"),
    (0.999, "━━━━━━━╸"), (1, "━━━━━━━━"), (7, "━━━━━━━━"), (-1, "────────"),
    (.nan, "────────"), (.infinity, "━━━━━━━━"),
  ]) func `has a mark of the position at its right`(position: Double, mark: String) {
    let text = line([Message("List", .title)], columns: 60, position: position).text
    #expect(text == " List" + String(repeating: " ", count: 29) + "F1 help  q quit  \(mark)")
    let ascii = Theme(depth: .none, ascii: true)
    #expect(line([], columns: 60, theme: ascii, position: 0.6).text.hasSuffix(" =====---"))
  }

  @Test func `has no mark where there is little room, or nothing to say`() {
    #expect(!line([], columns: 59, position: 0.5).text.contains("━"))
    #expect(!line([], columns: 60).text.contains("─"))
  }

  @Test(
    arguments: [
      (.palette256, false, Style(foreground: .indexed(252), background: .indexed(236))),
      (.trueColor, true, Style(foreground: .indexed(237), background: .indexed(254))),
      (.eight, false, Style(.reverse)), (.none, false, Style(.reverse)),
    ] as [(ColorDepth, Bool, Style)])
  func `stands on a ground of its own in every depth`(
    depth: ColorDepth, isLight: Bool, style: Style
  ) {
    let bar = Theme(depth: depth, isLight: isLight).bar
    #expect(bar.plain == style)
    for other in [bar.faint, bar.strong, bar.accent, bar.failure] {
      #expect(other.background == style.background)
      #expect(other.attributes.contains(.reverse) == style.attributes.contains(.reverse))
    }
  }

  @Test func `has no empty parts`() {
    let parts = [Message(""), Message("List", .title), Message(""), Message("x")]
    #expect(line(parts, columns: 24).text == " List  ·  x      q quit")
    #expect(line([], columns: 24).text == "        F1 help  q quit")
  }

  @Test(arguments: Array(stride(from: 20, through: 200, by: 3)))
  func `is well formed at any width`(columns: Int) {
    let long = String(repeating: "日本語 and more ", count: 20)
    let texts = ["", "x", "A title", long]
    for title in texts {
      for message in texts {
        let parts = [Message(title, .title), Message(message), Message("99 new ↑", .accent)]
        let (text, styles) = line(parts, columns: columns)
        #expect(text.isEmpty || text.hasPrefix(" "))
        #expect(SafeText(text).width <= columns - 1)
        #expect(styles.count == columns)
        #expect(!styles.contains("."), "the ground is everywhere")
        let begins = text.dropFirst().first
        #expect(title.isEmpty || begins == title.first || columns < 30)
      }
    }
  }

  @Test func `leaves the title out where only without it the message fits`() {
    let parts = [Message("A list of posts", .title), Message("up to date", .accent)]
    #expect(line(parts, columns: 40).text == " A list of posts  ·  up to date")
    #expect(line(parts, columns: 27).text == " A list of…  ·  up to date")
    #expect(line(parts, columns: 20).text == " up to date")
  }

  @Test func `cuts a title before anything else`() {
    let parts = [
      Message("a command that is as long as the whole line", .title),
      Message("up to date", .accent),
      Message(fact: "line 7 of 9"),
    ]
    #expect(
      line(parts, columns: 60).text == " a command that is as long …  ·  up to date  ·  line 7 of 9"
    )
    #expect(line(parts, columns: 40).text == " a command that …  ·  up to date")
  }

  @Test func `makes what a source says harmless`() {
    let text = line([Message("a\u{1B}[31mb\nc\u{202E}d")], columns: 40).text
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
  }

  @Test func `of a list is ASCII where it must be`() async throws {
    let theme = Theme(depth: .none, ascii: true)
    let list = try await ListFixture.loaded(lines: 5, columns: 44, theme: theme)
    #expect(
      list.screen.picture == """
        | item 0
          item 1
          item 2
          item 3
         List  -  item 1  -  10 loaded       q quit
        """)
    list.type("r")
    await list.load(.refresh, (-2..<10).map { TextItem($0) }, after: .more(10))
    #expect(list.statusLine.hasPrefix(" List  -  2 new ^  -  item 3  -  12 loaded"))
    list.type("G")
    await list.frame()
    #expect(list.screen.picture.isASCII)
    await list.fail(.append, "away")
    #expect(list.rows.last == "away - .: try again")
    list.type(".")
    await list.load(.append, 10..<11, after: .end)
    list.type("G")
    #expect(list.rows.last == "-- end --")
  }
}
