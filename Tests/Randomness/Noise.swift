/// Draws input that no one would type: meaningful pieces, put together and sometimes broken.
///
/// Random bytes hardly ever form an escape sequence or a grapheme cluster. That is why the pieces
/// are such sequences themselves, and only some results are changed afterwards.
package struct Noise {
  /// A piece of input, which appends its bytes.
  package typealias Piece = @Sendable (inout Noise) -> Void

  package var random: SplitMix64
  /// The bytes drawn so far.
  package var bytes: [UInt8] = []

  /// Starts with no bytes.
  package init(start: UInt64) {
    random = SplitMix64(start: start)
  }

  /// Draws a result that depends on the seed only.
  package static func drawn<Element>(
    from seed: UInt64, _ draw: (inout Noise) -> [Element]
  ) -> [Element] {
    var noise = Noise(start: seed)
    return draw(&noise)
  }

  /// Draws some pieces; two results in five are broken.
  package mutating func some(of pieces: [Piece]) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    for _ in 0..<random.within(0...9) { random.pick(pieces)(&self) }
    if random.occurs(inPercent: 40) {
      for _ in 0...random.within(0...2) { breakSomewhere() }
    }
    return bytes
  }

  // MARK: What pieces are made of

  /// Appends text.
  package mutating func put(_ text: String) { bytes += text.utf8 }

  /// Appends a code point encoded in UTF-8, even one that has no valid encoding.
  package mutating func put(_ value: UInt32) {
    put(value, inBytes: value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4)
  }

  /// Appends a code point in the given number of bytes, which may be more than it needs.
  package mutating func put(_ value: UInt32, inBytes count: Int) {
    guard count > 1 else { return bytes.append(UInt8(truncatingIfNeeded: value)) }
    let leads: [UInt8] = [0, 0, 0xC0, 0xE0, 0xF0]
    let rest = (0..<count - 1).reversed().map { UInt8(value >> (6 * UInt32($0)) & 0x3F) | 0x80 }
    bytes.append(leads[count] | UInt8(truncatingIfNeeded: value >> (6 * UInt32(count - 1))))
    bytes += rest
  }

  /// A code point from one of several ranges.
  package mutating func value(of ranges: [ClosedRange<UInt32>]) -> UInt32 {
    UInt32.random(in: random.pick(ranges), using: &random)
  }

  /// Appends some code points from several ranges.
  package mutating func run(of ranges: [ClosedRange<UInt32>], _ count: ClosedRange<Int> = 1...4) {
    for _ in 0..<random.within(count) { put(value(of: ranges)) }
  }

  /// A length: usually short, but occasionally anything up to a little more than the bound.
  package mutating func length(bound: Int) -> Int {
    random.occurs(inPercent: 2) ? random.within(0...bound + 20) : random.within(0...12)
  }

  // MARK: Breaking

  /// Deletes, cuts off, duplicates or reverses some bytes, or inserts or changes one.
  package mutating func breakSomewhere() {
    let start = random.within(0...bytes.count)
    let end = min(bytes.count, start + random.within(0...6))
    switch random.within(0...5) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.removeSubrange(end...)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: random.within(0...bytes.count))
    case 4: bytes[start..<end].reverse()
    default:
      guard start < bytes.count else { return }
      bytes[start] ^= 1 << UInt8(random.within(0...7))
    }
  }
}
