public import Terminal

/// A view that draws an item or a part of it.
///
/// Only a few cells are created, and they are reused for row after row. A table creates a
/// `TableViewCell` automatically; any other cell is registered with a closure that creates it.
@MainActor public protocol ReusableCell: CellIdentifiable {
  /// The number of lines that the cell needs at the given width in columns; values below one count
  /// as one.
  ///
  /// It is called for a filled cell when its row becomes visible, and whenever the table is laid
  /// out again. The width is that of the table without the two columns of the selection, and may be
  /// 0.
  func height(forWidth width: Int) -> Int
  /// The full width of the cell's content, which determines how far a table scrolls sideways.
  ///
  /// It is read for a visible cell when the table is scrolled to the right.
  var contentWidth: Int { get }
  /// The number of blank lines at the end of the cell that separate it from the next item; the
  /// selection's bar omits them.
  var trailingBlankLines: Int { get }
  /// Called after measuring and before the first draw since the row became visible.
  ///
  /// Start loads here; measuring and drawing must have no effects.
  func willDisplay()
  /// Draws from line 0 of its region, which has the height that the cell has returned;
  /// `canvas.visibleLines` are the visible lines.
  ///
  /// If the table is scrolled sideways, the region begins to the left of the screen, and
  /// `canvas.visibleColumns` are the visible columns.
  func draw(in canvas: inout Canvas)
  /// Called when the row leaves the screen or is requested again; cancel the cell's loads here.
  func prepareForReuse()
}

extension ReusableCell {
  /// The default is 0.
  public var trailingBlankLines: Int { 0 }
  /// The default is 0: nothing extends beyond the table.
  public var contentWidth: Int { 0 }
  /// The default is one line.
  public func height(forWidth width: Int) -> Int { 1 }
  /// The default does nothing.
  public func willDisplay() {}
  /// The default does nothing.
  public func prepareForReuse() {}
}

/// A cell that is created without arguments, and is registered only by its type.
///
/// A cell that needs an argument, such as a loader of pictures, conforms only to `ReusableCell`.
@MainActor public protocol TableViewCell: ReusableCell {
  /// Creates an empty cell.
  init()
}

/// A cell type that is registered and looked up by the type itself rather than by a string.
@MainActor public protocol CellIdentifiable: AnyObject {
  /// The name of the type in messages; the type's name by default.
  static var cellIdentifier: String { get }
}

extension CellIdentifiable {
  /// The type's name, with its module and enclosing types.
  public static var cellIdentifier: String { String(reflecting: Self.self) }
}

/// A pool that creates cells of registered types, and keeps the cells of rows that have left the
/// screen for later rows.
///
/// Types are looked up by identity, because a name is expensive to create.
struct CellPool {
  private var factories: [ObjectIdentifier: () -> any ReusableCell] = [:]
  private var spare: [ObjectIdentifier: [any ReusableCell]] = [:]
  /// The number of cells created, by type.
  private var made: [ObjectIdentifier: Int] = [:]
  /// For each cell whose closure has returned a subclass, the registered type by which the cell is
  /// found again.
  private var homes: [ObjectIdentifier: Home] = [:]

  /// The registered type of a cell.
  ///
  /// The cell's own type tells whether another cell has taken the address of a released one.
  private struct Home {
    let type: ObjectIdentifier
    let own: ObjectIdentifier
  }

  mutating func register<T: ReusableCell>(_ type: T.Type, _ make: @escaping () -> T) {
    factories[ObjectIdentifier(type)] = make
  }

  /// The number of cells of a type that were created.
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
    spare[home(of: cell), default: []].append(cell)
  }

  private func home(of cell: any ReusableCell) -> ObjectIdentifier {
    let own = ObjectIdentifier(type(of: cell))
    guard !homes.isEmpty, let home = homes[ObjectIdentifier(cell)], home.own == own else {
      return own
    }
    return home.type
  }

  private mutating func make(_ type: ObjectIdentifier) -> (any ReusableCell)? {
    guard let factory = factories[type] else { return nil }
    made[type, default: 0] += 1
    let cell = factory()
    let own = ObjectIdentifier(Swift.type(of: cell))
    homes[ObjectIdentifier(cell)] = own == type ? nil : Home(type: type, own: own)
    return cell
  }
}

/// A cell that draws a line, or a blank line, across all visible columns.
final class SeparatorCell: TableViewCell {
  var mark = Glyph.space
  var style = Style.plain

  func draw(in canvas: inout Canvas) {
    let columns = canvas.visibleColumns
    let line = Rect(line: 0, column: columns.lowerBound, lines: 1, columns: columns.count)
    canvas.fill(line, with: mark, style: style)
  }
}
