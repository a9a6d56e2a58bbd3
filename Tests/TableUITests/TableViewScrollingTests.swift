import TableUI
import Terminal
import Testing

@MainActor @Suite struct `Scrolling a table` {
  /// Three items: one of one line, one taller than the screen, and one of two rows.
  static let tall = [
    SampleSection("a"),
    SampleSection("b", rows: ["b0\nb1\nb2\nb3\nb4\nb5"]),
    SampleSection("c", rows: ["c0\nc1", "c2"]),
  ]

  @Test func `P63: goes through cells of any height line by line`() {
    let table = SampleTable(Self.tall, lines: 4)
    #expect(table.lines == ["a", "b0", "b1", "b2"])
    var tops = ["a"]
    while table.view.scroll(by: 1) == 1 { tops.append(table.top) }
    #expect(tops == ["a", "b0", "b1", "b2", "b3", "b4", "b5"])
    #expect(table.lines == ["b5", "c0", "c1", "c2"])
    while table.view.scroll(by: -1) == -1 { tops.append(table.top) }
    #expect(tops.suffix(6) == ["b4", "b3", "b2", "b1", "b0", "a"])
  }

  @Test func `shows a part of a cell that is taller than the screen`() {
    let table = SampleTable(Self.tall, lines: 4, columns: 6)
    _ = table.frame()
    table.select("b")
    table.view.scroll(by: 2)
    #expect(
      table.picture == """
        ▌ b1
        ▌ b2
        ▌ b3
        ▌ b4
        """)
  }

  @Test(arguments: [
    (0, 0), (1, 1), (90, 90), (96, 96), (97, 96), (5_000, 96), (-1, 0), (-5_000, 0),
  ])
  func `stops at both ends`(lines: Int, moved: Int) {
    let table = SampleTable(count: 100, lines: 4)
    _ = table.frame()
    #expect(table.view.scroll(by: lines) == moved)
    #expect(table.top == "\(moved)")
    #expect(table.view.scroll(by: -moved) == -moved)
  }

  @Test func `keeps the selection`() {
    let table = SampleTable(count: 100, lines: 4)
    _ = table.frame()
    table.view.scroll(by: 50)
    #expect(table.selected == "0")
  }

  @Test func `by a page takes the selection along`() {
    let table = SampleTable(count: 100, lines: 4)
    _ = table.frame()
    table.view.page(by: 1)
    #expect(table.lines == ["4", "5", "6", "7"])
    #expect(table.selected == "4")
    table.view.page(by: 0.5)
    #expect(table.top == "6")
    #expect(table.selected == "6")
    table.view.page(by: -1)
    #expect(table.top == "2")
    table.view.page(by: -0.5)
    #expect(table.top == "0")
    #expect(table.selected == "0")
  }

  @Test func `by a page selects the last item where there is no more page`() {
    let table = SampleTable(count: 10, lines: 4)
    _ = table.frame()
    for _ in 0..<3 { table.view.page(by: 1) }
    #expect(table.lines == ["6", "7", "8", "9"])
    #expect(table.selected == "9")
    for _ in 0..<3 { table.view.page(by: -1) }
    #expect(table.lines == ["0", "1", "2", "3"])
    #expect(table.selected == "0")
  }

  @Test func `by a page selects the first item that begins on the screen`() {
    let table = SampleTable(Self.tall + [SampleSection("d"), SampleSection("e")], lines: 4)
    _ = table.frame()
    table.view.page(by: 1)
    #expect(table.lines == ["b3", "b4", "b5", "c0"])
    #expect(table.selected == "c")
  }

  @Test(arguments: [0, 1, 2, 4, 9, 40])
  func `P63: by a page comes to both ends of rows of no height and of more than the screen`(
    lines: Int
  ) {
    let nothing = SampleSection("none", rows: [])
    let rule = SampleSection("rule", rows: [SampleSection.rule, SampleSection.rule])
    let table = SampleTable([nothing, rule] + Self.tall + [nothing], lines: lines)
    let first = table.lines
    for share in [1, 0.5] {
      for _ in 0..<30 { table.view.page(by: share) }
      #expect(lines == 0 || table.lines.contains("c2"))
      for _ in 0..<30 { table.view.page(by: -share) }
      #expect(table.lines == first)
    }
  }

  @Test func `by half a page on a screen of one line goes a line`() {
    let table = SampleTable(count: 10, lines: 1)
    _ = table.frame()
    table.view.page(by: 0.5)
    #expect(table.top == "1")
  }

  @Test func `to the start and to the end selects the item there`() {
    let table = SampleTable(Self.tall, lines: 4)
    _ = table.frame()
    table.view.scrollToEnd()
    #expect(table.lines == ["b5", "c0", "c1", "c2"])
    #expect(table.selected == "c")
    table.view.scrollToStart()
    #expect(table.lines == ["a", "b0", "b1", "b2"])
    #expect(table.selected == "a")
  }

  @Test func `to the end of a tall item shows its last lines`() {
    let table = SampleTable(Array(Self.tall.prefix(2)), lines: 4)
    _ = table.frame()
    table.view.scrollToEnd()
    #expect(table.lines == ["b2", "b3", "b4", "b5"])
  }

  @Test func `to the start or end passes rows that cannot be selected`() {
    let edges = [
      SampleSection("loading", isSelectable: false), SampleSection("a"), SampleSection("b"),
      SampleSection("end", isSelectable: false),
    ]
    let table = SampleTable(edges, lines: 2)
    _ = table.frame()
    table.view.scrollToEnd()
    #expect(table.lines == ["b", "end"])
    #expect(table.selected == "b")
    table.view.scrollToStart()
    #expect(table.lines == ["loading", "a"])
    #expect(table.selected == "a")
  }

  @Test func `to a section shows it from its first line`() {
    let table = SampleTable(count: 100, lines: 4)
    _ = table.frame()
    table.view.scroll(toSection: 40)
    #expect(table.top == "40")
    table.view.scroll(toSection: 99)
    #expect(table.lines == ["96", "97", "98", "99"])
    for nowhere in [-1, 100] { table.view.scroll(toSection: nowhere) }
    #expect(table.top == "96")
  }

  @Test func `before the first frame is seen in it`() {
    let table = SampleTable(Self.tall, lines: 4)
    table.view.scrollToEnd()
    #expect(table.view.cellsMade(of: TextCell.self) == 0)
    #expect(table.lines == ["b5", "c0", "c1", "c2"])
    #expect(table.selected == "c")
  }

  @Test(arguments: [1, 3, 4, 5, 20])
  func `P64: a list that is shorter than the screen does not move it`(lines: Int) {
    let table = SampleTable(texts: ["a"], lines: lines)
    let still = ["a"] + Array(repeating: "", count: lines - 1)
    for step in [1, -1, 30, -30] {
      #expect(table.view.scroll(by: step) == 0)
      #expect(table.lines == still)
    }
    table.view.page(by: 1)
    table.view.scrollToEnd()
    #expect(table.lines == still)
  }

  @Test func `nothing does nothing`() {
    for sections in [[], [SampleSection("a", rows: [])]] {
      let table = SampleTable(sections, lines: 3)
      #expect(table.lines == ["", "", ""])
      #expect(table.view.scroll(by: 1) == 0)
      table.view.page(by: 1)
      table.view.page(by: -0.5)
      table.view.scrollToStart()
      table.view.scrollToEnd()
      table.view.scroll(toSection: 0)
      table.view.selectNext()
      table.view.selectPrevious()
      table.view.activateSelection()
      #expect(table.lines == ["", "", ""])
      #expect(table.selected == nil)
      #expect(table.opened == [])
    }
  }

  @Test func `P63: passes sections without rows`() {
    var sections = (0..<12).map { SampleSection("\($0)", rows: $0 % 3 == 0 ? [] : ["\($0)"]) }
    sections += [SampleSection("12", rows: []), SampleSection("13", rows: [])]
    let table = SampleTable(sections, lines: 3)
    #expect(table.lines == ["1", "2", "4"])
    table.view.scroll(by: 2)
    #expect(table.lines == ["4", "5", "7"])
    table.view.scrollToEnd()
    #expect(table.lines == ["8", "10", "11"])
    #expect(table.selected == "11")
    table.view.scroll(toSection: 3)
    #expect(table.lines == ["4", "5", "7"])
    table.view.scroll(toSection: 13)
    #expect(table.lines == ["8", "10", "11"])
  }
}
