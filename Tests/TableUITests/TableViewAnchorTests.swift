import TableUI
import Terminal
import Testing

@MainActor @Suite struct `The line at the top of a table` {
  /// A hundred items of two lines; three of them are visible, from the second line of item 40 on.
  private func middle() -> SampleTable {
    let table = SampleTable(texts: (0..<100).map { "\($0)\n\($0)+" }, lines: 5)
    _ = table.frame()
    table.view.scroll(by: 81)
    return table
  }

  private func item(_ number: Int) -> SampleSection {
    SampleSection("\(number)\n\(number)+", rows: ["\(number)\n\(number)+"])
  }

  private let still = ["40+", "41", "41+", "42", "42+"]

  @Test func `P59: stays when items come before it`() {
    let table = middle()
    table.change { $0.insert(contentsOf: (-30..<0).map(item), at: 0) }
    #expect(table.lines == still)
    table.changeOutOfSight { $0.insert(contentsOf: (-60 ..< -30).map(item), at: 0) }
    #expect(table.lines == still)
    table.view.scroll(by: -1)
    #expect(table.top == "40")
  }

  @Test(arguments: [0, 1, 4])
  func `P59: stays when 200 items of any height come, before the first scroll too`(lines: Int) {
    let table = SampleTable((0..<9).map { Self.tall($0) }, lines: 5)
    _ = table.frame()
    table.view.scroll(by: lines)
    let still = table.lines
    table.changeOutOfSight { $0.insert(contentsOf: (-200..<0).map { Self.tall($0) }, at: 0) }
    #expect(table.lines == still)
    table.change { $0.insert(contentsOf: (-400 ..< -200).map { Self.tall($0) }, at: 0) }
    #expect(table.lines == still)
    table.view.scroll(by: -lines - 1)
    #expect(table.top == "-1.3")
  }

  /// An item of one to four lines with their numbers.
  private static func tall(_ number: Int) -> SampleSection {
    let lines = (0...(abs(number + 4) % 4)).map { "\(number).\($0)" }
    return SampleSection("\(number)", rows: [lines.joined(separator: "\n")])
  }

  @Test func `P61: stays when its item grows below it, or an item above it does`() {
    let table = middle()
    table.change { $0[40].rows = ["40\n40+\n40++"] }
    #expect(table.lines == ["40+", "40++", "41", "41+", "42"])
    table.change { $0[39].rows = ["39\n39+\n39++"] }
    #expect(table.lines == ["40+", "40++", "41", "41+", "42"])
    table.view.scroll(by: -2)
    #expect(table.lines == ["39++", "40", "40+", "40++", "41"])
  }

  @Test func `stays when items come before the very first`() {
    let table = SampleTable(count: 3, lines: 5)
    _ = table.frame()
    table.changeOutOfSight { $0.insert(SampleSection("new"), at: 0) }
    #expect(table.lines == ["new", "0", "1", "2", ""])
    table.change { $0.append(contentsOf: (3..<9).map { SampleSection("\($0)") }) }
    table.changeOutOfSight { $0.insert(SampleSection("newer"), at: 0) }
    #expect(table.top == "new")
  }

  @Test func `stays when items go before or after it`() {
    let table = middle()
    table.change { $0.removeFirst(40) }
    #expect(table.lines == still)
    table.changeOutOfSight { $0.removeLast(57) }
    #expect(table.lines == still)
  }

  @Test func `stays when nothing has changed, or all cells are made again`() {
    let table = middle()
    table.view.reloadData()
    table.view.sectionsDidChange()
    #expect(table.lines == still)
  }

  @Test func `stays when items come and go in sight`() {
    let table = middle()
    table.change { $0.insert(item(-1), at: 41) }
    #expect(table.lines == ["40+", "-1", "-1+", "41", "41+"])
    table.changeOutOfSight { $0.remove(at: 41) }
    #expect(table.lines == still)
    table.changeOutOfSight { $0.insert(item(-2), at: 42) }
    #expect(table.lines == ["40+", "41", "41+", "-2", "-2+"])
  }

  @Test func `gives its place to the next line that is left`() {
    let table = middle()
    table.change { $0.remove(at: 40) }
    #expect(table.lines == ["39+", "41", "41+", "42", "42+"])
  }

  @Test func `comes from the same place where all in sight has gone`() {
    let table = middle()
    table.changeOutOfSight { $0.removeSubrange(38..<60) }
    #expect(table.lines.first == "62")
    table.change { $0.removeLast(58) }
    #expect(table.lines == ["17+", "18", "18+", "19", "19+"])
    table.change { $0.removeAll() }
    #expect(table.lines == ["", "", "", "", ""])
    table.change { $0 = (0..<9).map(item) }
    #expect(table.lines == ["0", "0+", "1", "1+", "2"])
  }

  @Test func `P61: stays in an item whose rows become fewer`() {
    let sections = (0..<9).map { item in
      SampleSection("\(item)", rows: (0..<4).map { "\(item).\($0)" })
    }
    let table = SampleTable(sections, lines: 2)
    _ = table.frame()
    table.view.scroll(by: 14)
    #expect(table.lines == ["3.2", "3.3"])
    table.change { $0[3].rows.removeLast() }
    #expect(table.lines == ["3.2", "4.0"])
    table.view.scroll(by: -1)
    table.changeOutOfSight { $0[3].rows.removeLast(2) }
    #expect(table.lines.contains("3.0"))
  }

  @Test func `stays when the last row in sight goes and only it`() {
    let table = SampleTable(
      [SampleSection("a", rows: ["a0", "a1", "a2"]), SampleSection("b")], lines: 3)
    _ = table.frame()
    table.changeOutOfSight { $0[0].rows.removeLast() }
    #expect(table.lines == ["a0", "a1", "b"])
  }

  @Test(arguments: [1, 2, 4, 6, 30, 0])
  func `stays when the screen gets another height`(lines: Int) {
    let table = middle()
    table.size.lines = lines
    #expect(lines == 0 || table.top == "40+")
    table.size.lines = 5
    #expect(table.lines == still)
  }

  @Test func `stays through data that comes while there is no line to show it on`() {
    let table = middle()
    table.size = Size(lines: 0, columns: 0)
    _ = table.frame()
    #expect(table.view.visibleCells.isEmpty)
    table.change { $0.insert(contentsOf: (-30..<0).map(item), at: 0) }
    table.changeOutOfSight { $0.removeLast(5) }
    table.size = Size(lines: 5, columns: 20)
    #expect(table.lines == still)
  }

  @Test func `is of the same cell when the screen gets another width`() {
    let text = "one two six ten"
    let table = SampleTable(texts: (0..<50).map { "\($0) \(text)" }, lines: 4, columns: 30)
    _ = table.frame()
    table.view.scroll(by: 20)
    table.size.columns = 12
    #expect(table.lines == ["20 one two", "six ten", "21 one two", "six ten"])
    table.view.scroll(by: 1)
    table.size.columns = 30
    #expect(table.top == "20 one two six ten")
  }

  @Test func `P62: moves only as far as it must at the end`() {
    let table = SampleTable(count: 20, lines: 4)
    _ = table.frame()
    table.view.scroll(by: 15)
    table.size.lines = 10
    #expect(table.lines == (10..<20).map(String.init))
    table.change { $0.removeLast(3) }
    #expect(table.lines == (7..<17).map(String.init))
    table.changeOutOfSight { $0.removeFirst(12) }
    #expect(table.lines == (12..<17).map(String.init) + Array(repeating: "", count: 5))
  }

  @Test func `is an item's where the row of an edge is in sight`() {
    let loading = SampleSection("loading", isSelectable: false)
    let table = SampleTable([loading] + (0..<20).map { SampleSection("\($0)") }, lines: 3)
    #expect(table.lines == ["loading", "0", "1"])
    table.change { $0.insert(contentsOf: [SampleSection("-2"), SampleSection("-1")], at: 1) }
    #expect(table.lines == ["-1", "0", "1"])
  }

  @Test func `stays at the row of an edge when the screen gets lower`() {
    let notice = SampleSection("x", rows: ["no\nno\nno"], isSelectable: false)
    let table = SampleTable([notice] + (0..<20).map { SampleSection("\($0)") }, lines: 5)
    #expect(table.lines == ["no", "no", "no", "0", "1"])
    table.size.lines = 2
    #expect(table.lines == ["no", "no"])
    table.size.lines = 5
    #expect(table.lines == ["no", "no", "no", "0", "1"])
  }

  @Test func `is found again without a data source`() {
    let view = TableView()
    var canvas = Canvas(size: Size(lines: 2, columns: 2))
    view.reloadData()
    view.sectionsDidChange()
    view.layout(for: canvas.size)
    view.draw(in: &canvas)
    view.scroll(by: 1)
    #expect(canvas.picture == "\n")
  }
}
