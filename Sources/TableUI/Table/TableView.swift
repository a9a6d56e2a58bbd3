public import Terminal

/// A list of rows of any height, with cells only for the visible rows.
///
/// The terms are those of UIKit: a data source provides rows, a delegate is informed of events, and
/// cells are registered by type and reused. Unlike a UIKit table, it scrolls by line, keeps its
/// place by identity, and selects a section, which is an item.
///
/// At most one more cell of each type exists than the screen has lines. The cost of a key depends
/// on the number of visible rows, and not on that of the loaded ones. But sections without rows,
/// and sections that cannot be selected, are skipped one by one, so a long series of them costs
/// time.
///
/// A header above the rows can stay visible (`headerCell`), and rows that are not items can be
/// shown between them (`supplementarySource`).
public final class TableView {
  /// The source of sections and rows, a weak reference.
  ///
  /// After setting it, call `reloadData()`, which selects the first item.
  public weak var dataSource: (any TableViewDataSource)?
  /// The object informed of events, a weak reference.
  public weak var delegate: (any TableViewDelegate)?
  /// The source of headers, footers and separators, a weak reference; if it is nil, the default,
  /// they cost nothing.
  ///
  /// After setting it, or after its answers change, call `reloadData()`.
  public weak var supplementarySource: (any TableViewSupplementarySource)? {
    didSet { prepareSupplements() }
  }
  /// A header above the rows that does not scroll with them, such as the names of columns; nil by
  /// default.
  ///
  /// It scrolls sideways with the columns. The program fills it, and reports a change through
  /// `ViewController.onNeedsDisplay`; it is never prepared for reuse. It is shown if at least three
  /// lines are left for rows. It corresponds to `headerView` of AppKit's `NSTableView`; the header
  /// of UIKit's table scrolls.
  public var headerCell: (any ReusableCell)? { didSet { isHeaderDisplayed = false } }
  /// Whether the header is cut rather than hidden if the table has too few lines, because its lines
  /// are not among the rows; one line is left for the rows.
  package var keepsHeader = false
  /// The style of the header: its background and attributes are added to what the cell draws.
  public var headerStyle = Style([.bold, .underline])
  /// The size of the table, including the header's lines; set by `layout(for:)`.
  public internal(set) var size = Size(lines: 0, columns: 0)
  /// Whether the table has a selection, shown by a bar in the first of two columns at the left.
  public let allowsSelection: Bool
  /// The identifier of the selected section, if any; `selectedSection` is its index.
  public internal(set) var selectedIdentifier: AnyHashable? { didSet { isSelectionUntold = true } }
  /// The bar of the selection, one column wide, drawn to the left of the selected section.
  public var selectionMark = Glyph("▌")
  /// The style of the bar.
  public var selectionStyle = Style(.bold)
  /// Whether two columns are reserved for the bar if the table has no selection; the bar then marks
  /// `markedSection`.
  package var keepsMark = false
  /// The section that the bar marks if the table has no selection.
  package var markedSection: Int?
  /// The glyph of separators, one column wide.
  public var separatorMark = Glyph("─")
  /// The style of separators.
  public var separatorStyle = Style(.dim)

  /// Whether a reader can scroll to the left and right, for cells wider than the table.
  ///
  /// If it is set to false, the table returns to the first column.
  public var scrollsSideways = false { didSet { if !scrollsSideways { columnOffset = 0 } } }
  /// The first visible column, from 0; `scroll(columns:)` limits it to the width of the visible
  /// cells.
  public var columnOffset = 0 { didSet { if columnOffset != oldValue { onColumnChange?() } } }
  /// Called when the first visible column changes.
  public var onColumnChange: (() -> Void)?
  /// The number of columns for a sideways step, if the reader has set it.
  var columnStep: Int?
  /// The numbers of lines for a page and for half a page, if the reader has set them; those of the
  /// screen by default.
  var pageLines: Int?
  var halfPageLines: Int?

  /// The largest total number of items and lines of pending movements; movements beyond it are
  /// dropped.
  ///
  /// The default exceeds any list. A program sets it lower to limit the loads that pending
  /// movements cause.
  public var maximumPendingMovement = 1_000_000_000_000

  /// Whether sections may have supplements; it is stored because it is read for each row, and
  /// reading the weak reference to their source is slower.
  var hasSupplements = false
  /// The current number of lines of the header, 0 if it is hidden, and whether its cell has been
  /// informed that it is shown.
  var headerLines = 0
  var isHeaderDisplayed = false

  /// Movements that wait for rows.
  var waiting = Movements()
  /// Movements whose distance is not computed yet, because the screen size or the first rows are
  /// not known.
  var early: ArraySlice<(TableView) -> Movement> = []
  var pool = CellPool()
  /// The visible cells, from the top.
  var visible: [VisibleCell] = []
  /// The positions of the top rows, kept while no line is available to show them.
  var hiddenPlaces: [RowAnchor] = []
  /// The last known index of the selected section, in case it is removed.
  var lastSelectedSection = 0
  /// The selection last reported to the delegate, and whether the selection may have changed since
  /// then.
  var toldIdentifier: AnyHashable?
  var isSelectionUntold = false
  /// Whether the selection last moved up.
  public internal(set) var selectionMovedUp = false

  /// Creates an empty table.
  ///
  /// - Parameter allowsSelection: whether the table has a selection; if not, movement keys move by
  ///   line, and cells are two columns wider.
  public init(allowsSelection: Bool = true) { self.allowsSelection = allowsSelection }

  /// Whether the reader has moved up, with a key or the wheel, since this was last set to false.
  public var hasMovedUp = false

  // MARK: Cells

  /// Registers a cell type, which is required before the first `dequeueCell(for:)` of that type; no
  /// cell is created yet.
  public func register<T: TableViewCell>(_ type: T.Type) { pool.register(type) { T() } }

  /// Registers a cell type with a closure that creates its cells.
  ///
  ///     tableView.register(MailCell.self) { MailCell(loader: loader) }
  ///
  /// The table retains the closure and its captures. No cell is created yet.
  public func register<T: ReusableCell>(_ type: T.Type, _ make: @escaping () -> T) {
    pool.register(type, make)
  }

  /// Returns a cell of the requested type, reusing one if available.
  ///
  /// A reused cell still has its previous contents, so fill it completely. The type is that of the
  /// variable to which the result is assigned. A type that was not registered is a programming
  /// error and ends the program, with a message that names it. Cost: constant.
  public func dequeueCell<T: CellIdentifiable>(for indexPath: IndexPath) -> T {
    pool.dequeue(T.self)
  }

  /// The number of cells of a type that were created: at most one more than the largest number of
  /// lines so far.
  public func cellsMade<T: ReusableCell>(of type: T.Type) -> Int {
    pool.made(of: type)
  }

  // MARK: Data

  var sectionCount: Int { dataSource?.numberOfSections(in: self) ?? 0 }

  func rowCount(_ section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }

  func identifier(of section: Int) -> AnyHashable? {
    guard section >= 0, section < sectionCount else { return nil }
    return dataSource?.tableView(self, identifierForSection: section)
  }

  func section(of identifier: AnyHashable?) -> Int? {
    identifier.flatMap { dataSource?.tableView(self, sectionWithIdentifier: $0) }
  }

  /// Whether a section can be selected: it has a row, and the data source allows it.
  func canSelect(_ section: Int) -> Bool {
    section >= 0 && section < sectionCount && rowCount(section) > 0
      && dataSource?.tableView(self, canSelectSection: section) ?? false
  }
}

extension TableView {
  /// The position of a row: a section, and a row in it, both zero-based.
  ///
  /// It is nested because Foundation has an `IndexPath` too, and a program that imports both could
  /// name neither.
  public struct IndexPath: Hashable, Comparable, Sendable {
    /// The section; in a paged list each item is a section.
    public var section: Int
    /// The row in the section.
    public var row: Int

    /// Creates an index path.
    public init(row: Int, section: Int) {
      self.section = section
      self.row = row
    }

    /// Whether the first is above the second.
    public nonisolated static func < (a: IndexPath, b: IndexPath) -> Bool {
      (a.section, a.row) < (b.section, b.row)
    }
  }
}

/// The position of a row: its section's identity, by which it is found again, and its first line.
struct RowAnchor {
  let identifier: AnyHashable
  let indexPath: TableView.IndexPath
  let top: Int

  init(_ identifier: AnyHashable, _ indexPath: TableView.IndexPath, top: Int) {
    self.identifier = identifier
    self.indexPath = indexPath
    self.top = top
  }

  init(_ cell: VisibleCell) { self.init(cell.identifier, cell.indexPath, top: cell.top) }
}

/// A visible cell.
struct VisibleCell {
  let cell: any ReusableCell
  /// The identity of the cell's section.
  let identifier: AnyHashable
  var indexPath: TableView.IndexPath
  /// The first line of the cell on the screen; negative if the cell begins above the screen.
  var top: Int
  /// The height in lines, at least 1.
  let height: Int
  /// Whether the delegate was informed that the cell will be drawn.
  var isDisplayed = false

  /// Whether the cell shows a row of the data source, and not a supplement.
  var isItem: Bool { indexPath.isItem }

  /// The line below the last line of the cell.
  var bottom: Int { top + height }
}
