/// A row of a section that is no row of its item: it is never selected, and the data source does not
/// count it.
///
/// The words are those of UIKit's `UITableView`.
public enum SectionSupplement: Hashable, Sendable {
  /// Above the section's rows.
  case header
  /// Below them.
  case footer
  /// A line below all of the section, which parts it from the next one.
  case separator

  /// The number that it has as a row: before all others or behind them, however many there are, so that
  /// it is found again when rows come and go.
  var row: Int {
    switch self {
    case .header: -1
    case .footer: .max - 2
    case .separator: .max - 1
    }
  }

  /// The one that has a number as its row.
  init?(row: Int) {
    switch row {
    case -1: self = .header
    case .max - 2: self = .footer
    case .max - 1: self = .separator
    default: return nil
    }
  }
}

extension TableView.IndexPath {
  /// Whether it is a row of the data source, and no supplement.
  var isItem: Bool { row >= 0 && row < .max - 2 }
}

/// Which rows beside its own a section has.
public struct SectionSupplements: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A row above the section's own.
  public static let header = SectionSupplements(rawValue: 1)
  /// A row below them.
  public static let footer = SectionSupplements(rawValue: 2)
  /// A line below all of the section.
  public static let separator = SectionSupplements(rawValue: 4)
}

/// Without arrays, because a table asks for each row.
extension SectionSupplements {
  /// The last one that stands below the section's own rows.
  var lastRow: Int? {
    if contains(.separator) { return SectionSupplement.separator.row }
    return contains(.footer) ? SectionSupplement.footer.row : nil
  }

  /// The first one below a row, among those below the section's own.
  func row(below row: Int) -> Int? {
    let footer = SectionSupplement.footer.row
    if row < footer, contains(.footer) { return footer }
    let separator = SectionSupplement.separator.row
    return row < separator && contains(.separator) ? separator : nil
  }

  /// The last one above a row, among those below the section's own.
  func row(above row: Int) -> Int? {
    let footer = SectionSupplement.footer.row
    return row > footer && contains(.footer) ? footer : nil
  }

  /// Whether one of them has a number as its row.
  func has(row: Int) -> Bool {
    switch SectionSupplement(row: row) {
    case .header: contains(.header)
    case .footer: contains(.footer)
    case .separator: contains(.separator)
    case nil: false
    }
  }
}

/// Says which sections have rows beside their own: headers, footers and separators.
///
/// A section without rows has none of them. Every call should cost O(1); they come as often as those of
/// the data source.
public protocol TableViewSupplementarySource: AnyObject {
  /// Which of them a section has.
  ///
  /// What depends on a neighbour is asked again after each `TableView.reloadData(keepingBottom:moved:)`.
  func tableView(_ tableView: TableView, supplementsOfSection section: Int) -> SectionSupplements
  /// The cell of a section's header, got by `dequeueCell(for:)` and filled.
  func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell
  /// The cell of a section's footer, got by `dequeueCell(for:)` and filled.
  func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell
}

extension TableViewSupplementarySource {
  /// An empty line; for sources that have no headers.
  public func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell { SeparatorCell() }
  /// An empty line; for sources that have no footers.
  public func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell { SeparatorCell() }
}

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
