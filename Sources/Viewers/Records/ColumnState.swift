import Records
import TableUI
import Terminal

/// Columns as a reader has arranged them: in which order, which are hidden, how wide, and how many stay.
///
/// A column has the number by which it came. Each change costs up to the number of columns, and nothing but
/// moving them: what they have learned of their widths comes along.
struct ColumnState {
  /// The columns that are shown, by their positions.
  var layout = ColumnLayout(frozenCount: frozenByDefault)
  private(set) var order = ColumnOrder()
  /// Those that are hidden, as they will be shown.
  private var hidden: [Int: ColumnLayout.Column] = [:]
  /// How often a reader has changed something.
  private(set) var changeCount = 0 { didSet { revision += 1 } }
  /// How often anything has changed that the next frame shows.
  private(set) var revision = 0

  static let frozenByDefault = 1

  /// Whether a reader has changed something.
  var isChanged: Bool { changeCount > 0 }

  /// A column, also where it is hidden.
  subscript(column: Int) -> ColumnLayout.Column? {
    order.position(of: column).map { layout.columns[$0] } ?? hidden[column]
  }

  func isHidden(_ column: Int) -> Bool { order.position(of: column) == nil }

  /// Whether a column is one of those that stay.
  func isFrozen(_ column: Int) -> Bool {
    order.position(of: column).map { $0 < layout.frozenCount } ?? false
  }

  /// How wide a column is where no edge cuts it, in columns of the screen; nil where it is hidden.
  func width(of column: Int) -> Int? { order.position(of: column).map(layout.width(of:)) }

  /// Whether all of a column was in sight in the last layout.
  func isInSight(_ column: Int) -> Bool { order.position(of: column).map(layout.isWhole) ?? false }

  // MARK: What makes it

  /// Adds the next column, behind all others.
  mutating func append(_ column: ColumnLayout.Column, isHidden: Bool) {
    if isHidden { hidden[order.all.count] = column } else { layout.columns.append(column) }
    order.append(isHidden: isHidden)
    revision += 1
  }

  /// Gives all columns another order; what is hidden stays so by default.
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

  /// Brings what stands at a position into sight with the next frame.
  mutating func reveal(_ position: Int) {
    layout.reveal(position)
    revision += 1
  }

  /// Sets what stands behind the names of columns, and takes it off all others.
  mutating func mark(_ marks: [Int: SafeText]) {
    for (position, column) in order.shown.enumerated()
    where layout.columns[position].mark != marks[column] {
      layout.columns[position].mark = marks[column]
    }
    for column in hidden.keys { hidden[column]?.mark = marks[column] }
    revision += 1
  }

  // MARK: What a reader changes

  /// Shows a column, or hides it.
  ///
  /// - Returns: why not.
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

  /// Moves a column by places, down where positive, as far as there are some; hidden ones are places, too.
  mutating func move(_ column: Int, by places: Int) {
    let start = order.place(of: column)
    let end = min(max(0, start + min(max(places, -start), order.all.count)), order.all.count - 1)
    for place in start < end ? Array(start..<end) : (end..<start).reversed() {
      guard let position = order.exchangeWithNext(place) else { continue }
      layout.columns.swapAt(position, position + 1)
    }
    if start != end { changeCount += 1 }
  }

  /// Lets the columns up to one stay; or, where it stays, no longer those from it on.
  ///
  /// - Returns: why not.
  mutating func toggleFrozen(_ column: Int) -> ColumnRefusal? {
    guard let position = order.position(of: column) else { return .hidden }
    layout.frozenCount = isFrozen(column) ? position : position + 1
    changeCount += 1
    return nil
  }

  /// Sets the width of a column, in columns of the screen; where nil it follows the values.
  mutating func setWidth(_ width: Int?, of column: Int) {
    if let position = order.position(of: column) {
      layout.columns[position].fixedWidth = width
    } else {
      hidden[column]?.fixedWidth = width
    }
    changeCount += 1
  }

  /// Makes a column wider by columns of the screen, or narrower where negative.
  mutating func widen(_ column: Int, by columns: Int) {
    guard let width = self[column]?.fixedWidth ?? width(of: column) else { return }
    setWidth(width + columns, of: column)
  }

  /// Makes all as it is by default.
  mutating func reset() {
    arrange(Array(order.all.indices), showsAll: true)
    for position in layout.columns.indices { layout.columns[position].fixedWidth = nil }
    layout.frozenCount = Self.frozenByDefault
    changeCount += 1
  }
}

/// Why a column cannot be changed as a reader asks.
enum ColumnRefusal: CustomStringConvertible {
  /// One column is shown at least.
  case lastShown
  /// What is hidden cannot stay in sight.
  case hidden

  var description: String {
    switch self {
    case .lastShown: "one column at least is shown"
    case .hidden: "the column is hidden"
    }
  }
}
