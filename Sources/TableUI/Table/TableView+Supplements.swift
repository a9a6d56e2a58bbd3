/// Headers, footers and separators of sections.
extension TableView {
  func prepareSupplements() {
    hasSupplements = supplementarySource != nil
    if hasSupplements { register(SeparatorCell.self) }
    // A section that no one has seen yet begins with its header.
    hiddenPlaces = hiddenPlaces.map { place in
      guard place.indexPath.row == 0, place.top == 0 else { return place }
      let header = IndexPath(row: SectionSupplement.header.row, section: place.indexPath.section)
      return RowAnchor(place.identifier, header, top: 0)
    }
  }

  /// What a section has beside its rows; nothing, at no cost, where no section has anything.
  func supplements(of section: Int) -> SectionSupplements {
    guard hasSupplements else { return [] }
    return supplementarySource?.tableView(self, supplementsOfSection: section) ?? []
  }

  /// The cell of a row that is no item's.
  func supplementaryCell(at path: IndexPath) -> (any ReusableCell)? {
    switch SectionSupplement(row: path.row) {
    case .header: supplementarySource?.tableView(self, cellForHeaderInSection: path.section)
    case .footer: supplementarySource?.tableView(self, cellForFooterInSection: path.section)
    case .separator: separatorCell(at: path)
    case nil: nil
    }
  }

  private func separatorCell(at path: IndexPath) -> SeparatorCell {
    let cell: SeparatorCell = dequeueCell(for: path)
    (cell.mark, cell.style) = (separatorMark, separatorStyle)
    return cell
  }
}
