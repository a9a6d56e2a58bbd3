import Terminal

/// A row that a section has in addition to its own rows: it cannot be selected, and the data source
/// does not count it.
///
/// The names are those of UIKit's `UITableView`.
public enum SectionSupplement: Hashable, Sendable {
  /// Above the section's rows.
  case header
  /// Below the section's rows.
  case footer
  /// A line below the whole section, which separates it from the next one.
  case separator

  /// The row number of the supplement, which is before or after the numbers of the section's own
  /// rows, so that the row is found again when rows are added or removed.
  var row: Int {
    switch self {
    case .header: -1
    case .footer: .max - 2
    case .separator: .max - 1
    }
  }

  /// The supplement with the given row number.
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
  /// Whether the path is that of a row of the data source, and not of a supplement.
  var isItem: Bool { row >= 0 && row < .max - 2 }
}

/// The supplements of a section.
public struct SectionSupplements: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A row above the section's own.
  public static let header = SectionSupplements(rawValue: 1)
  /// A row below the section's own.
  public static let footer = SectionSupplements(rawValue: 2)
  /// A line below the whole section.
  public static let separator = SectionSupplements(rawValue: 4)
}

/// Lookups without arrays, because a table calls them for each row.
extension SectionSupplements {
  /// The last supplement below the section's own rows.
  var lastRow: Int? {
    if contains(.separator) { return SectionSupplement.separator.row }
    return contains(.footer) ? SectionSupplement.footer.row : nil
  }

  /// The first supplement after a row, among those below the section's own rows.
  func row(below row: Int) -> Int? {
    let footer = SectionSupplement.footer.row
    if row < footer, contains(.footer) { return footer }
    let separator = SectionSupplement.separator.row
    return row < separator && contains(.separator) ? separator : nil
  }

  /// The last supplement before a row, among those below the section's own rows.
  func row(above row: Int) -> Int? {
    let footer = SectionSupplement.footer.row
    return row > footer && contains(.footer) ? footer : nil
  }

  /// Whether one of the supplements has the given row number.
  func has(row: Int) -> Bool {
    switch SectionSupplement(row: row) {
    case .header: contains(.header)
    case .footer: contains(.footer)
    case .separator: contains(.separator)
    case nil: false
    }
  }
}

/// The source of headers, footers and separators of sections.
///
/// A section without rows has no supplements. Every call should cost O(1), because the calls are as
/// frequent as those to the data source.
public protocol TableViewSupplementarySource: AnyObject {
  /// The supplements of a section.
  ///
  /// Those that depend on a neighbor are requested again after each
  /// `TableView.reloadData(keepingBottom:moved:)`.
  func tableView(_ tableView: TableView, supplementsOfSection section: Int) -> SectionSupplements
  /// The cell of a section's header, dequeued by `dequeueCell(for:)` and filled.
  func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell
  /// The cell of a section's footer, dequeued by `dequeueCell(for:)` and filled.
  func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell
}

extension TableViewSupplementarySource {
  /// The default is an empty line, for sources without headers.
  public func tableView(
    _ tableView: TableView, cellForHeaderInSection section: Int
  ) -> any ReusableCell { tableView.blankCell(inSection: section) }
  /// The default is an empty line, for sources without footers.
  public func tableView(
    _ tableView: TableView, cellForFooterInSection section: Int
  ) -> any ReusableCell { tableView.blankCell(inSection: section) }
}

/// Headers, footers and separators of sections.
extension TableView {
  func prepareSupplements() {
    hasSupplements = supplementarySource != nil
    if hasSupplements { register(SeparatorCell.self) }
    // A section that has not been shown yet begins with its header.
    hiddenPlaces = hiddenPlaces.map { place in
      guard place.indexPath.row == 0, place.top == 0 else { return place }
      let header = IndexPath(row: SectionSupplement.header.row, section: place.indexPath.section)
      return RowAnchor(place.identifier, header, top: 0)
    }
  }

  /// The supplements of a section; the lookup costs nothing if the table has no source of them.
  func supplements(of section: Int) -> SectionSupplements {
    guard hasSupplements else { return [] }
    return supplementarySource?.tableView(self, supplementsOfSection: section) ?? []
  }

  /// The cell of a supplement.
  func supplementaryCell(at path: IndexPath) -> (any ReusableCell)? {
    switch SectionSupplement(row: path.row) {
    case .header: supplementarySource?.tableView(self, cellForHeaderInSection: path.section)
    case .footer: supplementarySource?.tableView(self, cellForFooterInSection: path.section)
    case .separator: separatorCell(at: path, separatorMark, separatorStyle)
    case nil: nil
    }
  }

  /// An empty line in place of a header or footer.
  func blankCell(inSection section: Int) -> any ReusableCell {
    separatorCell(at: IndexPath(row: 0, section: section), .space, .plain)
  }

  private func separatorCell(
    at path: IndexPath, _ mark: Glyph, _ style: Style
  ) -> SeparatorCell {
    let cell: SeparatorCell = dequeueCell(for: path)
    (cell.mark, cell.style) = (mark, style)
    return cell
  }
}
