import Paging

/// Rows around items that belong to none: headers, footers and separators.
extension PagedListController {
  /// Says which rows an item has beside its own, from what stands around it; nil where nothing is held
  /// there, or a gap stands there.
  public typealias SupplementFinder = (_ previous: Item?, _ item: Item, _ next: Item?) ->
    SectionSupplements

  /// Shows rows around items that are never selected: headers above, footers and separators below.
  ///
  ///     list.tableView.register(DayCell.self)
  ///     list.showSupplements { previous, mail, _ in
  ///       previous?.day == mail.day ? [] : .header
  ///     } header: { table, mail, path in
  ///       let cell: DayCell = table.dequeueCell(for: path)
  ///       cell.day = mail.day
  ///       return cell
  ///     }
  ///
  /// Without this call they cost nothing. Cost: O(log pages) a row that comes into sight or stands beside
  /// one, and a few such for each frame.
  ///
  /// - Parameters:
  ///   - supplements: which of them an item has; those whose cells are not given here are left out.
  ///   - header: dequeues the cell of an item's header, fills it and returns it.
  ///   - footer: the same of its footer.
  public func showSupplements(
    _ supplements: @escaping SupplementFinder, header: CellMaker? = nil, footer: CellMaker? = nil
  ) {
    var known: SectionSupplements = .separator
    if header != nil { known.insert(.header) }
    if footer != nil { known.insert(.footer) }
    self.supplements = ListSupplements { [weak self, known] section in
      self?.supplements(ofSection: section, supplements).intersection(known) ?? []
    } header: { [weak self] in
      self?.cell(header, $0, $1)
    } footer: { [weak self] in
      self?.cell(footer, $0, $1)
    }
    tableView.supplementarySource = self.supplements
    tableView.reloadData()
    onNeedsDisplay?()
  }

  /// Shows no such rows any more.
  public func hideSupplements() {
    (supplements, tableView.supplementarySource) = (nil, nil)
    tableView.reloadData()
    onNeedsDisplay?()
  }

  private func supplements(
    ofSection section: Int, _ find: SupplementFinder
  ) -> SectionSupplements {
    guard let index = sections.entryIndex(ofSection: section), let item = pager[index].item else {
      return []
    }
    let previous = index > 0 ? pager[index - 1].item : nil
    let next = index + 1 < pager.count ? pager[index + 1].item : nil
    return find(previous, item, next)
  }

  private func cell(
    _ make: CellMaker?, _ table: TableView, _ section: Int
  ) -> (any ReusableCell)? {
    guard let make, let index = sections.entryIndex(ofSection: section) else { return nil }
    return pager[index].item.map { make(table, $0, TableView.IndexPath(row: 0, section: section)) }
  }
}

/// The headers, footers and separators of a list, by section.
///
/// Closures, because they are made where the source's type is known.
final class ListSupplements: TableViewSupplementarySource {
  typealias Maker = (TableView, _ section: Int) -> (any ReusableCell)?

  private let supplements: (_ section: Int) -> SectionSupplements
  private let header: Maker
  private let footer: Maker

  init(
    _ supplements: @escaping (_ section: Int) -> SectionSupplements, header: @escaping Maker,
    footer: @escaping Maker
  ) {
    (self.supplements, self.header, self.footer) = (supplements, header, footer)
  }

  func tableView(
    _ tableView: TableView, supplementsOfSection section: Int
  ) -> SectionSupplements { supplements(section) }

  func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell { header(tableView, section) ?? SeparatorCell() }

  func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell { footer(tableView, section) ?? SeparatorCell() }
}
