/// A section of a table under test: an identity and a text for each row.
struct SampleSection: Hashable, Sendable {
  /// The text that stands for a `RuleCell`.
  static let rule = "---"

  let id: String
  var rows: [String]
  var isSelectable = true

  /// A section, of one row by default, that shows the identity.
  init(_ id: String, rows: [String]? = nil, isSelectable: Bool = true) {
    self.id = id
    self.rows = rows ?? [id]
    self.isSelectable = isSelectable
  }
}
