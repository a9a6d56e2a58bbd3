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
public nonisolated struct ColumnLayout: Hashable, Sendable {
  /// What the columns are called, from the left.
  public private(set) var names: [SafeText]
  /// Whether the first column stays where others are scrolled; it takes half of the line at the most.
  public var isFirstFrozen: Bool
  /// Columns of the screen that a column takes at the most, at least 1; the last one may take more.
  public let maximumWidth: Int
  /// Blanks between two columns.
  public let separation: Int
  /// The column that stands first among those that are scrolled; the last layout has corrected it.
  public private(set) var offset = 0
  /// The columns in sight, from the left, as of the last layout.
  public private(set) var visibleColumns: [Place] = []

  /// Less of a column at the right edge says nothing.
  private static let leastPart = 4

  private var extents: [ColumnExtent]

  /// Creates a layout that has seen no value.
  ///
  /// - Parameters:
  ///   - names: what the columns are called.
  ///   - isFirstFrozen: whether the first column stays where others are scrolled.
  ///   - maximumWidth: columns of the screen that a column takes at the most.
  ///   - separation: blanks between two columns.
  public init(
    names: [SafeText], isFirstFrozen: Bool = true, maximumWidth: Int = 40, separation: Int = 2
  ) {
    self.names = names
    self.isFirstFrozen = isFirstFrozen
    self.maximumWidth = max(1, maximumWidth)
    self.separation = max(0, separation)
    extents = Array(repeating: ColumnExtent(), count: names.count)
  }

  /// Adds a column at the right, as one that only a later record has.
  public mutating func append(_ name: SafeText) {
    names.append(name)
    extents.append(ColumnExtent())
  }

  /// Scrolls by columns, to the right where positive; the next layout goes no further than the end of the
  /// last column.
  public mutating func scroll(by columns: Int) {
    let most = names.count
    offset = min(max(0, max(offset, first) + min(max(columns, -most), most)), max(0, most - 1))
  }

  /// Lays out for a width, by the values of the rows in sight and of those near them.
  ///
  /// Rows that were given before need not be given again: what they needed is known. Cost: the columns
  /// in sight × the rows.
  ///
  /// - Parameters:
  ///   - width: the columns of the screen that there are.
  ///   - rows: the numbers of the rows, as `measure` is given them.
  ///   - measure: what a value needs; nil where a row has none in that column.
  public mutating func layout(
    forWidth width: Int, rows: Range<Int> = 0..<0,
    measure: (_ row: Int, _ column: Int) -> Measure? = { _, _ in nil }
  ) {
    visibleColumns = []
    guard !names.isEmpty, width > 0 else { return }
    offset = min(max(offset, first), names.count - 1)
    if first > 0 { note(0, rows, measure) }
    if let end = end(forWidth: width, noting: { $0.note($1, rows, measure) }) {
      showMore(than: end, width) { $0.note($1, rows, measure) }
    }
    place(in: width)
  }

  // MARK: Parts

  /// The first of those that are scrolled.
  private var first: Int { isFirstFrozen && names.count > 1 ? 1 : 0 }

  private mutating func note(
    _ column: Int, _ rows: Range<Int>, _ measure: (_ row: Int, _ column: Int) -> Measure?
  ) {
    for row in rows {
      if let value = measure(row, column) { extents[column].note(value) }
    }
  }

  /// The columns that show all of every value, and the name.
  private func need(of column: Int) -> Int { max(extents[column].width, names[column].width) }

  /// The width of a column that the edge of the screen does not cut.
  private func width(of column: Int) -> Int {
    let need = need(of: column)
    return column == names.count - 1 ? need : min(need, maximumWidth)
  }

  /// Where those that are scrolled begin.
  private func start(forWidth width: Int) -> Int {
    first == 0 ? 0 : frozenWidth(width) + separation
  }

  private func frozenWidth(_ width: Int) -> Int { min(self.width(of: 0), max(1, width / 2)) }

  /// Measures the columns in sight, and returns where the last of all ends; nil where that is out of sight.
  private mutating func end(
    forWidth width: Int, noting note: (inout ColumnLayout, _ column: Int) -> Void
  ) -> Int? {
    var x = start(forWidth: width) - separation
    for column in offset..<names.count {
      guard x + separation < width else { return nil }
      note(&self, column)
      x += separation + self.width(of: column)
    }
    return x <= width ? x : nil
  }

  /// Shows columns further left as long as all of the last one stays in sight.
  private mutating func showMore(
    than end: Int, _ width: Int, noting note: (inout ColumnLayout, _ column: Int) -> Void
  ) {
    var end = end
    while offset > first {
      note(&self, offset - 1)
      end += self.width(of: offset - 1) + separation
      guard end <= width else { return }
      offset -= 1
    }
  }

  private mutating func place(in width: Int) {
    if first > 0 { append(0, x: 0, width: frozenWidth(width)) }
    var (x, column) = (start(forWidth: width), offset)
    while x < width, column < names.count {
      let need = self.width(of: column)
      guard column == offset || width - x >= min(need, Self.leastPart) else { return }
      append(column, x: x, width: min(need, width - x))
      x += need + separation
      column += 1
    }
  }

  private mutating func append(_ column: Int, x: Int, width: Int) {
    let alignment = extents[column].alignment
    visibleColumns.append(Place(column: column, x: x, width: width, alignment: alignment))
  }
}
