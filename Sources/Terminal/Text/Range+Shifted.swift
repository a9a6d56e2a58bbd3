extension Range<Int> {
  /// The range moved by a distance.
  func shifted(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }
}
