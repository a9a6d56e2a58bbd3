import TableUI

/// A second opinion of a layout of columns: it keeps all values that were ever looked at, and finds
/// everything from them at each step.
struct ColumnModel {
  let names: [Int]
  let maximum: Int
  let separation: Int
  /// How many columns are to stay, and the widths that a reader has set.
  let frozenCount: Int
  let fixed: [Int?]
  /// The values that were looked at, by column.
  var seen: [[ColumnLayout.Measure]]
  private(set) var offset = 0
  /// How many stayed in the last layout.
  private var stayed = 0
  private(set) var places: [PlaceModel] = []

  init(names: [Int], maximum: Int, separation: Int, frozenCount: Int, fixed: [Int?]) {
    (self.names, self.maximum, self.separation) = (names, maximum, separation)
    (self.frozenCount, self.fixed) = (min(frozenCount, names.count - 1), fixed)
    seen = names.map { _ in [] }
  }

  /// Lays out from a column on that was asked for.
  mutating func layout(from wanted: Int, width: Int) {
    // Their values are looked at from the left as long as the columns stay.
    let first = (0...frozenCount).last { $0 < 2 || frozenEnd(of: $0, width) <= width / 2 } ?? 0
    let wanted = min(wanted <= stayed ? first : max(wanted, first), names.count - 1)
    stayed = first
    // The least from which all up to the end is in sight, if the one asked for is beyond it.
    let whole = (first..<names.count).first { end(behind: first, from: $0, width) <= width }
    offset = min(wanted, whole ?? wanted)
    places = placed(behind: first, from: offset, width).compactMap { column, x, need in
      let left = min(need, width - x)
      return left > 0 && (left >= min(need, 4) || column <= offset)
        ? PlaceModel(column: column, x: x, width: left, alignment: alignment(column)) : nil
    }
  }

  /// Where as many columns end that stay.
  private func frozenEnd(of count: Int, _ width: Int) -> Int {
    end(behind: count, from: names.count, width)
  }

  private func end(behind frozen: Int, from column: Int, _ width: Int) -> Int {
    placed(behind: frozen, from: column, width).last.map { $0.x + $0.need } ?? 0
  }

  /// All columns from one on, in sight or not, behind those that stay.
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
