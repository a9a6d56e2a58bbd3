/// A small generator of random numbers with a fixed start value, so that a random test fails the
/// same way twice.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts with a number, which determines all numbers that are drawn.
  package init(start: UInt64) {
    state = start
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True in the given percentage of cases.
  package mutating func occurs(inPercent percent: Int) -> Bool { within(0...99) < percent }

  /// A number in a range.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// One of several elements; there must be at least one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[within(0...elements.count - 1)]
  }
}
