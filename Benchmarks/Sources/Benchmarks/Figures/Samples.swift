/// Samples of our program and of the programs that are compared with it.
struct Samples {
  /// The sample of our program.
  var endless = Sample()
  /// The sample with which ours is compared.
  var less = Sample()
  /// The samples of other programs, by name.
  var others: [(name: String, value: Sample)] = []

  /// A row of times, with one number from each sample, such as the median.
  func row(_ title: String, reach: Reach?, _ number: (Sample) -> Double) -> Row {
    Row(
      title: title, unit: .seconds, endless: number(endless),
      compared: Row.Named(name: "less", value: number(less)), reach: reach,
      others: others.map { Row.Named(name: $0.name, value: number($0.value)) })
  }

  /// Rows with the median and the minimum.
  func rows(_ title: String, reach: Reach?) -> [Row] {
    [
      row("\(title), median", reach: reach, \.median),
      row("\(title), minimum", reach: nil, \.least),
    ]
  }

  /// Rows with the median, the 99th percentile and the minimum.
  func rowsWithTail(_ title: String, reach: Reach?, tail: Reach?) -> [Row] {
    [
      row("\(title), median", reach: reach, \.median),
      row("\(title), 99th percentile", reach: tail) { $0.percentile(99) },
      row("\(title), minimum", reach: nil, \.least),
    ]
  }
}
