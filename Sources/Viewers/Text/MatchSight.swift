import FileSources
import TableUI
import Terminal

/// Brings the match that a reader has gone to into sight, wherever it is in its line: further down in a wrapped one, to
/// the right in one that is cut.
final class MatchSight {
  private let text: ShownText
  private let journey: TextJourney
  /// The match that was brought into sight last: from then on the reader may go elsewhere.
  private var revealed: (line: FileOffset, place: TextMatches.PlaceInLine)?

  private var matches: TextMatches { text.appearance.matches }
  private var table: TableView { text.list.tableView }

  init(_ text: ShownText, _ journey: TextJourney) { (self.text, self.journey) = (text, journey) }

  /// Scrolls to the match, if it has not been in sight; says whether that has changed what is.
  ///
  /// To be called when the list is laid out for an extent.
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

  /// A match that is in sight from the first column on is shown from there; another one a third into the screen, so that
  /// what is before it can be read, too.
  private func scroll(to columns: Range<Int>, width: Int) -> Bool {
    guard table.scrollsSideways, !text.appearance.wraps else { return false }
    let offset = table.columnOffset
    let end = min(columns.upperBound, columns.lowerBound + width)
    if columns.lowerBound >= offset, end <= offset + width { return false }
    table.columnOffset = end <= width ? 0 : max(0, columns.lowerBound - width / 3)
    return table.columnOffset != offset
  }
}
