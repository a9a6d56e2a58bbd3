import TableUI

/// A section of a table under test: an identity and a text for each row.
struct SampleSection: Hashable, Sendable {
  /// The text that stands for a `RuleCell`.
  static let rule = "---"

  let id: String
  var rows: [String]
  var isSelectable = true
  /// The texts of the rows around those, if there are any, and whether a separator stands below.
  var header: String?
  var footer: String?
  var isSeparated = false

  /// A section, of one row by default, that shows the identity.
  init(_ id: String, rows: [String]? = nil, isSelectable: Bool = true) {
    self.id = id
    self.rows = rows ?? [id]
    self.isSelectable = isSelectable
  }

  @MainActor var supplements: SectionSupplements {
    var all: SectionSupplements = []
    if header != nil { all.insert(.header) }
    if footer != nil { all.insert(.footer) }
    if isSeparated { all.insert(.separator) }
    return all
  }
}
