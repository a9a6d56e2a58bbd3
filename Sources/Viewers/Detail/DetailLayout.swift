import Bytes
import Feeds
import Records
import Search
import TableUI
import Terminal

/// The layout of the detail screen: names on the left, and values in a column to the right of them.
struct DetailLayout {
  let appearance: RecordAppearance
  /// The matcher for the matches to highlight.
  private var matcher: Matcher?
  let links: DetailLinks
  /// A remark about the record's time.
  var remark: TimeRemark?
  /// The pictures in values.
  var pictures = DrawnPictures()
  /// Whether the value of a row refers to something that can be opened.
  var refers: (DetailRow) -> Bool = { _ in false }
  private let width: Int
  private let valueColumn: Int

  /// The maximum number of bytes of a string that are shown.
  static let mostOfText = 64 << 10
  /// The number of rows whose names determine the width of the column of names; longer names
  /// further down are cut.
  private static let mostMeasured = 200
  private static let columnsALevel = 2

  /// - Parameter width: the width of a row in columns.
  init(
    _ rows: [DetailRow], width: Int, _ appearance: RecordAppearance, _ matcher: Matcher?,
    _ links: DetailLinks
  ) {
    (self.width, self.appearance, self.matcher) = (width, appearance, matcher)
    self.links = links
    let most = max(8, width * 2 / 5)
    valueColumn = rows.prefix(Self.mostMeasured).reduce(0) { column, row in
      guard row.value != nil else { return column }
      let end = Self.indent(of: row, width) + SafeText(row.name).width + Self.columnsALevel
      return min(most, max(column, end))
    }
  }

  /// Returns the lines of a row; at least one.
  ///
  /// Cost: proportional to the length of its text, up to 64 KiB.
  func lines(of row: DetailRow) -> [StyledText] {
    switch row.content {
    case .note(let note): [indented(row) + StyledText(SafeText(note), style: theme.accent)]
    case .text(let text): lines(ofText: text, in: row, width: width, style: .plain)
    case .value(let value): lines(of: value, in: row)
    }
  }

  /// Returns the indices of those lines of a row that contain a match: the lines that differ when
  /// matches are highlighted.
  ///
  /// Cost: two passes over its text, up to 64 KiB.
  func linesWithMatch(of row: DetailRow) -> [Int] {
    var plain = self
    plain.matcher = nil
    return zip(lines(of: row), plain.lines(of: row)).enumerated()
      .filter { $1.0 != $1.1 }.map(\.offset)
  }

  private var theme: Theme { appearance.theme }

  /// Returns the maximum size of a picture on a screen with the given number of lines, one of which
  /// is left for the description of the value.
  func pictureSize(lines: Int) -> Size {
    Size(lines: max(1, lines - 1), columns: max(1, width - valueColumn))
  }

  // MARK: Names

  /// Returns the indentation of a row, with its marker if it can be folded.
  private func indented(_ row: DetailRow) -> StyledText {
    let blanks = max(0, Self.indent(of: row, width) - Self.columnsALevel)
    let symbols = theme.symbols
    let mark = row.isFoldable ? row.isUnfolded ? symbols.unfolded : symbols.folded : Glyph.space
    let text = SafeText(
      glyphs: Array(repeating: .space, count: blanks) + [mark, .space])
    return StyledText(text, style: theme.faint)
  }

  private static func indent(of row: DetailRow, _ width: Int) -> Int {
    min((row.depth + 1) * columnsALevel, max(columnsALevel, width / 4))
  }

  /// Returns the name of a row, cut to the width of the name column.
  private func name(of row: DetailRow) -> StyledText {
    let most = max(1, valueColumn - Self.indent(of: row, width) - Self.columnsALevel)
    let text = safe(row.name).truncated(to: most, ellipsis: theme.symbols.cut)
    return marked(StyledText(text, style: theme.faint))
  }

  // MARK: Values

  private func lines(of value: Value, in row: DetailRow) -> [StyledText] {
    let width = max(2, width - valueColumn)
    var values = valueLines(of: value, in: row, width: width)
    if refers(row), let first = values.first {
      var value = first.truncated(to: max(1, width - 2), ellipsis: theme.symbols.cut)
      value.append(StyledText(SafeText(glyphs: [.space, theme.symbols.leads]), style: theme.faint))
      values[0] = value
    }
    if let remark, remark.row == row.id {
      values += StyledText(SafeText(remark.text), style: theme.faint).wrapped(to: width)
    }
    if let column = row.column { values += pictures[column] ?? [] }
    var first = indented(row) + name(of: row)
    first.append(Self.blanks(valueColumn - first.width))
    let rest = values.dropFirst().map { StyledText(Self.blanks(valueColumn)) + $0 }
    return [first + (values.first ?? .empty)] + rest
  }

  private func valueLines(of value: Value, in row: DetailRow, width: Int) -> [StyledText] {
    switch value.kind {
    case .object, .array: [summary(of: value, in: row, width)]
    case .null, .bool, .number, .string:
      lines(
        ofText: value.utf8, in: row, width: width,
        style: appearance.style(of: value.kind, value.utf8, in: row.path))
    }
  }

  /// Returns an object or array as one line: the number of its children or, if it is folded, the
  /// beginning of its text.
  private func summary(of value: Value, in row: DetailRow, _ width: Int) -> StyledText {
    if let count = row.childCount {
      let name = value.kind == .object ? "field" : "element"
      let text = SafeText("\(count.grouped) \(name)\(count == 1 ? "" : "s")")
      return StyledText(text, style: theme.faint).truncated(to: width)
    }
    // Eight bytes for each column are almost always enough.
    let text = safe(String(decoding: value.raw.prefix(width * 8), as: UTF8.self))
    return marked(StyledText(text, style: theme.faint))
      .truncated(to: width, ellipsis: theme.symbols.cut)
  }

  private func lines(
    ofText utf8: ArraySlice<UInt8>, in row: DetailRow, width: Int, style: Style
  ) -> [StyledText] {
    let text = String(decoding: utf8.prefix(Self.mostOfText), as: UTF8.self)
    var lines = SafeText.lines(of: text, joinsEmoji: appearance.rules.joinsEmoji)
    if lines.count > 1, lines[lines.count - 1].width == 0 { lines.removeLast() }
    var all = lines.flatMap {
      marked(links.underlined(StyledText($0, style: style), of: row.id)).wrapped(to: width)
    }
    if utf8.count > Self.mostOfText {
      let rest = ByteCount(utf8.count - Self.mostOfText)
      all.append(StyledText(SafeText("the last \(rest) are not shown"), style: theme.accent))
    }
    return all
  }

  // MARK: Parts

  private func safe(_ text: String) -> SafeText {
    SafeText(text, joinsEmoji: appearance.rules.joinsEmoji)
  }

  private func marked(_ text: StyledText) -> StyledText {
    var text = text
    for glyphs in matcher?.glyphs(in: text.text) ?? [] { text.add(theme.match, to: glyphs) }
    return text
  }

  private static func blanks(_ count: Int) -> SafeText {
    SafeText(glyphs: repeatElement(Glyph.space, count: max(0, count)))
  }
}

extension StyledText {
  /// Concatenates two texts with their styles.
  fileprivate static func + (one: StyledText, other: StyledText) -> StyledText {
    var sum = one
    sum.append(other)
    return sum
  }
}

/// A cell for a field of a record: its name, and its value in as many lines as needed.
final class DetailCell: TableViewCell {
  private var lines: [StyledText] = []

  /// Shows a row, laid out for the width of the cell.
  func show(_ row: DetailRow, _ layout: DetailLayout) { lines = layout.lines(of: row) }

  func prepareForReuse() { lines = [] }

  func height(forWidth width: Int) -> Int { lines.count }

  func draw(in canvas: inout Canvas) {
    for index in canvas.visibleLines.clamped(to: lines.indices) {
      canvas.draw(lines[index], at: Point(line: index, column: 0))
    }
  }
}

/// The links of a record, one of which may be chosen.
final class DetailLinks {
  /// A link, and its row.
  struct Place: Hashable {
    let row: Int
    let address: String
  }

  private(set) var all: [Place] = []
  private(set) var index: Int?

  var chosen: Place? { index.map { all[$0] } }

  /// Chooses the link after the chosen one or, if none is chosen, the first link from the given row
  /// on; returns nil if the rows contain no links.
  ///
  /// Cost: proportional to the length of the text of all rows, up to 64 KiB each.
  func chooseNext(of rows: [DetailRow], from start: Int) -> Place? {
    if let index {
      self.index = (index + 1) % all.count
    } else {
      all = (rows[start...] + rows[..<start]).flatMap(Self.links)
      index = all.isEmpty ? nil : 0
    }
    return chosen
  }

  func forget() { (all, index) = ([], nil) }

  /// Returns a line of a row with its links underlined, and the chosen link in reverse video.
  func underlined(_ text: StyledText, of row: Int) -> StyledText {
    var text = text
    for link in WebLink.all(in: text.text) {
      let isChosen = chosen == Place(row: row, address: link.address)
      text.add(Style(isChosen ? [.underline, .reverse] : .underline), to: link.glyphs)
    }
    return text
  }

  private static func links(of row: DetailRow) -> [Place] {
    guard row.childCount == nil else { return [] }
    let text = String(decoding: row.utf8.prefix(DetailLayout.mostOfText), as: UTF8.self)
    return SafeText.lines(of: text).flatMap { WebLink.all(in: $0) }.map {
      Place(row: row.id, address: $0.address)
    }
  }
}
