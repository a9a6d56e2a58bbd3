public import Terminal

/// A list of rows of any height, of which only those in sight exist.
///
/// UIKit's words: a data source says what there is, a delegate is told what happens, cells are
/// registered by type and used again. What differs: scrolling is by line, the place is held by
/// identity, and a section, which is an item, is what is selected.
///
/// At most as many cells exist as the screen has lines, and one; a key costs what is in sight,
/// never what is loaded.
///
/// Above the rows there may be a header that stays (`headerCell`), and between them rows that are no items
/// (`supplementarySource`).
public final class TableView {
  /// Says what there is; held weakly.
  ///
  /// After it is set, `reloadData()` selects the first item.
  public weak var dataSource: (any TableViewDataSource)?
  /// Is told what happens; held weakly.
  public weak var delegate: (any TableViewDelegate)?
  /// Says which sections have a header, a footer or a separator; held weakly, and nil by default, which
  /// costs nothing.
  ///
  /// After it is set, or says something else, `reloadData()` shows that.
  public weak var supplementarySource: (any TableViewSupplementarySource)? {
    didSet { prepareSupplements() }
  }
  /// What stands above the rows and is not scrolled with them, as names of columns; nil by default.
  ///
  /// It goes sideways with the columns. The program fills it, and says by `ViewController.onNeedsDisplay`
  /// that it has changed; it is never prepared for reuse. It is shown where at least three lines are left
  /// for rows. As `headerView` of AppKit's `NSTableView`; the one of UIKit's table scrolls.
  public var headerCell: (any ReusableCell)? { didSet { isHeaderDisplayed = false } }
  /// How the header looks: its ground and its attributes are added to what the cell draws.
  public var headerStyle = Style([.bold, .underline])
  /// The extent it lays out for, in lines and columns, the header's lines among them; set by
  /// `layout(for:)`.
  public internal(set) var size = Size(lines: 0, columns: 0)
  /// Whether there is a selection, shown by a bar in the first of two columns at the left.
  public let allowsSelection: Bool
  /// The identifier of the selected section, if any; see `selectedSection` for where it stands.
  public internal(set) var selectedIdentifier: AnyHashable? { didSet { isSelectionUntold = true } }
  /// The bar of the selection, one column wide; drawn on each line of the selected section.
  public var selectionMark = Glyph("▌")
  /// How the bar looks.
  public var selectionStyle = Style(.bold)
  /// Whether two columns are kept for the bar where nothing is selected; `markedSection` stands beside it then.
  package var keepsMark = false
  /// The section that the bar stands beside, where nothing is selected.
  package var markedSection: Int?
  /// What separators are drawn with, one column wide.
  public var separatorMark = Glyph("─")
  /// How separators look.
  public var separatorStyle = Style(.dim)

  /// Whether a reader may scroll to the left and right: for cells that draw more than fits.
  ///
  /// Off, it is also back at the first column.
  public var scrollsSideways = false { didSet { if !scrollsSideways { columnOffset = 0 } } }
  /// The first column in sight, from 0; `scroll(columns:)` goes no further than there is to see.
  public var columnOffset = 0 { didSet { if columnOffset != oldValue { onColumnChange?() } } }
  /// Called when another column is the first in sight.
  public var onColumnChange: (() -> Void)?
  /// Columns that a key scrolls by, where a reader has set them.
  var columnStep: Int?
  /// Lines of a page and of half a page, where a reader has set them; those of the screen by default.
  var pageLines: Int?
  var halfPageLines: Int?

  /// The most items and lines that movements wait for in all; what is beyond is lost.
  ///
  /// More than there is to go over, unless a program sets it: what is brought about by what waits goes
  /// on by itself.
  public var maximumPendingMovement = 1_000_000_000_000

  /// Whether sections may have headers, footers and separators: asked for each row, so it is no question
  /// to a weak reference.
  var hasSupplements = false
  /// The lines that the header has now, 0 where none is shown, and whether its cell was told.
  var headerLines = 0
  var isHeaderDisplayed = false

  /// Movements that wait for what is to come.
  var waiting = Movements()
  /// Movements that came before there was a screen to make them on, which some are measured by.
  var early: ArraySlice<(TableView) -> Movement> = []
  var pool = CellPool()
  /// The cells in sight, from the top.
  var visible: [VisibleCell] = []
  /// What stands at the top while there is no line to show it on.
  var hiddenPlaces: [RowAnchor] = []
  /// Where the selected section stood when it was last seen, for when it is gone.
  var lastSelectedSection = 0
  /// What was selected when the delegate was told last, and whether that may be another by now.
  var toldIdentifier: AnyHashable?
  var isSelectionUntold = false
  /// Whether the selection last moved up.
  public internal(set) var selectionMovedUp = false

  /// Creates an empty table.
  ///
  /// - Parameter allowsSelection: whether there is a selection; without one the keys that move go by
  ///   line, and cells have two columns more.
  public init(allowsSelection: Bool = true) { self.allowsSelection = allowsSelection }

  /// Whether the reader has asked to go up, by a key or the wheel, since this was last set.
  public var hasMovedUp = false

  // MARK: Cells

  /// Makes a type known, before the first `dequeueCell(for:)` of that type; makes no cell.
  public func register<T: TableViewCell>(_ type: T.Type) { pool.register(type) { T() } }

  /// Makes a type known whose cells are made by a closure, one for each that is needed.
  ///
  ///     tableView.register(MailCell.self) { MailCell(loader: loader) }
  ///
  /// The table keeps the closure, and so what it captures. No cell is made yet.
  public func register<T: ReusableCell>(_ type: T.Type, _ make: @escaping () -> T) {
    pool.register(type, make)
  }

  /// A cell of the type that is wanted, a used one if there is one.
  ///
  /// It shows what it was given last, so all of it is to be filled. The type is that of the variable
  /// it is assigned to. A type that was never registered is a programmer's mistake and ends the
  /// program, with a message that names it. Cost: constant.
  public func dequeueCell<T: CellIdentifiable>(for indexPath: IndexPath) -> T {
    pool.dequeue(T.self)
  }

  /// Cells made so far of a type: never more than the most lines it had, and one.
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

  /// Whether the selection may rest on a section: it has a row to be seen in, and may be.
  func canSelect(_ section: Int) -> Bool {
    section >= 0 && section < sectionCount && rowCount(section) > 0
      && dataSource?.tableView(self, canSelectSection: section) ?? false
  }
}

extension TableView {
  /// A row's place: a section, and a row in it, both zero-based.
  ///
  /// It is nested because Foundation has an `IndexPath` too: a program that imports both could
  /// name neither.
  public struct IndexPath: Hashable, Comparable, Sendable {
    /// The section; in a paged list each item is one.
    public var section: Int
    /// The row in the section.
    public var row: Int

    /// Creates a place.
    public init(row: Int, section: Int) {
      self.section = section
      self.row = row
    }

    /// Whether the first stands above the second.
    public nonisolated static func < (a: IndexPath, b: IndexPath) -> Bool {
      (a.section, a.row) < (b.section, b.row)
    }
  }
}

/// Where a row stands: its section's identity, by which it is found again, and its first line.
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

/// A cell in sight.
struct VisibleCell {
  let cell: any ReusableCell
  /// What its section is, wherever it stands.
  let identifier: AnyHashable
  var indexPath: TableView.IndexPath
  /// Its first line on the screen; negative where it begins above.
  var top: Int
  /// Its lines, at least 1.
  let height: Int
  /// Whether the delegate was told.
  var isDisplayed = false

  /// Whether it shows a row of the data source, and no supplement.
  var isItem: Bool { indexPath.isItem }

  /// The line below its last one.
  var bottom: Int { top + height }
}
