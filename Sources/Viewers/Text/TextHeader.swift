import ByteStores
import Bytes
import Feeds
import FileSources
import TableUI
import Terminal

/// The lines and columns that stay on the screen, as in `less --header`.
nonisolated package struct HeaderChoice: Hashable, Sendable {
  /// The number of lines at the top.
  package var lines: Int
  /// The number of columns at the left; for records, the number of frozen columns.
  package var columns: Int

  package init(lines: Int, columns: Int = 0) { (self.lines, self.columns) = (lines, columns) }

  /// Recognizes the header of a table as psql and other programs draw it: the lines up to the rule
  /// below the column names.
  ///
  /// The result is nil if the lines have no such header, or if that is uncertain.
  ///
  /// - Parameter lines: complete lines from the start of the text.
  init?(ofTable lines: [ArraySlice<UInt8>]) {
    // A title may precede the names, and a rule may be above them.
    for index in lines.indices.prefix(Self.furthestRule + 1).dropFirst()
    where Self.isRule(lines[index]) && Self.hasBars(lines[index - 1]) {
      self.init(lines: index + 1)
      return
    }
    return nil
  }

  /// The maximum number of lines before a rule.
  static let furthestRule = 3

  private static let bars = ["|", "│", "║"].map { Array($0.utf8) }
  private static let crosses = ["+", "┼", "╪", "╬", "╫"].map { Array($0.utf8) }

  private static func hasBars(_ line: ArraySlice<UInt8>) -> Bool {
    bars.contains { line.firstPlace(of: $0) != nil }
  }

  /// Whether a line has a cross, and consists only of characters with which rules are drawn.
  private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    guard crosses.contains(where: { line.firstPlace(of: $0) != nil }), line.count >= 5 else {
      return false
    }
    return String(decoding: line, as: UTF8.self).unicodeScalars.allSatisfy {
      // Unicode box drawing characters and their replacements in ASCII.
      "-+=| \r".unicodeScalars.contains($0) || (0x2500...0x257F).contains($0.value)
    }
  }
}

/// The header lines of a text, which stay at the top of the screen.
final class TextHeader {
  private let text: ShownText
  private let asked: HeaderChoice?
  /// Whether lines are expected below a header that is the whole text.
  private let follows: Bool
  /// The edition of the file for which the header was determined.
  private var knownEdition: Int?
  /// The offset in bytes of the first line below the header or, without a header, of the first line
  /// of the text; 0 until the text has been examined.
  private(set) var end = 0

  /// The maximum number of bytes to examine; without a requested header it is small, because each
  /// text is examined.
  private var mostBytes: Int { asked == nil ? 16 << 10 : 1 << 20 }

  /// - Parameters:
  ///   - asked: the header that the reader has requested.
  ///   - follows: whether the reader follows the end of the text.
  init(_ text: ShownText, _ asked: HeaderChoice?, follows: Bool) {
    (self.text, self.asked, self.follows) = (text, asked, follows)
    text.appearance.frozenColumns = asked?.columns ?? 0
  }

  /// Determines and shows the header if this has not been done yet; returns whether a header was
  /// found, so that the text now begins below it.
  func look() -> Bool {
    let file = text.file
    guard knownEdition != file.edition, text.appearance.columns == nil, asked?.lines != 0 else {
      return false
    }
    let start = text.feed.markLength(of: file)
    guard let size = try? file.size(), file.start <= start,
      let bytes = try? file.whole(start..<min(size, start + mostBytes))
    else { return false }
    let wanted = asked?.lines ?? HeaderChoice.furthestRule + 1
    let lines = bytes.split(
      separator: .lineFeed, maxSplits: wanted + 1, omittingEmptySubsequences: false
    ).dropLast()
    let isWhole = !text.isArriving || bytes.count >= mostBytes
    guard isWhole || lines.count > wanted else { return false }
    knownEdition = file.edition
    let count = asked?.lines ?? HeaderChoice(ofTable: Array(lines))?.lines ?? 0
    let header = Array(lines.prefix(count))
    // If no line follows, the lines of the header are the text.
    let isAll = header.last.map { start + $0.endIndex + 1 } == size && !text.isArriving && !follows
    show(isAll ? [] : header, from: start)
    return end > start
  }

  private func show(_ lines: [ArraySlice<UInt8>], from start: Int) {
    end = lines.last.map { start + $0.endIndex + 1 } ?? start
    text.leadEnd = end
    let table = text.list.tableView
    guard !lines.isEmpty else { return table.headerCell = nil }
    text.file.leaveOut(before: end)
    table.keepsHeader = true
    // Columns are aligned only if no line is wrapped.
    text.appearance.wantsWrap = false
    table.headerStyle = text.appearance.theme.header
    table.headerCell = TextHeaderCell(lines, text.appearance)
  }

  /// Discards the header for a file that was replaced.
  func forgetFile() {
    (knownEdition, end) = (nil, 0)
    text.leadEnd = 0
  }
}

/// The header lines above the scrolled lines; they are cut, so that columns stay aligned.
final class TextHeaderCell: ReusableCell {
  private let lines: [StyledText]
  private let appearance: TextAppearance

  init(_ lines: [ArraySlice<UInt8>], _ appearance: TextAppearance) {
    self.appearance = appearance
    self.lines = lines.map { bytes in
      LineText(bytes.last == .carriageReturn ? bytes.dropLast() : bytes, appearance.rules).text
    }
  }

  /// Whether the header contains a match of the search; such a match is not counted.
  var hasMatch: Bool { lines.contains { appearance.matches.hasMatch(in: $0.text) } }

  var contentWidth: Int { appearance.gutter + (lines.map(\.width).max() ?? 0) }

  func height(forWidth width: Int) -> Int { lines.count }

  func draw(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let gutter = min(appearance.gutter, columns.count)
    let place = Rect(
      line: 0, column: columns.lowerBound + gutter, lines: lines.count,
      columns: columns.count - gutter)
    canvas.inRegion(place) { canvas in
      for (index, line) in lines.enumerated() {
        let line = appearance.matches.marked(line, isCurrent: false)
        canvas.draw(line, at: Point(line: index, column: -columns.lowerBound))
        guard columns.lowerBound > 0 else { continue }
        canvas.drawFrozen(line, appearance.frozenColumns, at: index)
      }
    }
  }
}

extension Canvas {
  /// Draws the frozen columns of a text over the scrolled columns, on at most half of the region.
  mutating func drawFrozen(_ text: StyledText, _ columns: Int, at line: Int = 0) {
    let count = min(columns, size.columns / 2)
    guard count > 0 else { return }
    fill(Rect(line: line, column: 0, lines: 1, columns: count), style: .plain)
    draw(text.clipped(to: 0..<count), at: Point(line: line, column: 0))
  }
}
