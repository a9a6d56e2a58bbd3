import FileSources
import TableUI
import Terminal

/// An object that scrolls to the current match within its line: down in a wrapped line, to the
/// right in a cut line.
final class MatchSight {
  private let text: ShownText
  private let journey: TextJourney
  /// The last match that was scrolled to; after that the reader may scroll elsewhere.
  private var revealed: (line: FileOffset, place: TextMatches.PlaceInLine)?

  private var matches: TextMatches { text.appearance.matches }
  private var table: TableView { text.list.tableView }

  init(_ text: ShownText, _ journey: TextJourney) { (self.text, self.journey) = (text, journey) }

  /// Scrolls to the match, unless that was done before; returns whether the screen has changed.
  ///
  /// Call this method after the list has been laid out for a size.
  func reveal(in size: Size) -> Bool {
    guard let line = matches.current else {
      revealed = nil
      return false
    }
    let place = matches.placeInLine
    if let revealed, revealed.line == line, revealed.place == place { return false }
    guard !journey.isOnTheWay, let cell = cell(of: line), let shown = cell.line else {
      return false
    }
    revealed = (line, place)
    let found = matches.glyphs(in: shown, text.appearance.rules)
    matches.countInLine = max(1, found.count)
    guard !found.isEmpty else { return false }
    return scroll(to: found[place.index(of: found.count)], in: cell, size)
  }

  private func cell(of line: FileOffset) -> TextLineCell? {
    var found: TextLineCell?
    table.forEachVisibleCell {
      if let cell = $0 as? TextLineCell, cell.line?.id == line { found = cell }
    }
    return found
  }

  private func scroll(to glyphs: Range<Int>, in cell: TextLineCell, _ size: Size) -> Bool {
    let place = cell.place(of: glyphs, width: table.contentWidth)
    let row = (table.top(of: cell) ?? 0) + place.line
    let rows = size.lines - table.headerHeight
    var moved = 0
    if row < 0 { moved = table.scroll(by: row) }
    if row >= rows { moved = table.scroll(by: row - rows + 1) }
    return scroll(to: place.columns, width: table.contentWidth - text.appearance.gutter)
      || moved != 0
  }

  /// Makes the match visible, unless it already is: scrolls to the first column if the match is
  /// visible there, and otherwise places the match a third of the way across the screen, so that
  /// the text before it is also visible.
  private func scroll(to columns: Range<Int>, width: Int) -> Bool {
    guard table.scrollsSideways, !text.appearance.wraps else { return false }
    let offset = table.columnOffset
    let end = min(columns.upperBound, columns.lowerBound + width)
    if columns.lowerBound >= offset, end <= offset + width { return false }
    table.columnOffset = end <= width ? 0 : max(0, columns.lowerBound - width / 3)
    return table.columnOffset != offset
  }
}
