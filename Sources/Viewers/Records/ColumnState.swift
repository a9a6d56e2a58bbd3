import Records
import TableUI
import Terminal

/// The arrangement of columns: their order, the hidden ones, their widths, and the number of frozen
/// ones.
///
/// A column is identified by its number in the order of discovery. The cost of a change is at most
/// proportional to the number of columns; measured widths are kept.
struct ColumnState {
  /// The layout of the columns that are not hidden; an index is a position among them, not a column
  /// number.
  var layout = ColumnLayout(frozenCount: frozenByDefault)
  private(set) var order = ColumnOrder()
  /// The hidden columns, with their layout for showing them again.
  private var hidden: [Int: ColumnLayout.Column] = [:]
  /// The number of changes by the reader.
  private(set) var changeCount = 0 { didSet { revision += 1 } }
  /// The number of all changes that affect the next frame.
  private(set) var revision = 0

  static let frozenByDefault = 1

  /// Whether the reader has changed anything.
  var isChanged: Bool { changeCount > 0 }

  /// The layout of a column, even if it is hidden.
  subscript(column: Int) -> ColumnLayout.Column? {
    order.position(of: column).map { layout.columns[$0] } ?? hidden[column]
  }

  func isHidden(_ column: Int) -> Bool { order.position(of: column) == nil }

  /// Whether a column is frozen; false if it is hidden.
  func isFrozen(_ column: Int) -> Bool {
    order.position(of: column).map { $0 < layout.frozenCount } ?? false
  }

  /// Returns the full width of a column, even if an edge of the screen cuts it; nil if it is
  /// hidden.
  func width(of column: Int) -> Int? { order.position(of: column).map(layout.width(of:)) }

  /// Whether a column was completely visible in the last layout, or is frozen; false if it is
  /// hidden.
  func isInSight(_ column: Int) -> Bool { order.position(of: column).map(layout.isWhole) ?? false }

  // MARK: Creation

  /// Adds a column after all others.
  mutating func append(_ column: ColumnLayout.Column, isHidden: Bool) {
    if isHidden { hidden[order.all.count] = column } else { layout.columns.append(column) }
    order.append(isHidden: isHidden)
    revision += 1
  }

  /// Puts all columns in the given order; hidden ones stay hidden by default.
  mutating func arrange(_ all: [Int], showsAll: Bool = false) {
    var columns = hidden
    if showsAll { hidden = [:] }
    for (position, column) in order.shown.enumerated() {
      columns[column] = layout.columns[position]
    }
    order.arrange(all) { hidden[$0] != nil }
    layout.columns = order.shown.compactMap { columns[$0] }
    revision += 1
  }

  mutating func show(_ column: Int) {
    guard let position = order.show(column), let look = hidden.removeValue(forKey: column) else {
      return
    }
    layout.columns.insert(look, at: position)
    revision += 1
  }

  mutating func freeze(_ count: Int) { layout.frozenCount = count }

  /// Scrolls to the column at a position when the next frame is laid out.
  mutating func reveal(_ position: Int) {
    layout.reveal(position)
    revision += 1
  }

  /// Sets the marks after the names of columns, and removes all others.
  mutating func mark(_ marks: [Int: SafeText]) {
    for (position, column) in order.shown.enumerated()
    where layout.columns[position].mark != marks[column] {
      layout.columns[position].mark = marks[column]
    }
    for column in hidden.keys { hidden[column]?.mark = marks[column] }
    revision += 1
  }

  // MARK: Changes by the reader

  /// Shows or hides a column.
  ///
  /// - Returns: the reason if the change is refused; otherwise nil.
  mutating func toggle(_ column: Int) -> ColumnRefusal? {
    if isHidden(column) {
      show(column)
    } else {
      guard order.shown.count > 1, let position = order.hide(column) else { return .lastShown }
      hidden[column] = layout.columns.remove(at: position)
    }
    changeCount += 1
    return nil
  }

  /// Moves a column by the given number of places, down if positive, as far as possible; hidden
  /// columns count as places.
  mutating func move(_ column: Int, by places: Int) {
    let start = order.place(of: column)
    let end = min(max(0, start + min(max(places, -start), order.all.count)), order.all.count - 1)
    for place in start < end ? Array(start..<end) : (end..<start).reversed() {
      guard let position = order.exchangeWithNext(place) else { continue }
      layout.columns.swapAt(position, position + 1)
    }
    if start != end { changeCount += 1 }
  }

  /// Freezes the columns up to this one or, if this one is frozen, unfreezes it and the columns
  /// after it.
  ///
  /// - Returns: the reason if the change is refused; otherwise nil.
  mutating func toggleFrozen(_ column: Int) -> ColumnRefusal? {
    guard let position = order.position(of: column) else { return .hidden }
    layout.frozenCount = isFrozen(column) ? position : position + 1
    changeCount += 1
    return nil
  }

  /// Sets the width of a column; nil to adapt it to the values.
  mutating func setWidth(_ width: Int?, of column: Int) {
    if let position = order.position(of: column) {
      layout.columns[position].fixedWidth = width
    } else {
      hidden[column]?.fixedWidth = width
    }
    changeCount += 1
  }

  /// Changes the width of a column by the given number of screen columns.
  mutating func widen(_ column: Int, by columns: Int) {
    guard let width = self[column]?.fixedWidth ?? width(of: column) else { return }
    setWidth(width + columns, of: column)
  }

  /// Restores the default arrangement.
  mutating func reset() {
    arrange(Array(order.all.indices), showsAll: true)
    for position in layout.columns.indices { layout.columns[position].fixedWidth = nil }
    layout.frozenCount = Self.frozenByDefault
    changeCount += 1
  }
}

/// The reason why a change to a column is refused.
enum ColumnRefusal: CustomStringConvertible {
  /// At least one column must be shown.
  case lastShown
  /// A hidden column cannot be frozen.
  case hidden

  var description: String {
    switch self {
    case .lastShown: "at least one column must be shown"
    case .hidden: "the column is hidden"
    }
  }
}
