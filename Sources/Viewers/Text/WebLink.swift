import Terminal

/// An address in a text that a browser can open: `http` and `https`, nothing else.
nonisolated struct WebLink: Hashable {
  /// Where it stands, in glyphs of the text.
  let glyphs: Range<Int>
  let address: String

  /// Bytes of the longest that is one.
  private static let longest = 2_048

  /// Those of a text, in order.
  ///
  /// Cost: next to nothing where there is no `://` in it.
  static func all(in text: SafeText) -> [WebLink] {
    let glyphs = text.glyphs
    var links: [WebLink] = []
    var next = 0
    while let colon = glyphs[next...].firstIndex(where: { $0.base == 0x3A }) {
      next = colon + 1
      guard glyphs[next...].prefix(2).elementsEqual([slash, slash]),
        let start = startOfScheme(before: colon, in: glyphs)
      else { continue }
      let end = endOfAddress(from: colon + 3, in: glyphs)
      let address = glyphs[start..<end].map(\.description).joined()
      guard end > colon + 3, address.utf8.count <= longest else { continue }
      links.append(WebLink(glyphs: start..<end, address: address))
      next = end
    }
    return links
  }

  private static let slash = Glyph("/")

  private static func startOfScheme(before colon: Int, in glyphs: [Glyph]) -> Int? {
    for scheme in ["https", "http"] where colon >= scheme.utf8.count {
      let start = colon - scheme.utf8.count
      let isScheme = zip(glyphs[start..<colon], scheme.utf8).allSatisfy { $0.base | 0x20 == $1 }
      if isScheme, start == 0 || !glyphs[start - 1].isLetterOrDigit { return start }
    }
    return nil
  }

  /// What ends a sentence or a bracket around it is no part of it (as in GNOME's and other terminals).
  private static func endOfAddress(from start: Int, in glyphs: [Glyph]) -> Int {
    var end = glyphs[start...].firstIndex { !$0.isPartOfAddress } ?? glyphs.endIndex
    while end > start {
      let last = glyphs[end - 1].base
      if ".,;:!?'*".unicodeScalars.contains(where: { $0.value == last }) {
        end -= 1
      } else if let open = opening[last],
        glyphs[start..<end].count(where: { $0.base == last })
          > glyphs[start..<end].count(where: { $0.base == open })
      {
        end -= 1
      } else {
        break
      }
    }
    return end
  }

  private static let opening: [UInt32: UInt32] = [0x29: 0x28, 0x5D: 0x5B]
}

extension Glyph {
  nonisolated fileprivate var isLetterOrDigit: Bool {
    Unicode.Scalar(base).map { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      ?? false
  }

  /// By RFC 3986, and letters of any script, as browsers show addresses.
  nonisolated fileprivate var isPartOfAddress: Bool {
    guard base >= 0x80 else {
      return base > 0x20 && !"\"<>\\^`{|}".unicodeScalars.contains { $0.value == base }
    }
    return isLetterOrDigit
  }
}
