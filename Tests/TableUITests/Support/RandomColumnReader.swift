import Randomness
import TableUI
import Terminal

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
