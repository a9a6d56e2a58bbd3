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
