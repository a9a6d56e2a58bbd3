public import Terminal

/// The layout of the columns of records: their widths, and which columns are visible.
///
/// It is a value that computes positions from names and measured values;
/// `draw(in:line:ellipsis:value:)` draws with it. Widths that the reader has not set follow the
/// values that have been visible: they never shrink, so that columns do not move while a reader
/// scrolls, and only that of the last column may exceed `maximumWidth`.
///
/// A layout measures only about as many columns as fit on the screen, so its cost does not depend
/// on the number of columns. The cost of changing a copy is proportional to the number of columns,
/// so the cells of a table should share one layout through a class. The program decides which
/// columns exist and in which order, by removing them from `columns` and inserting them again.
public nonisolated struct ColumnLayout: Hashable, Sendable {
  /// The columns, from left to right; after a change, the next layout updates their visibility.
  public var columns: [Column]
  /// The number of leading columns that do not scroll.
  ///
  /// Only as many of them as fit into half of the line are frozen, but at least the first one. If
  /// the first one is wider than half of the line, and the columns do not all fit, it is cut. The
  /// last column always scrolls.
  public var frozenCount: Int
  /// The largest width of a column, in columns of the screen and at least 1; the last column and
  /// columns with a fixed width may be wider.
  public let maximumWidth: Int
  /// The number of blanks between two columns.
  public let separation: Int
  /// The index of the first visible column after the frozen ones; the next layout corrects it if it
  /// is too small or too large.
  public internal(set) var offset = 0
  /// The visible columns in the last layout, from left to right.
  public internal(set) var visibleColumns: [Place] = []
  /// The number of frozen columns in the last layout.
  public internal(set) var visibleFrozenCount = 0

  /// Whether the first column, if it is frozen, is cut to half of the line.
  var cutsFirst = false
  /// The column that the next layout makes visible; nil if there is none.
  private var revealed: Int?

  /// Creates a layout without measured values.
  ///
  /// - Parameters:
  ///   - names: the names of the columns.
  ///   - frozenCount: the number of leading columns that do not scroll.
  ///   - maximumWidth: the largest width of a column, in columns of the screen.
  ///   - separation: the number of blanks between two columns.
  public init(
    names: [SafeText] = [], frozenCount: Int = 1, maximumWidth: Int = 40, separation: Int = 2
  ) {
    columns = names.map { Column($0) }
    self.frozenCount = frozenCount
    self.maximumWidth = max(1, maximumWidth)
    self.separation = max(0, separation)
  }

  /// Scrolls by a number of columns, to the right if positive; the next layout does not scroll
  /// beyond the end of the last column.
  public mutating func scroll(by columns: Int) {
    let most = self.columns.count
    let first = visibleColumns.isEmpty ? mostFrozen : visibleFrozenCount
    offset = min(max(0, max(offset, first) + min(max(columns, -most), most)), max(0, most - 1))
    revealed = nil
  }

  /// Scrolls to a column, which becomes the first scrolled one if enough columns follow it.
  ///
  /// The next layout replaces an index outside the columns with the nearest valid one.
  public mutating func scroll(to column: Int) { (offset, revealed) = (column, nil) }

  /// Makes a column visible in the next layout, which scrolls only if the column would not be
  /// completely visible.
  ///
  /// An index outside the columns is ignored.
  public mutating func reveal(_ column: Int) { revealed = column }

  /// Lays out the columns for a width, according to the values of the visible rows and of the rows
  /// near them.
  ///
  /// Rows that were measured before need not be passed again. Cost: proportional to the number of
  /// visible columns × the number of rows.
  ///
  /// - Parameters:
  ///   - width: the width of the screen in columns; if it is less than 1, no column is visible.
  ///   - rows: the numbers of the rows, which are passed to `measure`.
  ///   - measure: returns the measure of a row's value in a column; nil if the row has no value
  ///     there.
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
    // A layout that is not scrolled stays at its first column, even if the number of frozen columns
    // changes.
    if isAtStart { offset = visibleFrozenCount }
    place(in: width, from: start, noting: note)
    if scrollToRevealed() { place(in: width, from: start, noting: note) }
  }

  /// The width of a column, in columns of the screen, if it is not cut.
  ///
  /// An index outside the columns is a programming error and ends the program.
  public func width(of column: Int) -> Int {
    if let width = columns[column].fixedWidth { return width }
    let need = columns[column].need
    return column == columns.count - 1 ? need : min(need, maximumWidth)
  }

  /// The largest number of columns that may be frozen; at least one column always scrolls.
  var mostFrozen: Int { max(0, min(frozenCount, columns.count - 1)) }

  /// Scrolls to the column to be revealed, if it is not completely visible; returns whether the
  /// columns must be placed again.
  private mutating func scrollToRevealed() -> Bool {
    guard let column = revealed else { return false }
    revealed = nil
    guard columns.indices.contains(column), !isWhole(column) else { return false }
    offset = column
    return true
  }

  /// Whether a column was completely visible in the last layout, or is frozen.
  public func isWhole(_ column: Int) -> Bool {
    column < visibleFrozenCount
      || columns.indices.contains(column)
        && visibleColumns.contains { $0.column == column && $0.width == width(of: column) }
  }
}

nonisolated extension ColumnLayout {
  /// A column: its name, and the width that its values have needed so far.
  ///
  /// A column that is removed and inserted elsewhere keeps its width.
  public struct Column: Hashable, Sendable {
    /// The column's name.
    public let name: SafeText
    /// The width set by the reader in columns of the screen, from 1 to `widest`; nil if the width
    /// follows its name and values.
    public var fixedWidth: Int? {
      didSet { fixedWidth = fixedWidth.map { min(max(1, $0), Self.widest) } }
    }
    /// The largest width that a reader can set, which is wider than any screen.
    public static let widest = 10_000

    /// A mark after the name, such as an arrow if the rows are sorted by the column; the name is
    /// shortened to make room for it.
    ///
    /// It is nil by default.
    public var mark: SafeText?

    var extent = ColumnExtent()

    /// Creates a column without measured values.
    ///
    /// - Parameters:
    ///   - name: the name of the column.
    ///   - fixedWidth: its width in columns of the screen; by default it follows the values.
    public init(_ name: SafeText, fixedWidth: Int? = nil) {
      self.name = name
      self.fixedWidth = fixedWidth.map { min(max(1, $0), Self.widest) }
    }

    /// The width that shows every value and the name completely.
    var need: Int { max(extent.width, name.width + markWidth) }

    /// The width of the mark and the blank before it.
    var markWidth: Int { mark.map { $0.width + 1 } ?? 0 }

    /// The name, cut if it is too long, and the mark if it fits.
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
  /// The position of a visible column.
  public struct Place: Hashable, Sendable {
    /// The index of the column.
    public let column: Int
    /// The first column of the screen that the column covers, from 0.
    public let x: Int
    /// The width in columns of the screen, at least 1; it is less than the column needs if the
    /// column is cut.
    public let width: Int
    /// The first column of the screen after the column.
    public var end: Int { x + width }
    /// The alignment of the column's values.
    public let alignment: Alignment
  }

  /// The alignment of values in a column.
  public enum Alignment: Hashable, Sendable {
    /// All values are aligned at the left.
    case leading
    /// Numbers are aligned at the decimal point, with `after` columns from the point on; other
    /// values and the name are aligned at the right.
    case decimal(after: Int)
  }
}
