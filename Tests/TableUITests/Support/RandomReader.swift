import Randomness
import TableUI
import Terminal
import Testing

/// A reader and a source that perform random actions on a table, and check each step against a
/// model.
@MainActor final class RandomReader {
  private let table: SampleTable
  private var random: SplitMix64
  private var model: TableModel
  private let header: String?
  private let hasSupplements: Bool
  private var most = 0
  private var nextID = 0
  private var log: [String] = []
  private(set) var hasFailed = false

  init(start: UInt64, header: String? = nil, hasSupplements: Bool = false) {
    (self.header, self.hasSupplements) = (header, hasSupplements)
    random = SplitMix64(start: start)
    table = SampleTable([], lines: 6, columns: 16)
    table.sections = [SampleSection("leading", rows: ["lead\ning"], isSelectable: false)]
    table.sections += (0..<12).map { _ in SampleSection("") }
    table.sections.append(SampleSection("trailing", isSelectable: false))
    model = TableModel([], size: table.size)
    for index in 1...12 { table.sections[index] = section() }
    if let header { table.showHeader(header) }
    if hasSupplements { table.showSupplements() } else { table.view.reloadData() }
    model = newModel()
    check()
  }

  func step() {
    switch number(12) {
    case 0...2: scroll()
    case 3: page()
    case 4...5: moveSelection()
    case 6...7: load()
    case 8: remove()
    case 9: refresh()
    case 10: changeRows()
    default: resize()
    }
  }

  // MARK: Steps

  private func scroll() {
    let lines = [1, -1, 1, -1, number(20) - 10, number(400) - 200][number(6)]
    record("scroll \(lines)")
    let before = model.top
    let moved = table.view.scroll(by: lines)
    model.top += lines
    expect(moved == model.top - before, "moved \(moved)")
    check()
  }

  private func page() {
    let screenfuls = [1, -1, 0.5, -0.5][number(4)]
    record("page \(screenfuls)")
    table.view.page(by: screenfuls)
    let lines = max(1, Int((Double(model.height) * abs(screenfuls)).rounded()))
    model.top += screenfuls < 0 ? -lines : lines
    check()
    checkSelectionInSight()
  }

  private func moveSelection() {
    let before = table.selected
    let wasInSight = before.map(model.visibleIDs.contains) ?? false
    let move = number(5)
    record("move \(move)")
    switch move {
    case 0...1: table.view.selectNext()
    case 2...3: table.view.selectPrevious()
    default: number(2) == 0 ? table.view.scrollToStart() : table.view.scrollToEnd()
    }
    let isInSight = table.selected.map(model.visibleIDs.contains) ?? false
    if !wasInSight, isInSight, move < 4, before != nil { return check() }
    findTop()
    check()
    checkSelectionInSight()
  }

  private func load() {
    let count = number(6)
    let end = table.sections.count - 1
    let place = [1, end, 1 + number(max(1, end - 1))][number(3)]
    let fresh = (0..<count).map { _ in section() }
    record("insert \(count) at \(place)")
    change(isPlain: true) { $0.insert(contentsOf: fresh, at: min(place, $0.count - 1)) }
  }

  private func remove() {
    let items = table.sections.count - 2
    let first = 1 + number(max(1, items))
    let count = min(number(4) == 0 ? items : number(5), items + 1 - first)
    record("remove \(count) from \(first)")
    change(isPlain: true) { $0.removeSubrange(first..<(first + max(0, count))) }
  }

  /// Adds items before the first item, below the row of the leading edge, and removes some others.
  private func refresh() {
    let fresh = (0..<number(4)).map { _ in section() }
    let gone = number(7)
    record("refresh \(fresh.count), each \(gone) gone")
    change(isPlain: false) { sections in
      let kept = sections.dropFirst().dropLast().enumerated()
        .filter { gone == 0 || $0.offset % 7 != gone }.map(\.element)
      sections = sections.prefix(1) + fresh + kept + sections.suffix(1)
    }
  }

  private func changeRows() {
    let place = number(table.sections.count)
    record("rows of \(place)")
    if hasSupplements, number(2) == 0 { return changeSupplements(place) }
    change(isPlain: true) { sections in
      sections[place].rows = number(3) == 0 ? [] : Array(sections[place].rows.prefix(1))
    }
  }

  private func changeSupplements(_ place: Int) {
    let kinds = number(8)
    change(isPlain: true) { $0[place].change(kinds) }
  }

  private func resize() {
    let isWidth = number(3) == 0
    table.size =
      isWidth
      ? Size(lines: table.size.lines, columns: 12 + number(20))
      : Size(lines: number(12), columns: table.size.columns)
    record("resize \(table.size)")
    guard table.size.lines > 0 else { return shrinkToNothing() }
    var resized = newModel()
    resized.top = topAfterResize(in: resized)
    model = resized
    check()
  }

  // MARK: Helpers

  private func newModel(top: Int = 0) -> TableModel {
    TableModel(
      table.sections, size: table.size, top: top, header: header, hasSupplements: hasSupplements)
  }

  private func shrinkToNothing() {
    _ = table.frame()
    expect(table.view.visibleCells.isEmpty, "no line, no cell")
    table.size.lines = model.height + model.header.count
    model = newModel(top: model.top)
    check()
  }

  /// The position of the line that was at the top: the same line of its cell, or the last one if
  /// the cell now has fewer.
  private func topAfterResize(in resized: TableModel) -> Int {
    guard let first = model.visible.first else { return 0 }
    let cell = resized.lines.indices.filter {
      resized.lines[$0].id == first.id && resized.lines[$0].row == first.row
    }
    return min((cell.first ?? 0) + first.line, cell.last ?? 0)
  }

  private func change(isPlain: Bool, _ body: (inout [SampleSection]) -> Void) {
    let selected = table.selected
    if number(2) == 0 { table.change(body) } else { table.changeOutOfSight(body) }
    let old = model
    model = newModel()
    model.keepPlace(of: old)
    check()
    let left = old.visibleIDs.filter { id in table.sections.contains { $0.id == id } }
    guard isPlain, let selected, old.visibleIDs.contains(selected), !left.isEmpty else { return }
    expect(table.selected == model.heir(of: selected, in: old), "heir of \(selected)")
  }

  /// Finds the position to which the reader's key has led.
  private func findTop() {
    let shown = table.lines.dropFirst(model.header.count).filter { !$0.isEmpty }
    let texts = model.lines.map(\.text)
    // Separators look alike; among several positions, the nearest is used.
    let found = texts.indices.filter { texts[$0...].starts(with: shown) }
    model.top = found.min { abs($0 - model.top) < abs($1 - model.top) } ?? 0
  }

  /// An item of up to three rows, each of one to three lines, or of nine if the item is tall; each
  /// line identifies itself.
  private func section() -> SampleSection {
    nextID += 1
    let tall = number(9) == 0
    let rows = (0..<(number(8) == 0 ? 0 : 1 + number(3))).map { row in
      (0..<(tall ? 9 : 1 + number(3))).map { line in
        "\(nextID).\(row)/\(line)" + (number(4) == 0 ? " w\(nextID).\(row)/\(line)" : "")
      }.joined(separator: "\n")
    }
    var section = SampleSection("\(nextID)", rows: rows)
    if hasSupplements { section.change(number(8)) }
    return section
  }

  private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private func record(_ text: String) { log.append(text) }

  // MARK: Checks

  private func check() {
    let picture = table.picture
    let expected = model.picture(selected: table.selected)
    expect(picture == expected, "\n\(picture)\n-- should be --\n\(expected)")
    let items = model.visible.filter(\.isItem)
    let paths = Set(items.map { TableView.IndexPath(row: $0.row, section: $0.section) })
      .sorted()
    expect(table.view.indexPathsForVisibleRows == paths, "\(paths)")
    most = max(most, table.size.lines)
    expect(table.view.visibleCells.count <= table.size.lines + 1, "too many in sight")
    expect(table.view.cellsMade(of: TextCell.self) <= most + 1, "too many made")
    let canBe = table.sections.contains { model.isSelectable($0.id) }
    expect(canBe == (table.selected.map(model.isSelectable) ?? false), "selection")
  }

  private func checkSelectionInSight() {
    let canBe = model.visibleIDs.contains(where: model.isSelectable)
    expect(!canBe || table.selected.map(model.visibleIDs.contains) ?? false, "out of sight")
  }

  private func expect(_ condition: Bool, _ text: String) {
    guard !condition else { return }
    hasFailed = true
    Issue.record("\(log.suffix(3)): \(text)")
  }
}

extension SampleSection {
  /// Sets or removes the header, the footer and the separator according to the bits of a number.
  fileprivate mutating func change(_ kinds: Int) {
    header = kinds & 1 == 0 ? nil : "h\(id)"
    footer = kinds & 2 == 0 ? nil : "f\(id)\nf\(id)/1"
    isSeparated = kinds & 4 != 0
  }
}
