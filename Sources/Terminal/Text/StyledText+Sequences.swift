extension StyledText {
  /// The text in UTF-8 with a sequence before and behind each span, for output to a terminal without a
  /// screen of ours.
  ///
  /// Cost: the glyphs.
  package var sequences: [UInt8] {
    var (bytes, next, style): ([UInt8], Int, Style) = ([], 0, .plain)
    for span in spans + [Span(text.glyphs.count..<text.glyphs.count, style: .plain)] {
      if next < span.glyphs.lowerBound || span.glyphs.isEmpty {
        if style != .plain { StyleChange(from: style, to: .plain).append(to: &bytes) }
        bytes += text.part(next..<span.glyphs.lowerBound).description.utf8
        style = .plain
      }
      guard !span.glyphs.isEmpty else { break }
      StyleChange(from: style, to: span.style).append(to: &bytes)
      bytes += text.part(span.glyphs).description.utf8
      (next, style) = (span.glyphs.upperBound, span.style)
    }
    return bytes
  }
}
