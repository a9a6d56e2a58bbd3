import TableUI
import Terminal
import Testing

@Suite struct `A layout of columns` {
  private static let names: [SafeText] = ["id", "name", "price", "note"]
  private static let rows: [[SafeText]] = [
    ["1", "apple", "3.5", "red"], ["20", "kiwi", "12", ""], ["300", "fig", "0.125", "dried"],
  ]

  private func layout(
    _ width: Int, names: [SafeText] = names, rows: [[SafeText]] = rows, maximumWidth: Int = 40,
    frozenCount: Int = 1
  ) -> ColumnLayout {
    var layout = ColumnLayout(names: names, frozenCount: frozenCount, maximumWidth: maximumWidth)
    layout.fit(rows, in: width)
    return layout
  }

  /// Columns of two or three characters, which are named after their numbers.
  private func many(_ count: Int, _ width: Int, frozenCount: Int = 1) -> ColumnLayout {
    layout(
      width, names: (0..<count).map { SafeText("c\($0 % 100)") }, rows: [],
      frozenCount: frozenCount)
  }

  @Test func `is as wide as names and values are, with numbers at their point`() {
    #expect(
      layout(40).picture(Self.rows) == """
         id  name    price  note
          1  apple   3.5    red
         20  kiwi   12
        300  fig     0.125  dried
        """)
  }

  @Test func `says where each column in sight stands`() {
    let places = layout(40).visibleColumns
    #expect(places.map(\.column) == [0, 1, 2, 3])
    #expect(places.map(\.x) == [0, 5, 12, 20])
    #expect(places.map(\.width) == [3, 5, 6, 5])
    #expect(
      places.map(\.alignment) == [.decimal(after: 0), .leading, .decimal(after: 4), .leading])
  }

  @Test func `cuts what is too long, and shows no part that says nothing`() {
    let picture = """
       id  name  pri…
        1  app…  3.5
       20  kiwi  12
      300  fig   0.1…
      """
    #expect(layout(20, maximumWidth: 4).picture(Self.rows) == picture)
    #expect(layout(21, maximumWidth: 4).visibleColumns.map(\.width) == [3, 4, 4, 4])
  }

  @Test func `gives the last column what is left of the line`() {
    let long = SafeText(String(repeating: "x", count: 60))
    let layout = layout(50, names: ["a", "b", "c"], rows: [[long, long, long]], maximumWidth: 10)
    #expect(layout.visibleColumns.map(\.width) == [10, 10, 26])
    #expect(self.layout(50, names: ["a"], rows: [[long]]).visibleColumns.map(\.width) == [50])
  }

  @Test func `cuts no column where all of them fit`() {
    let long = SafeText(String(repeating: "x", count: 17))
    for (width, first) in [(30, 17), (23, 17), (22, 11)] {
      let layout = layout(width, names: ["a", "b", "c"], rows: [[long, "1", "2"]])
      #expect(layout.visibleColumns.map(\.width) == [first, 1, 1], "\(width)")
    }
  }

  @Test func `gives the first column half of the line at the most`() {
    let long = SafeText(String(repeating: "x", count: 60))
    let layout = layout(21, names: ["a", "b", "c"], rows: [[long, "1", "2"]])
    #expect(layout.visibleColumns.map(\.x) == [0, 12, 15])
    #expect(layout.visibleColumns.map(\.width) == [10, 1, 1])
  }

  @Test func `never makes a column narrower`() {
    var layout = layout(40)
    layout.fit([["7", "x", "1", "y"]], in: 40)
    #expect(layout.visibleColumns.map(\.width) == [3, 5, 6, 5])
    layout.fit([["7", "pomegranate", "1", "y"]], in: 40)
    #expect(layout.visibleColumns.map(\.width) == [3, 11, 6, 5])
    layout.layout(forWidth: 40)
    #expect(layout.visibleColumns.map(\.width) == [3, 11, 6, 5])
  }

  @Test func `begins all at the left where there are words among the numbers`() {
    let rows: [[SafeText]] = [["7", "10"], ["8", "n/a"], ["9", "1,000"]]
    let layout = layout(40, names: ["id", "count"], rows: rows)
    #expect(layout.picture(rows) == "id  count\n 7  10\n 8  n/a\n 9  1,000")
  }

  @Test func `leaves what is missing out of account`() {
    let rows: [[SafeText]] = [["1", "1.25"], ["2", ""], ["3"], ["4", "-10"]]
    let layout = layout(40, names: ["id", "x"], rows: rows)
    #expect(layout.picture(rows) == "id       x\n 1    1.25\n 2\n 3\n 4  -10")
  }

  @Test func `ends other values at the right beside numbers`() {
    var layout = ColumnLayout(names: ["id", "x"])
    layout.layout(forWidth: 20, rows: 0..<2) { row, column in
      row == 0 ? .number(before: 3, after: 2) : .other(width: 4)
    }
    let place = layout.visibleColumns[1]
    #expect(place.alignment == .decimal(after: 2))
    #expect(layout.picture([["100.5", "100.5"], ["NULL", "NULL"]]).hasSuffix("\n NULL   NULL"))
  }

  @Test func `scrolls by columns beside the first, to the end of the last and no further`() {
    var layout = many(9, 15)
    #expect(layout.visible == [0, 1, 2, 3])
    layout.scroll(by: 1)
    layout.layout(forWidth: 15)
    #expect(layout.visible == [0, 2, 3, 4])
    layout.scroll(by: .max)
    layout.layout(forWidth: 15)
    #expect(layout.visible == [0, 6, 7, 8])
    #expect(layout.offset == 6)
    layout.scroll(by: -1)
    layout.layout(forWidth: 15)
    #expect(layout.visible == [0, 5, 6, 7])
    layout.scroll(by: -.max)
    layout.layout(forWidth: 15)
    #expect(layout.visible == [0, 1, 2, 3])
  }

  @Test func `scrolls the first column, too, where that is not frozen`() {
    var layout = layout(9, frozenCount: 0)
    #expect(layout.visible == [0, 1])
    layout.scroll(by: 1)
    layout.layout(forWidth: 9)
    #expect(layout.visible == [1])
    layout.frozenCount = 1
    layout.layout(forWidth: 24)
    #expect(layout.visible == [0, 1, 2, 3])
  }

  @Test func `keeps the columns that are frozen, as many as half of the line has, and the first`() {
    for (width, frozen) in [(40, 3), (20, 3), (19, 2), (12, 2), (11, 1), (4, 1)] {
      var layout = many(9, width)
      layout.frozenCount = 3
      layout.scroll(by: .max)
      layout.layout(forWidth: width)
      #expect(layout.visibleFrozenCount == frozen, "\(width)")
      #expect(Array(layout.visible.prefix(frozen)) == Array(0..<frozen), "\(width)")
      layout.scroll(by: -.max)
      layout.layout(forWidth: width)
      #expect(layout.offset == frozen, "\(width)")
    }
    #expect(layout(40, frozenCount: 9).visibleFrozenCount == 3)
    #expect(layout(35, frozenCount: 9).visibleFrozenCount == 2)
    #expect(many(2, 40, frozenCount: 9).visibleFrozenCount == 1)
    #expect(layout(80, frozenCount: -1).visibleFrozenCount == 0)
  }

  @Test func `makes a column as wide as a reader has set it`() {
    var layout = layout(40)
    for (width, picture) in [
      (3, "  ap…   3.5 "), (9, "  apple       3.5 "), (1, "  …   3.5 "), (0, "  …   3.5 "),
    ] {
      layout.columns[1].fixedWidth = width
      layout.fit([], in: 40)
      #expect(layout.picture(Self.rows).split(separator: "\n")[1].contains(picture), "\(width)")
    }
    layout.columns[3].fixedWidth = 2
    layout.fit([], in: 40)
    #expect(layout.visibleColumns.last?.width == 2)
    #expect(layout.width(of: 3) == 2)
    layout.columns[3].fixedWidth = nil
    layout.fit([], in: 40)
    #expect(layout.visibleColumns.last?.width == 5)
  }

  @Test func `has what is put elsewhere as wide as it was`() {
    var layout = layout(40)
    let name = layout.columns.remove(at: 1)
    _ = layout.picture([])
    layout.layout(forWidth: 40)
    #expect(layout.visibleColumns.map(\.width) == [3, 6, 5])
    layout.columns.append(name)
    layout.layout(forWidth: 40)
    #expect(layout.visibleColumns.map(\.width) == [3, 6, 5, 5])
  }

  @Test func `scrolls to a column, or no further than it must to show it`() {
    var layout = many(20, 15)
    layout.scroll(to: 7)
    layout.layout(forWidth: 15)
    #expect(layout.visible == [0, 7, 8, 9])
    for (column, first) in [
      (8, 7), (9, 7), (0, 7), (12, 12), (11, 11), (19, 18), (99, 18), (-1, 18),
    ] {
      layout.reveal(column)
      layout.layout(forWidth: 15)
      #expect(layout.offset == first, "\(column)")
    }
    // A revealed column is not kept visible afterwards.
    layout.reveal(3)
    layout.scroll(by: -.max)
    layout.layout(forWidth: 15)
    #expect(layout.offset == 1)
  }

  @Test func `shows more at the left where the line has become wider`() {
    var layout = many(9, 15)
    layout.scroll(by: .max)
    for (width, first) in [(15, 6), (17, 6), (18, 5), (21, 5), (22, 4), (200, 1)] {
      layout.layout(forWidth: width)
      #expect(layout.offset == first, "\(width)")
    }
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 4, 5])
  func `fits any line`(width: Int) {
    let layout = layout(width)
    #expect(layout.visibleColumns.allSatisfy { $0.width > 0 && $0.x + $0.width <= width })
    #expect(layout.visibleColumns.isEmpty == (width <= 0))
    #expect(self.layout(width, names: [], rows: []).visibleColumns.isEmpty)
    #expect(self.layout(width, names: ["a"], rows: []).visibleColumns.count == (width > 0 ? 1 : 0))
  }

  @Test func `takes columns that come later`() {
    var layout = layout(40)
    layout.columns.append(ColumnLayout.Column("origin"))
    layout.fit([["1", "apple", "3.5", "red", "Chile"]], in: 40)
    #expect(layout.visible == [0, 1, 2, 3, 4])
  }

  @Test(arguments: [100, 10_000])
  func `looks only at what is in sight`(count: Int) {
    var layout = many(count, 40)
    var asked = 0
    for step in [0, 3, .max, -1, -.max] {
      layout.scroll(by: step)
      layout.layout(forWidth: 40, rows: 0..<2) { _, _ in
        asked += 1
        return .text(width: 8)
      }
    }
    #expect(asked <= 5 * 2 * 12, "\(asked)")
    #expect(asked > 5 * 2 * 2)
  }

  @Test func `counts wide characters by their columns`() {
    let rows: [[SafeText]] = [["日本", "漢字漢字"], ["a", "b"]]
    let layout = layout(10, names: ["x", "y"], rows: rows)
    #expect(layout.picture(rows) == "x     y\n日本  漢…\na     b")
  }
}

@Suite struct `A measure of a value` {
  @Test(arguments: [
    ("0", 1, 0), ("-12", 3, 0), ("+1.", 2, 1), (".5", 0, 2), ("3.25", 1, 3), ("1e9", 1, 2),
    ("1.5E-10", 1, 6), ("1,234.5", 5, 2),
  ])
  func `is that of a number`(text: String, before: Int, after: Int) {
    #expect(ColumnLayout.Measure(SafeText(text)) == .number(before: before, after: after))
  }

  @Test(arguments: [
    "-", ".", "1.2.3", "2026-11-23", "e5", "1e", "1e+", ",1", "12 kB", " 1", "0x1F", "--1", "٣",
  ])
  func `is that of a text where it is no number`(text: String) {
    let text = SafeText(text)
    #expect(ColumnLayout.Measure(text) == .text(width: text.width))
  }

  @Test func `says nothing of an empty text`() {
    #expect(ColumnLayout.Measure("") == .other(width: 0))
  }
}
