import Terminal

/// A shown text as UTF-8, each byte of which is known to be of a glyph.
struct GlyphBytes {
  private(set) var bytes: [UInt8] = []
  private var owners: [Int] = []

  init(of text: SafeText) {
    for (index, glyph) in text.glyphs.enumerated() {
      let start = bytes.count
      glyph.appendUTF8(to: &bytes)
      owners += repeatElement(index, count: bytes.count - start)
    }
  }

  /// The glyphs that some bytes are of.
  func glyphs(_ range: Range<Int>) -> Range<Int> {
    guard let first = owners[range].first, let last = owners[range].last else { return 0..<0 }
    return first..<last + 1
  }
}
