/// A row of the table: a figure of ours, what it is compared with, and how good it is to be.
struct Row: Sendable {
  /// What is measured.
  let title: String
  /// What the values count.
  let unit: Unit
  /// Our value; `nil` in a row that only says what something else costs.
  var endless: Double?
  /// What ours is compared with.
  var compared: Named?
  /// How good ours is to be; without, it is only told.
  var reach: Reach?
  /// The same of other programs.
  var others: [Named] = []

  /// A value and whose it is.
  struct Named: Sendable {
    let name: String
    let value: Double
  }

  /// Ours over what it is compared with.
  var ratio: Double? {
    guard let endless, let compared, compared.value > 0 else { return nil }
    return endless / compared.value
  }

  /// Whether the reach is reached; nil where there is none, or nothing to compare with.
  var isMet: Bool? {
    switch reach {
    case .ratio(let limit): ratio.map { $0 <= limit }
    case .most(let limit): endless.map { $0 <= limit }
    case nil: nil
    }
  }
}
