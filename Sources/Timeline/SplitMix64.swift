/// A generator of numbers that look random and are the same in every run.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 17.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number made of others; the same for the same.
  static func hash(_ values: Int...) -> UInt64 {
    values.reduce(0) { hash, value in
      var generator = SplitMix64(seed: hash ^ UInt64(bitPattern: Int64(value)))
      return generator.next()
    }
  }

  /// Puts elements in an order that depends only on the seed; unlike `shuffled(using:)` it is the
  /// same with every version of Swift.
  static func shuffle<Element>(_ elements: inout [Element], seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, Int(generator.next() % UInt64(last + 1)))
    }
  }
}
