import TableUI

/// A second opinion of a layout of columns: it keeps all values that were ever looked at, and finds
/// everything from them at each step.
struct ColumnModel {
  let names: [Int]
  let maximum: Int
  let separation: Int
  let isFirstFrozen: Bool
  /// The values that were looked at, by column.
  var seen: [[ColumnLayout.Measure]]
  private(set) var offset = 0
  private(set) var places: [PlaceModel] = []

  init(names: [Int], maximum: Int, separation: Int, isFirstFrozen: Bool) {
    (self.names, self.maximum, self.separation) = (names, maximum, separation)
    self.isFirstFrozen = isFirstFrozen && names.count > 1
    seen = names.map { _ in [] }
  }

  /// Lays out from a column on that was asked for.
  mutating func layout(from wanted: Int, width: Int) {
    let first = isFirstFrozen ? 1 : 0
    let wanted = min(max(wanted, first), names.count - 1)
    // The least from which all up to the end is in sight, if the one asked for is beyond it.
    let whole = (first..<names.count).first { end(from: $0, width) <= width }
    offset = min(wanted, whole ?? wanted)
    places = placed(from: offset, width).compactMap { column, x, need in
      let left = min(need, width - x)
      return left > 0 && (left >= min(need, 4) || column <= offset)
        ? PlaceModel(column: column, x: x, width: left, alignment: alignment(column)) : nil
    }
  }

  private func end(from column: Int, _ width: Int) -> Int {
    placed(from: column, width).last.map { $0.x + $0.need } ?? 0
  }

  /// All columns from one on, in sight or not, behind the one that stays.
  private func placed(from start: Int, _ width: Int) -> [(column: Int, x: Int, need: Int)] {
    var x = 0
    return ((isFirstFrozen ? [0] : []) + Array(start..<names.count)).map { column in
      let all = need(column)
      var need = column == names.count - 1 ? all : min(all, maximum)
      if column == 0, isFirstFrozen { need = min(need, max(1, width / 2)) }
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
