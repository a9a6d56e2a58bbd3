package import Randomness
import Terminal

/// Any bytes as text: what the filter makes of them.
package let filterTrial = Trial<UInt8>(
  "filter", drawing: { Noise.drawn(from: $0) { $0.text() } },
  brokenRule: { bytes in
    let text = FilteredText(bytes)
    return FilterRules.all.broken(by: text)
  })

/// Bytes, the text they are read as, and what the filter makes of it.
struct FilteredText {
  let source: [Unicode.Scalar]
  let safe: SafeText
  /// The same for a terminal that has sequences of emoji whole.
  let joined: SafeText
  /// The same bytes made safe in two halves, and in pieces of three bytes, and put together.
  let inPieces: [SafeText]

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    source = Array(text.unicodeScalars)
    safe = SafeText(text)
    joined = SafeText(text, joinsEmoji: true)
    let half = bytes.count / 2
    inPieces = [
      Self.safe(bytes[..<half]) + Self.safe(bytes[half...]),
      SafeText(
        glyphs: stride(from: 0, to: bytes.count, by: 3).flatMap {
          Self.safe(bytes[$0..<min($0 + 3, bytes.count)]).glyphs
        }),
    ]
  }

  private static func safe(_ bytes: ArraySlice<UInt8>) -> SafeText {
    SafeText(String(decoding: bytes, as: UTF8.self))
  }
}
