package import Randomness
import Terminal

/// Any bytes as a terminal's: what the decoder makes of them.
package let keyTrial = Trial<UInt8>(
  "keys", drawing: { Noise.drawn(from: $0) { $0.keys() } },
  brokenRule: { bytes in
    let keys = DecodedKeys(bytes)
    return KeyRules.all.broken(by: keys)
  })

/// Bytes, and what decoders make of them that are fed in different ways.
struct DecodedKeys {
  let bytes: [UInt8]
  /// Fed at once, and given up at the end.
  let whole: [Input]
  /// Fed byte by byte, and given up at the end.
  private(set) var oneByOne: [Input] = []
  /// Fed in pieces of several lengths, and given up at the end.
  private(set) var inPieces: [Input] = []
  /// Fed in the same pieces, and given up after each.
  private(set) var givenUp: [Input] = []
  /// The most bytes that the decoder held that was fed byte by byte.
  private(set) var mostHeld = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var decoder = KeyDecoder()
    whole = decoder.decode(bytes) + decoder.flush()
    feedOneByOne()
    feedInPieces()
  }

  private mutating func feedOneByOne() {
    var decoder = KeyDecoder()
    for byte in bytes {
      oneByOne += decoder.decode(CollectionOfOne(byte))
      mostHeld = max(mostHeld, decoder.heldByteCount)
    }
    oneByOne += decoder.flush()
  }

  private mutating func feedInPieces() {
    var (decoder, hasty) = (KeyDecoder(), KeyDecoder())
    var start = 0
    while start < bytes.count {
      // Lengths that fall together with those of the sequences nowhere for long.
      let end = min(bytes.count, start + 1 + (start &* 7 + bytes.count) % 11)
      inPieces += decoder.decode(bytes[start..<end])
      givenUp += hasty.decode(bytes[start..<end]) + hasty.flush()
      start = end
    }
    inPieces += decoder.flush()
  }
}
