public import Paging

/// A short form for lists with one type of cell.
extension PagedListController {
  /// A closure that fills a cell with an item; the context describes the item's surroundings.
  public typealias CellFiller<Cell> = (Cell, Item, CellContext<Item>) -> Void

  /// Creates a list whose items have one cell each, all of one type, which this initializer
  /// registers.
  ///
  ///     let list = PagedListController(pager: pager, title: "Mail", cell: MailCell.self) {
  ///       cell, mail, context in
  ///       cell.show(mail, isFirst: context.previous?.day != mail.day)
  ///     }
  ///
  /// - Parameters:
  ///   - pager: the pager; its first page is loaded when the list is shown.
  ///   - title: the beginning of the status line.
  ///   - cell: the type of the cells.
  ///   - allowsSelection: whether an item is selected; if not, keys move by line and items cannot
  ///     be opened.
  ///   - theme: the styles of the table and of its status rows.
  ///   - fill: a closure that fills a cell with an item; it must set all contents, because the cell
  ///     may have shown another item.
  public convenience init<Cell: TableViewCell>(
    pager: Pager<Item, Cursor>, title: String = "", cell: Cell.Type, allowsSelection: Bool = true,
    theme: Theme = .standard, fill: @escaping CellFiller<Cell>
  ) {
    self.init(
      pager: pager, title: title, cell: cell, make: { Cell() }, allowsSelection: allowsSelection,
      theme: theme, fill: fill)
  }

  /// Creates a list whose items have one cell each, all of one type, made by a closure.
  ///
  /// - Parameters:
  ///   - pager: the pager; its first page is loaded when the list is shown.
  ///   - title: the beginning of the status line.
  ///   - cell: the type of the cells.
  ///   - make: creates a cell; it is called for about as many cells as are visible.
  ///   - allowsSelection: whether an item is selected; if not, keys move by line and items cannot
  ///     be opened.
  ///   - theme: the styles of the table and of its status rows.
  ///   - fill: a closure that fills a cell with an item; it must set all contents, because the cell
  ///     may have shown another item.
  public convenience init<Cell: ReusableCell>(
    pager: Pager<Item, Cursor>, title: String = "", cell: Cell.Type,
    make: @escaping () -> Cell, allowsSelection: Bool = true, theme: Theme = .standard,
    fill: @escaping CellFiller<Cell>
  ) {
    let surroundings = CellSurroundings<Item> { [pager] in
      pager[$0].item
    } isSelected: { [pager] entry, table in
      table.selectedIdentifier == AnyHashable(SectionID.entry(pager[entry].id))
    }
    self.init(
      pager: pager, title: title, allowsSelection: allowsSelection, theme: theme,
      surroundings: surroundings
    ) { [pager] entry, table, path in
      guard let item = pager[entry].item else { return nil }
      let cell: Cell = table.dequeueCell(for: path)
      fill(cell, item, CellContext(entry, in: table, surroundings))
      return cell
    }
    tableView.register(Cell.self, make)
  }

  /// Fills the visible cells again if they show the selection and the selection has changed.
  ///
  /// A selected cell whose height has grown stays completely visible.
  func fillSelected() {
    guard isSelectionNew else { return }
    isSelectionNew = false
    let height = selectedHeight
    tableView.reloadData()
    if selectedHeight != height { tableView.scrollToSelection() }
    tableView.layout(for: tableView.size)
  }

  /// The total height of the selected item's visible cells, in lines.
  private var selectedHeight: Int {
    let section = tableView.selectedSection
    return tableView.visible.reduce(0) {
      $1.indexPath.section == section ? $0 + $1.height : $0
    }
  }
}
