extension Int {
  /// The sum, or the nearest value where that is beyond the range: far off a screen is far off.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    guard isBeyond else { return sum }
    return other < 0 ? .min : .max
  }
}
