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
