import Terminal

/// A model of a table: all rows one below the other, as lines with a position from the top.
///
/// It is recomputed completely at each step, which a table never does.
struct TableModel {
  /// One line of the whole list.
  struct Line: Hashable {
    let section: Int
    let id: String
    /// The row: -1 for a header, and beyond all rows for a footer or separator.
    let row: Int
    let isItem: Bool
    /// The line within its cell.
    let line: Int
    let text: String
  }

  let lines: [Line]
  let sections: [SampleSection]
  /// The fixed lines above the rows, and the number of lines left for rows.
  let header: [String]
  let height: Int
  /// The line at the top of the screen.
  var top: Int { didSet { clamp() } }

  init(
    _ sections: [SampleSection], size: Size, top: Int = 0, header: String? = nil,
    hasSupplements: Bool = false
  ) {
    self.sections = sections
    let width = max(0, size.columns - 2)
    let above = header.map { TextCell.lines(of: $0, width: width).map(\.description) } ?? []
    self.header = size.lines >= above.count + 3 ? above : []
    height = size.lines - self.header.count
    lines = sections.enumerated().flatMap { section, value in
      Self.rows(of: value, width: width, hasSupplements).flatMap { row, isItem, text in
        TextCell.lines(of: text, width: width).enumerated().map { line, part in
          Line(
            section: section, id: value.id, row: row, isItem: isItem, line: line,
            text: part.description)
        }
      }
    }
    self.top = top
  }

  /// The rows of a section with its header, footer and separator.
  private static func rows(
    of section: SampleSection, width: Int, _ hasSupplements: Bool
  ) -> [(row: Int, isItem: Bool, text: String)] {
    let rows = section.rows.enumerated().map { (row: $0.offset, isItem: true, text: $0.element) }
    guard hasSupplements, !rows.isEmpty else { return rows }
    let rule = section.isSeparated ? String(repeating: "─", count: width) : nil
    return [section.header].compactMap { $0 }.map { (row: -1, isItem: false, text: $0) } + rows
      + [section.footer].compactMap { $0 }.map { (row: .max - 1, isItem: false, text: $0) }
      + [rule].compactMap { $0 }.map { (row: .max, isItem: false, text: $0) }
  }

  /// The lines on the screen.
  var visible: ArraySlice<Line> { lines.dropFirst(top).prefix(height) }

  /// The identities of the sections that have a row on the screen, each once.
  var visibleIDs: Set<String> { Set(visible.filter(\.isItem).map(\.id)) }

  /// The screen as a table should draw it.
  func picture(selected: String?) -> String {
    let drawn = visible.map { ($0.isItem && $0.id == selected ? "▌ " : "  ") + $0.text }
    let padded =
      header.map { "  " + $0 } + drawn
      + Array(repeating: "", count: max(0, height - drawn.count))
    return padded.map(Self.trimmed).joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The current position of a line, by the identity of its section.
  func place(of line: Line) -> Int? {
    lines.firstIndex { $0.id == line.id && $0.row == line.row && $0.line == line.line }
  }

  func isSelectable(_ id: String) -> Bool {
    sections.contains { $0.id == id && $0.isSelectable && !$0.rows.isEmpty }
  }

  /// Scrolls to where a reader of another model's lines should be: the first line of a remaining
  /// item stays, or else any remaining line, or else the position in the list.
  mutating func keepPlace(of other: TableModel) {
    let seen = other.visible.enumerated().compactMap { offset, line in
      place(of: line).map { (offset: offset, place: $0, id: line.id) }
    }
    if let kept = seen.first(where: { isSelectable($0.id) }) ?? seen.first {
      top = kept.place - kept.offset
    } else if let first = other.visible.first {
      let known = other.visible.first { line in sections.contains { $0.id == line.id } }
      let section = sections.firstIndex { $0.id == known?.id } ?? first.section
      top = lines.firstIndex { $0.section >= section } ?? lines.count
    } else {
      top = 0
    }
  }

  /// The item that should be selected if the given one was selected in another model: the first
  /// selectable item from that one on, or else the last one before it.
  func heir(of id: String, in other: TableModel) -> String? {
    guard let index = other.sections.firstIndex(where: { $0.id == id }) else { return nil }
    let after = other.sections[index...].first { isSelectable($0.id) }
    return (after ?? other.sections[..<index].last { isSelectable($0.id) })?.id
  }

  private mutating func clamp() {
    let clamped = max(0, min(top, lines.count - height))
    if top != clamped { top = clamped }
  }
}
