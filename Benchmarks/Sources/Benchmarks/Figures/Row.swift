/// A row of the table: a figure for our program, the value compared with it, and the target.
struct Row: Sendable {
  /// The description of the measurement.
  let title: String
  /// The unit of the values.
  let unit: Unit
  /// Our value; nil in a row that only shows the cost of other programs.
  var endless: Double?
  /// The value to compare with ours; nil if the row compares nothing.
  var compared: Named?
  /// The target of our value; nil if the value is only reported.
  var reach: Reach?
  /// The values of other programs.
  var others: [Named] = []

  /// A value and the name of its program.
  struct Named: Sendable {
    let name: String
    let value: Double
  }

  /// Our value divided by the compared value; nil if one of them is missing, or if the compared
  /// value is not positive.
  var ratio: Double? {
    guard let endless, let compared, compared.value > 0 else { return nil }
    return endless / compared.value
  }

  /// Whether our value meets the target; nil if the target, or a value that it needs, is missing.
  var isMet: Bool? {
    switch reach {
    case .ratio(let limit): ratio.map { $0 <= limit }
    case .most(let limit): endless.map { $0 <= limit }
    case nil: nil
    }
  }
}
