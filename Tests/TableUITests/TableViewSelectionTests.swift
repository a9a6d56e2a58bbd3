import TableUI
import Terminal
import Testing

@MainActor @Suite struct `The selection of a table` {
  @Test func `is a bar of its own style beside every line of the item`() {
    let sections = [
      SampleSection("a"), SampleSection("b", rows: ["b0\nb1", SampleSection.rule]),
      SampleSection("c"),
    ]
    let table = SampleTable(sections, lines: 5, columns: 6)
    _ = table.frame()
    table.view.selectNext()
    let frame = table.frame()
    #expect(
      frame.picture == """
          a
        ▌ b0
        ▌ b1
        ▌ ----
          c
        """)
    #expect(
      frame.stylePicture == """
        ......
        b.....
        b.....
        b.dddd
        ......
        """)
  }

  @Test func `can look otherwise`() {
    let table = SampleTable(texts: ["a"], lines: 1, columns: 4)
    table.view.selectionMark = Glyph("|")
    table.view.selectionStyle = Style(.reverse)
    #expect(table.picture == "| a")
    #expect(table.frame().stylePicture == "r...")
  }

  @Test func `takes no room where there is none`() {
    let table = SampleTable(count: 4, lines: 2, allowsSelection: false)
    #expect(table.picture == "0\n1")
    table.view.selectNext()
    #expect(table.picture == "1\n2")
    table.view.page(by: 1)
    table.view.selectPrevious()
    #expect(table.picture == "1\n2")
    table.view.select(section: 1)
    #expect(table.selected == nil)
  }

  @Test func `moves by item and comes into sight`() {
    let table = SampleTable(count: 6, lines: 3)
    _ = table.frame()
    for expected in [["0", "1", "2"], ["0", "1", "2"], ["1", "2", "3"], ["2", "3", "4"]] {
      table.view.selectNext()
      #expect(table.lines == expected)
    }
    #expect(table.selected == "4")
    for expected in [["2", "3", "4"], ["2", "3", "4"], ["1", "2", "3"]] {
      table.view.selectPrevious()
      #expect(table.lines == expected)
    }
    #expect(table.selected == "1")
  }

  @Test func `stays on the first and on the last item`() {
    let table = SampleTable(count: 3, lines: 2)
    _ = table.frame()
    table.view.selectPrevious()
    #expect(table.selected == "0")
    for _ in 0..<5 { table.view.selectNext() }
    #expect(table.selected == "2")
    #expect(table.lines == ["1", "2"])
  }

  @Test func `goes through an item that is taller than the screen line by line`() {
    let table = SampleTable(
      texts: ["a", "b0\nb1\nb2\nb3\nb4", "c", "d0\nd1\nd2", "e"], lines: 3)
    _ = table.frame()
    var steps: [String] = []
    for _ in 0..<7 {
      table.view.selectNext()
      steps.append("\(table.selected?.first ?? "-"): \(table.lines.joined(separator: " "))")
    }
    #expect(
      steps == [
        "b: b0 b1 b2", "b: b1 b2 b3", "b: b2 b3 b4", "c: b3 b4 c", "d: d0 d1 d2", "e: d1 d2 e",
        "e: d1 d2 e",
      ])
    steps = []
    for _ in 0..<7 {
      table.view.selectPrevious()
      steps.append("\(table.selected?.first ?? "-"): \(table.lines.joined(separator: " "))")
    }
    #expect(
      steps == [
        "d: d0 d1 d2", "c: c d0 d1", "b: b2 b3 b4", "b: b1 b2 b3", "b: b0 b1 b2", "a: a b0 b1",
        "a: a b0 b1",
      ])
  }

  @Test func `goes through the rows of an item too`() {
    let table = SampleTable(
      [
        SampleSection("a", rows: ["a0", "a1", "a2", "a3"]),
        SampleSection("b", rows: ["b0", "b1", "b2", "b3"]),
      ], lines: 3)
    _ = table.frame()
    table.view.selectNext()
    #expect(table.lines == ["a1", "a2", "a3"])
    table.view.selectNext()
    #expect(table.lines == ["b0", "b1", "b2"])
    #expect(table.selected == "b")
    table.view.selectPrevious()
    #expect(table.lines == ["a1", "a2", "a3"])
  }

  @Test func `that is out of sight comes to the first item in sight`() {
    let table = SampleTable(count: 50, lines: 3)
    _ = table.frame()
    table.view.scroll(by: 20)
    table.view.selectNext()
    #expect(table.selected == "20")
    #expect(table.lines == ["20", "21", "22"])
    table.view.scroll(by: -10)
    table.view.selectPrevious()
    #expect(table.selected == "10")
    #expect(table.top == "10")
  }

  @Test func `rests on nothing at the edges, but shows it`() {
    let edges = [
      SampleSection("loading", isSelectable: false), SampleSection("a"), SampleSection("b"),
      SampleSection("c"), SampleSection("no\nno", isSelectable: false),
    ]
    let table = SampleTable(edges, lines: 2)
    _ = table.frame()
    #expect(table.selected == "a")
    for _ in 0..<2 { table.view.selectNext() }
    #expect(table.lines == ["b", "c"])
    table.view.selectNext()
    #expect(table.lines == ["no", "no"])
    #expect(table.selected == "c")
    for _ in 0..<2 { table.view.selectPrevious() }
    table.view.scroll(by: -5)
    table.select("a")
    #expect(table.lines == ["loading", "a"])
    table.view.scroll(by: 1)
    table.view.selectPrevious()
    #expect(table.lines == ["loading", "a"])
    #expect(table.selected == "a")
  }

  @Test func `scrolls by a line where nothing in sight can be selected`() {
    let notice = SampleSection("no", rows: ["1\n2\n3\n4\n5"], isSelectable: false)
    let table = SampleTable([SampleSection("a"), notice, SampleSection("b")], lines: 2)
    _ = table.frame()
    table.view.scroll(by: 2)
    table.view.selectNext()
    #expect(table.lines == ["3", "4"])
    table.view.selectPrevious()
    table.view.selectPrevious()
    #expect(table.lines == ["1", "2"])
    #expect(table.selected == "a")
  }

  @Test func `passes sections in the middle that cannot be selected`() {
    let sections = [
      SampleSection("a"), SampleSection("head", isSelectable: false), SampleSection("", rows: []),
      SampleSection("b"), SampleSection("c"),
    ]
    let table = SampleTable(sections, lines: 3)
    _ = table.frame()
    table.view.selectNext()
    #expect(table.selected == "b")
    #expect(table.lines == ["a", "head", "b"])
    table.view.selectPrevious()
    #expect(table.selected == "a")
    table.view.select(section: 1)
    table.view.select(section: 2)
    table.view.select(section: 9)
    #expect(table.selected == "a")
  }

  @Test func `is nowhere where nothing can be selected`() {
    let table = SampleTable(
      (0..<9).map { SampleSection("\($0)", isSelectable: false) }, lines: 3)
    _ = table.frame()
    table.view.selectNext()
    table.view.page(by: 1)
    table.view.activateSelection()
    #expect(table.lines == ["4", "5", "6"])
    #expect(table.selected == nil)
    #expect(table.opened == [])
  }

  @Test func `is held by identity`() {
    let table = SampleTable(count: 9, lines: 3)
    table.select("4")
    table.change { $0.insert(SampleSection("new"), at: 0) }
    #expect(table.selected == "4")
    table.remove("0", "1", "3", "5")
    #expect(table.selected == "4")
    table.change { $0.reverse() }
    #expect(table.selected == "4")
    #expect(table.view.selectedSection == 3)
  }

  @Test func `P62: goes to the next item where its own has gone, else to the previous`() {
    let table = SampleTable(
      texts: ["a", "b", "c", "d", "e"], lines: 3)
    _ = table.frame()
    table.select("b")
    table.remove("b")
    #expect(table.selected == "c")
    table.remove("c", "d")
    #expect(table.selected == "e")
    table.remove("e")
    #expect(table.selected == "a")
    table.remove("a")
    #expect(table.selected == nil)
    table.change { $0 = [SampleSection("z")] }
    #expect(table.selected == "z")
  }

  @Test func `P62: goes to the next item though others come above at the same time`() {
    let table = SampleTable(count: 9, lines: 3)
    _ = table.frame()
    table.select("2")
    table.change { sections in
      sections.remove(at: 2)
      sections.insert(contentsOf: ["x", "y", "z"].map { SampleSection($0) }, at: 0)
    }
    #expect(table.selected == "3")
  }

  @Test func `leaves an item that cannot be selected any more`() {
    let table = SampleTable(count: 3, lines: 3)
    table.select("1")
    table.change { $0[1].isSelectable = false }
    #expect(table.selected == "2")
    table.change { $0[2].rows = [] }
    #expect(table.selected == "0")
  }
}
