import Search
package import Terminal

/// Where a text that is looked for stands in what is shown.
package struct ShownMatches {
  private let matcher: Matcher

  /// - Parameter text: no expression; nil comes of one that cannot be looked for, such as an empty one.
  package init?(of text: String, ignoringCase ignoresCase: Bool) {
    guard !text.isEmpty,
      let pattern = try? SearchPattern(
        text, case: ignoresCase ? .ignored : .sensitive, kind: .literal)
    else { return nil }
    matcher = Matcher(pattern)
  }

  /// The glyphs of each match, in order.
  package func glyphs(in text: SafeText) -> [Range<Int>] { matcher.glyphs(in: text) }
}

extension Matcher {
  /// The glyphs of each match in a line that is shown; none where it is too hard.
  func glyphs(in text: SafeText) -> [Range<Int>] {
    let shown = GlyphBytes(of: text)
    return matches(in: shown.bytes).map(shown.glyphs)
  }

  /// The matches in a line's bytes; none where it is too hard.
  func matches(in line: [UInt8]) -> [Range<Int>] {
    line.withUnsafeBytes { (try? matches(inLine: $0)) ?? [] }
  }
}
