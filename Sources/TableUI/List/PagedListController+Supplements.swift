import Paging

/// Rows in addition to items: headers, footers and separators.
extension PagedListController {
  /// A closure that takes an item and its two neighbors, and returns the rows that the item has in
  /// addition to its own; a neighbor is nil if it is not held or is a gap.
  public typealias SupplementFinder = (_ previous: Item?, _ item: Item, _ next: Item?) ->
    SectionSupplements

  /// Shows rows that cannot be selected: headers above items, and footers and separators below
  /// them.
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
  /// Cost: O(log pages) for each row that becomes visible or is next to a visible one, and a few
  /// such lookups for each frame; nothing without this call.
  ///
  /// - Parameters:
  ///   - supplements: returns the supplements of an item; a header or a footer without a closure
  ///     for its cell is omitted.
  ///   - header: dequeues the cell of an item's header, fills it and returns it.
  ///   - footer: dequeues the cell of an item's footer, fills it and returns it.
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

  /// Hides the headers, footers and separators.
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
/// It holds closures, because only the code that creates them knows the types of the list.
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
  ) -> any ReusableCell {
    header(tableView, section) ?? tableView.blankCell(inSection: section)
  }

  func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell {
    footer(tableView, section) ?? tableView.blankCell(inSection: section)
  }
}
