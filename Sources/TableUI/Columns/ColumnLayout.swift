public import Terminal

/// Where the columns of records stand: how wide each is, and which are in sight.
///
/// A value: names and measures go in, places come out; it draws nothing by itself, see
/// `draw(in:line:ellipsis:style:value:)`. Widths follow what has been in sight: they never shrink, so what a
/// reader has seen stays where it is, and never grow beyond `maximumWidth`. Only the last column takes
/// what is left of the line.
///
/// Columns out of sight are neither measured nor looked at, so ten thousand cost what is in sight. A
/// copy that is changed costs the number of columns: share one, by a class, among the cells of a table.
/// Which columns there are, and in which order, is the program's: it takes them out of `columns`, and puts
/// them back.
public nonisolated struct ColumnLayout: Hashable, Sendable {
  /// The columns, from the left; what is in sight is known again after the next layout.
  public var columns: [Column]
  /// How many of the first columns stay where others are scrolled: as many of these as take no more than
  /// half of the line, and the first in any case, which is cut there.
  public var frozenCount: Int
  /// Columns of the screen that a column takes at the most, at least 1; the last one may take more, and so
  /// may one whose width is fixed.
  public let maximumWidth: Int
  /// Blanks between two columns.
  public let separation: Int
  /// The index of the column that stands first among those that are scrolled; the last layout has corrected it.
  public internal(set) var offset = 0
  /// The columns in sight, from the left, as of the last layout.
  public internal(set) var visibleColumns: [Place] = []
  /// How many of the first columns stayed in the last layout.
  public internal(set) var visibleFrozenCount = 0

  /// What the next layout brings into sight.
  private var revealed: Int?

  /// Creates a layout that has seen no value.
  ///
  /// - Parameters:
  ///   - names: what the columns are called.
  ///   - frozenCount: how many of the first columns stay where others are scrolled.
  ///   - maximumWidth: columns of the screen that a column takes at the most.
  ///   - separation: blanks between two columns.
  public init(
    names: [SafeText] = [], frozenCount: Int = 1, maximumWidth: Int = 40, separation: Int = 2
  ) {
    columns = names.map { Column($0) }
    self.frozenCount = frozenCount
    self.maximumWidth = max(1, maximumWidth)
    self.separation = max(0, separation)
  }

  /// Scrolls by columns, to the right where positive; the next layout goes no further than the end of the
  /// last column.
  public mutating func scroll(by columns: Int) {
    let most = self.columns.count
    let first = visibleColumns.isEmpty ? mostFrozen : visibleFrozenCount
    offset = min(max(0, max(offset, first) + min(max(columns, -most), most)), max(0, most - 1))
    revealed = nil
  }

  /// Scrolls to a column, which then stands first among those that are scrolled, as far as there are enough
  /// behind it.
  ///
  /// With the next layout an index outside the columns counts as that of the nearest one.
  public mutating func scroll(to column: Int) { (offset, revealed) = (column, nil) }

  /// Brings a column into sight with the next layout, which scrolls only where not all of it would be.
  ///
  /// An index outside the columns changes nothing.
  public mutating func reveal(_ column: Int) { revealed = column }

  /// Lays out for a width, by the values of the rows in sight and of those near them.
  ///
  /// Rows that were given before need not be given again: what they needed is known. Cost: the columns
  /// in sight × the rows.
  ///
  /// - Parameters:
  ///   - width: the columns of the screen that there are; with less than 1 none is in sight.
  ///   - rows: the numbers of the rows, as `measure` is given them.
  ///   - measure: what a value needs; nil where a row has none in that column.
  public mutating func layout(
    forWidth width: Int, rows: Range<Int> = 0..<0,
    measure: (_ row: Int, _ column: Int) -> Measure? = { _, _ in nil }
  ) {
    guard !columns.isEmpty, width > 0 else { return visibleColumns = [] }
    func note(_ layout: inout ColumnLayout, _ column: Int) {
      for row in rows {
        if let value = measure(row, column) { layout.columns[column].extent.include(value) }
      }
    }
    let isAtStart = offset <= visibleFrozenCount
    let start = freeze(in: width, noting: note)
    // Nothing is left of the screen because fewer columns stay.
    if isAtStart { offset = visibleFrozenCount }
    place(in: width, from: start, noting: note)
    if scrollToRevealed() { place(in: width, from: start, noting: note) }
  }

  /// The columns of the screen that a column takes where no edge cuts it.
  ///
  /// An index outside the columns is a programmer's mistake and ends the program.
  public func width(of column: Int) -> Int {
    if let width = columns[column].fixedWidth { return width }
    let need = columns[column].need
    return column == columns.count - 1 ? need : min(need, maximumWidth)
  }

  /// One at least is scrolled.
  var mostFrozen: Int { max(0, min(frozenCount, columns.count - 1)) }

  /// Whether the column that is to be brought into sight needs another offset.
  private mutating func scrollToRevealed() -> Bool {
    guard let column = revealed else { return false }
    revealed = nil
    guard columns.indices.contains(column), !isWhole(column) else { return false }
    offset = column
    return true
  }

  /// Whether all of a column was in sight in the last layout, or it is one of those that stay.
  public func isWhole(_ column: Int) -> Bool {
    column < visibleFrozenCount
      || columns.indices.contains(column)
        && visibleColumns.contains { $0.column == column && $0.width == width(of: column) }
  }
}

nonisolated extension ColumnLayout {
  /// A column: its name, and what its values have needed of it so far.
  ///
  /// One that is taken out and put back elsewhere is as wide as it was.
  public struct Column: Hashable, Sendable {
    /// What it is called.
    public let name: SafeText
    /// Columns of the screen that it takes, where a reader has set them, from 1 to `widest`; nil where its
    /// width follows its name and its values.
    public var fixedWidth: Int? {
      didSet { fixedWidth = fixedWidth.map { min(max(1, $0), Self.widest) } }
    }
    /// The widest that a reader can make a column: wider than any screen.
    public static let widest = 10_000

    /// What stands behind the name, which makes room for it, such as an arrow where rows are sorted by the column.
    ///
    /// It is nil by default: there is none.
    public var mark: SafeText?

    var extent = ColumnExtent()

    /// Creates a column of which no value was seen.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - fixedWidth: columns of the screen that it takes; those of its values by default.
    public init(_ name: SafeText, fixedWidth: Int? = nil) {
      self.name = name
      self.fixedWidth = fixedWidth.map { min(max(1, $0), Self.widest) }
    }

    /// The columns that show all of every value, and the name.
    var need: Int { max(extent.width, name.width + markWidth) }

    /// The columns of the mark with the blank before it.
    var markWidth: Int { mark.map { $0.width + 1 } ?? 0 }

    /// The name as far as there is room, and the mark.
    func heading(width: Int, ellipsis: Glyph) -> SafeText {
      guard let mark, width > markWidth else {
        return name.truncated(to: width, ellipsis: ellipsis)
      }
      return name.truncated(to: width - markWidth, ellipsis: ellipsis)
        + SafeText(glyphs: [.space]) + mark
    }
  }
}

nonisolated extension ColumnLayout {
  /// Where a column in sight stands.
  public struct Place: Hashable, Sendable {
    /// Which column it is, from 0.
    public let column: Int
    /// Its first column of the screen, from 0.
    public let x: Int
    /// Its columns of the screen, at least 1; fewer than it needs at the right edge.
    public let width: Int
    /// The first column of the screen that is none of its own.
    public var end: Int { x + width }
    /// How values stand in it.
    public let alignment: Alignment
  }

  /// How values stand in a column.
  public enum Alignment: Hashable, Sendable {
    /// All begin at the left.
    case leading
    /// The points of numbers stand below each other, with n columns from the point on; other values end
    /// at the right, as the name does.
    case decimal(after: Int)
  }
}
