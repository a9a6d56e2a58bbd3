import Randomness
import TableUI
import Terminal

/// A model of a column layout, which keeps all values that were measured, and computes everything
/// from them at each step.
struct ColumnModel {
  let names: [Int]
  let maximum: Int
  let separation: Int
  /// The number of columns to freeze, and the widths that a reader has set.
  let frozenCount: Int
  let fixed: [Int?]
  /// The values that were measured, by column.
  var seen: [[ColumnLayout.Measure]]
  private(set) var offset = 0
  /// The number of frozen columns in the last layout.
  private var stayed = 0
  private(set) var places: [PlaceModel] = []

  init(names: [Int], maximum: Int, separation: Int, frozenCount: Int, fixed: [Int?]) {
    (self.names, self.maximum, self.separation) = (names, maximum, separation)
    (self.frozenCount, self.fixed) = (min(frozenCount, names.count - 1), fixed)
    seen = names.map { _ in [] }
  }

  /// Lays out the columns, starting with a requested one after the frozen ones.
  mutating func layout(from wanted: Int, width: Int) {
    // As many of the requested columns are frozen as fit into half of the width, but at least one
    // if any is requested.
    let first = (0...frozenCount).last { $0 < 2 || frozenEnd(of: $0, width) <= width / 2 } ?? 0
    let wanted = min(wanted <= stayed ? first : max(wanted, first), names.count - 1)
    stayed = first
    // `whole` is the first column from which all columns up to the end are visible; it is used if
    // the requested column is beyond it.
    let whole = (first..<names.count).first { end(behind: first, from: $0, width) <= width }
    offset = min(wanted, whole ?? wanted)
    places = placed(behind: first, from: offset, width).compactMap { column, x, need in
      let left = min(need, width - x)
      return left > 0 && (left >= min(need, 4) || column <= offset)
        ? PlaceModel(column: column, x: x, width: left, alignment: alignment(column)) : nil
    }
  }

  /// The position at which a number of frozen columns end.
  private func frozenEnd(of count: Int, _ width: Int) -> Int {
    end(behind: count, from: names.count, width)
  }

  private func end(behind frozen: Int, from column: Int, _ width: Int) -> Int {
    placed(behind: frozen, from: column, width).last.map { $0.x + $0.need } ?? 0
  }

  /// The frozen columns, and after them all columns starting with the given one, visible or not.
  private func placed(behind frozen: Int, from start: Int, _ width: Int) -> [(
    column: Int, x: Int, need: Int
  )] {
    var x = 0
    return (Array(0..<frozen) + Array(start..<names.count)).map { column in
      let all = need(column)
      var need = fixed[column] ?? (column == names.count - 1 ? all : min(all, maximum))
      if column == 0, frozen > 0 { need = min(need, max(1, width / 2)) }
      defer { x += need + separation }
      return (column, x, need)
    }
  }

  private func need(_ column: Int) -> Int {
    var (others, before, after) = ([names[column], 1], [0], [0])
    for value in seen[column] {
      switch value {
      case .number(let whole, let rest):
        before.append(whole)
        after.append(rest)
      case .text(let width), .other(let width): others.append(width)
      }
    }
    return max(others.max() ?? 0, (before.max() ?? 0) + (after.max() ?? 0))
  }

  private func alignment(_ column: Int) -> ColumnLayout.Alignment {
    let hasText = seen[column].contains { if case .text = $0 { true } else { false } }
    let points = seen[column].compactMap {
      if case .number(_, let after) = $0 { after } else { nil }
    }
    return hasText ? .leading : points.max().map { .decimal(after: $0) } ?? .leading
  }
}

/// The properties of a position, for comparisons.
struct PlaceModel: Hashable {
  let column: Int
  let x: Int
  let width: Int
  let alignment: ColumnLayout.Alignment
}

extension PlaceModel {
  init(_ place: ColumnLayout.Place) {
    (column, x) = (place.column, place.x)
    (width, alignment) = (place.width, place.alignment)
  }
}

extension ColumnLayout {
  /// Lays out the columns to fit all values of some rows.
  mutating func fit(_ rows: [[SafeText]], in width: Int) {
    layout(forWidth: width, rows: rows.indices) { row, column in
      column < rows[row].count ? Measure(rows[row][column]) : nil
    }
  }

  /// The names and some rows below them, as text.
  func picture(_ rows: [[SafeText]], width: Int = 60) -> String {
    var canvas = Canvas(size: Size(lines: rows.count + 1, columns: width))
    drawNames(in: &canvas)
    for (index, row) in rows.enumerated() {
      draw(in: &canvas, line: index + 1) { $0 < row.count ? StyledText(row[$0]) : nil }
    }
    return canvas.picture
  }

  /// The visible columns.
  var visible: [Int] { visibleColumns.map(\.column) }
}

/// A reader who scrolls and resizes a table of random values at random.
struct RandomColumnReader {
  private(set) var layout: ColumnLayout
  private(set) var model: ColumnModel
  private var random: SplitMix64
  private var width = 40
  private let values: [[ColumnLayout.Measure]]

  init(start: UInt64) {
    var random = SplitMix64(start: start)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let names = (0..<number(1...30)).map { _ in number(0...9) }
    let (maximum, separation, frozen) = (number(1...20), number(0...2), number(0...4))
    let fixed = names.map { _ in number(0...5) == 0 ? number(1...30) : nil }
    values = (0..<50).map { _ in
      names.indices.map { column in
        switch number(0...9) {
        case 0: .other(width: number(0...4))
        case 1...5 where column % 3 > 0: .text(width: number(1...30))
        default: .number(before: number(1...8), after: number(0...5))
        }
      }
    }
    layout = ColumnLayout(
      names: names.map { SafeText(String(repeating: "n", count: $0)) }, frozenCount: frozen,
      maximumWidth: maximum, separation: separation)
    model = ColumnModel(
      names: names, maximum: maximum, separation: separation, frozenCount: frozen,
      fixed: fixed)
    for (column, width) in fixed.enumerated() { layout.columns[column].fixedWidth = width }
    self.random = random
  }

  mutating func step() {
    let count = layout.columns.count
    let steps = [0, 1, -1, number(0...9) - 4, .max, -.max][number(0...5)]
    if number(0...5) == 0 { width = number(1...90) }
    layout.scroll(by: steps)
    let wanted = layout.offset
    let first = number(0...45)
    var looked: [[ColumnLayout.Measure]] = Array(repeating: [], count: count)
    layout.layout(forWidth: width, rows: first..<first + number(0...5)) { [values] row, column in
      looked[column].append(values[row][column])
      return values[row][column]
    }
    for column in looked.indices { model.seen[column] += looked[column] }
    model.layout(from: wanted, width: width)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
}
