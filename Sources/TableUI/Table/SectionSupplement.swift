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
