import TableUI
import Terminal
import Testing

@MainActor @Suite struct `The header of a table` {
  private func table(count: Int = 20, lines: Int = 5, header: String = "name") -> SampleTable {
    let table = SampleTable(count: count, lines: lines)
    table.showHeader(header)
    return table
  }

  @Test func `stays while the rows are scrolled`() {
    let table = table()
    #expect(table.lines == ["name", "0", "1", "2", "3"])
    table.view.scroll(by: 7)
    #expect(table.lines == ["name", "7", "8", "9", "10"])
  }

  @Test func `is drawn in its style, as wide as the table`() {
    let table = table(count: 3)
    table.view.headerStyle = Style(foreground: .indexed(6), attributes: .underline)
    table.view.selectionStyle = .plain
    let looks = table.frame().stylePicture.split(separator: "\n")
    #expect(looks[0] == Substring(String(repeating: "u", count: 20)))
    #expect(looks[1] == Substring(String(repeating: ".", count: 20)))
  }

  @Test func `takes its lines from a page`() {
    let table = table()
    _ = table.frame()
    table.view.page(by: 1)
    #expect(table.lines == ["name", "4", "5", "6", "7"])
    table.view.page(by: 0.5)
    #expect(table.top == "name")
    #expect(table.lines[1] == "6")
  }

  @Test func `leaves the last line at the bottom`() {
    let table = table()
    _ = table.frame()
    table.view.scrollToEnd()
    #expect(table.lines == ["name", "16", "17", "18", "19"])
    #expect(table.view.isAtEnd)
  }

  @Test func `keeps the selection in sight`() {
    let table = table()
    _ = table.frame()
    for _ in 0..<4 { table.view.selectNext() }
    #expect(table.selected == "4")
    #expect(table.lines == ["name", "1", "2", "3", "4"])
    #expect(table.picture.split(separator: "\n").last == "▌ 4")
  }

  @Test(arguments: [(0, nil), (1, "0"), (4, "3"), (5, nil), (-1, nil)])
  func `is no item to click on`(line: Int, selected: String?) {
    let table = table()
    _ = table.frame()
    table.select("9")
    #expect(table.view.select(atLine: line) == (selected != nil))
    #expect(table.selected == selected ?? "9")
  }

  @Test func `is no item to click on where a cell begins above the rows`() {
    let table = SampleTable([SampleSection("a", rows: ["a\nb\nc\nd\ne\nf\ng"])], lines: 5)
    table.showHeader("name")
    _ = table.frame()
    table.view.scroll(by: 2)
    #expect(table.lines == ["name", "c", "d", "e", "f"])
    #expect(!table.view.select(atLine: 0))
    #expect(table.view.select(atLine: 1))
  }

  @Test(arguments: [
    (0, []), (1, ["5"]), (2, ["5", "6"]), (3, ["5", "6", "7"]), (4, ["5", "6", "7", "8"]),
    (5, ["one", "two", "5", "6", "7"]), (6, ["one", "two", "5", "6", "7", "8"]),
  ])
  func `gives way where fewer than three lines would be left, and the reader's line stays`(
    lines: Int, shown: [String]
  ) {
    let table = table(lines: 10, header: "one\ntwo")
    _ = table.frame()
    table.view.scroll(by: 5)
    _ = table.frame()
    table.size.lines = lines
    #expect(table.lines.prefix(lines) == shown[...])
    table.size.lines = 10
    #expect(table.lines.prefix(3) == ["one", "two", "5"])
  }

  @Test(arguments: [
    (0, []), (1, ["5"]), (2, ["one", "5"]), (3, ["one", "two", "5"]),
    (4, ["one", "two", "5", "6"]),
  ])
  func `is cut and not hidden where the table keeps it`(lines: Int, shown: [String]) {
    let table = table(lines: 10, header: "one\ntwo")
    table.view.keepsHeader = true
    _ = table.frame()
    table.view.scroll(by: 5)
    _ = table.frame()
    table.size.lines = lines
    #expect(table.lines.prefix(lines) == shown[...])
  }

  @Test func `moves the rows when it gets another height, and goes when it is taken away`() {
    let table = table(lines: 7)
    _ = table.frame()
    table.view.scrollToEnd()
    #expect(table.lines == ["name", "14", "15", "16", "17", "18", "19"])
    table.showHeader("a\nb\nc")
    #expect(table.lines == ["a", "b", "c", "14", "15", "16", "17"])
    table.view.headerCell = nil
    #expect(table.lines == ["13", "14", "15", "16", "17", "18", "19"])
  }

  @Test func `is told when it comes into sight, and measured and drawn without effects`() {
    let table = SampleTable(count: 20, lines: 5)
    let header = CountedCell()
    table.view.headerCell = header
    for _ in 0..<3 { _ = table.frame() }
    #expect(header.displays == 1)
    table.size.lines = 2
    _ = table.frame()
    table.size.lines = 5
    _ = table.frame()
    #expect(header.displays == 2)
    #expect(header.reuses == 0)
  }

  @Test func `is scrolled sideways with the columns`() {
    let table = SampleTable(texts: ["0123", "abcd"], lines: 4, columns: 10)
    table.view.scrollsSideways = true
    table.view.headerCell = CountedCell(text: "ABCDEFGHIJKL")
    #expect(table.lines == ["ABCDEFGH", "0123", "abcd", ""])
    #expect(table.view.scroll(columns: 3) == 3)
    #expect(table.lines == ["DEFGHIJK", "3", "d", ""])
    #expect(table.view.scroll(columns: 9) == 1)
  }
}

/// A cell of one line that counts how often it is displayed and reused.
@MainActor private final class CountedCell: TableViewCell {
  var text: SafeText = "name"
  private(set) var displays = 0
  private(set) var reuses = 0

  init() {}
  init(text: SafeText) { self.text = text }

  var contentWidth: Int { text.width }
  func willDisplay() { displays += 1 }
  func prepareForReuse() { reuses += 1 }
  func draw(in canvas: inout Canvas) { canvas.draw(text) }
}
