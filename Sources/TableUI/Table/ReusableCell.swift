public import Terminal

/// Draws an item or a part of it.
///
/// Few are made, and used again for row after row. A `TableViewCell` is one that a table makes by
/// itself; any other is registered with a closure that makes it.
@MainActor public protocol ReusableCell: CellIdentifiable {
  /// The lines it needs at a width in columns; what is below one counts as one.
  ///
  /// Asked of a filled cell when its row comes into sight, and whenever the table is laid out again.
  /// The width is the table's without the selection's two columns, and may be 0.
  func height(forWidth width: Int) -> Int
  /// The columns that it would draw where there is room for all: how far a table scrolls sideways.
  ///
  /// Asked of a cell in sight, when the table is scrolled to the right.
  var contentWidth: Int { get }
  /// Lines at its end that only part it from the next item; the selection's bar leaves them out.
  var trailingBlankLines: Int { get }
  /// Called after measuring and before the first draw since the row came into sight.
  ///
  /// Start loads here; measuring and drawing must have no effects.
  func willDisplay()
  /// Draws from line 0 of its own region, which is as high as it said; `canvas.visibleLines` tells
  /// which lines are to be seen.
  ///
  /// Where the table is scrolled sideways the region begins left of the screen, and
  /// `canvas.visibleColumns` tells which columns are to be seen.
  func draw(in canvas: inout Canvas)
  /// Called when the row it showed is out of sight or is asked for again: what it waits for is
  /// cancelled here.
  func prepareForReuse()
}

extension ReusableCell {
  /// None.
  public var trailingBlankLines: Int { 0 }
  /// Nothing that does not fit.
  public var contentWidth: Int { 0 }
  /// One line.
  public func height(forWidth width: Int) -> Int { 1 }
  /// Nothing to begin.
  public func willDisplay() {}
  /// Nothing to cancel.
  public func prepareForReuse() {}
}

/// A cell that needs nothing to be made: it is registered by its type alone.
///
/// One that is given something when it is made, such as a loader of pictures, is a `ReusableCell`.
@MainActor public protocol TableViewCell: ReusableCell {
  /// Makes a cell that shows nothing yet.
  init()
}

/// A cell type that is identified by itself: no string to keep in step.
@MainActor public protocol CellIdentifiable: AnyObject {
  /// What the type is called where it is spoken of; the type's name by default.
  static var cellIdentifier: String { get }
}

extension CellIdentifiable {
  /// The type's name, with those of its module and enclosing types.
  public static var cellIdentifier: String { String(reflecting: Self.self) }
}

/// Makes cells of registered types and keeps those that are out of sight for later rows.
///
/// A type is found by itself and not by its name, which is dear to make.
struct CellPool {
  private var factories: [ObjectIdentifier: () -> any ReusableCell] = [:]
  private var spare: [ObjectIdentifier: [any ReusableCell]] = [:]
  /// Cells made so far, by type.
  private var made: [ObjectIdentifier: Int] = [:]
  /// The types that subclasses were made for, so that they are found again.
  private var homes: [ObjectIdentifier: ObjectIdentifier] = [:]

  mutating func register<T: ReusableCell>(_ type: T.Type, _ make: @escaping () -> T) {
    factories[ObjectIdentifier(type)] = make
  }

  /// How many cells were made of a type.
  func made<T: ReusableCell>(of type: T.Type) -> Int { made[ObjectIdentifier(type)] ?? 0 }

  mutating func dequeue<T: CellIdentifiable>(_ type: T.Type) -> T {
    let type = ObjectIdentifier(type)
    guard let cell = (spare[type]?.popLast() ?? make(type)) as? T else {
      let name = T.cellIdentifier
      fatalError("\(name) was never registered: call tableView.register(\(T.self).self) first")
    }
    return cell
  }

  mutating func enqueue(_ cell: any ReusableCell) {
    cell.prepareForReuse()
    let type = ObjectIdentifier(type(of: cell))
    spare[homes[type] ?? type, default: []].append(cell)
  }

  private mutating func make(_ type: ObjectIdentifier) -> (any ReusableCell)? {
    guard let factory = factories[type] else { return nil }
    made[type, default: 0] += 1
    let cell = factory()
    let own = ObjectIdentifier(Swift.type(of: cell))
    if own != type { homes[own] = type }
    return cell
  }
}

/// A line between two sections, as wide as what is in sight.
final class SeparatorCell: TableViewCell {
  var mark = Glyph.space
  var style = Style.plain

  func draw(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let line = Rect(line: 0, column: columns.lowerBound, lines: 1, columns: columns.count)
    canvas.fill(line, with: mark, style: style)
  }
}
