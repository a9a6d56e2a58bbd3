extension StyledText {
  /// The text cut into lines of at most a number of columns, as `SafeText.folded(to:)` cuts it.
  ///
  /// Cost: the glyphs, and the spans of each line.
  public func folded(to columns: Int) -> [StyledText] {
    text.folded(to: columns, line: part)
  }

  /// The text broken into lines of at most a number of columns, as `SafeText.wrapped(to:)` breaks it.
  ///
  /// The blanks that it drops are dropped from their spans too. Cost: the glyphs, and the spans of each
  /// line.
  public func wrapped(to columns: Int) -> [StyledText] {
    text.wrapped(to: columns, line: part)
  }

  /// The text cut to a number of columns, with an ellipsis where `SafeText.truncated(to:ellipsis:)` has
  /// one.
  ///
  /// The ellipsis is plain, because it is no part of the text. Cost: the glyphs and spans that are left.
  public func truncated(to columns: Int, ellipsis: Glyph = Glyph("…")) -> StyledText {
    guard width > columns else { return self }
    let cut = text.truncated(to: columns, ellipsis: ellipsis)
    let kept = cut.glyphs.indices.dropLast(columns < ellipsis.width ? 0 : 1)
    return StyledText(cut, inOrder: spans(in: kept))
  }

  /// The text in exactly some columns, those of the range that the text has: a line scrolled sideways.
  ///
  /// Half a wide glyph is a blank in the glyph's style, as on a canvas. Cost: the glyphs in the columns,
  /// and where there is a wide one, those before them.
  public func clipped(to columns: Range<Int>) -> StyledText {
    let (range, first) = text.glyphs(in: columns)
    guard !range.isEmpty else { return .empty }
    var glyphs = Array(text.glyphs[range])
    let end = first + text.columns(of: range)
    if first < columns.lowerBound { glyphs[0] = .space }
    if end > columns.upperBound { glyphs[glyphs.count - 1] = .space }
    return StyledText(SafeText(glyphs: glyphs, of: text), inOrder: spans(in: range))
  }

  private func part(_ range: Range<Int>) -> StyledText {
    StyledText(text.part(range), inOrder: spans(in: range))
  }

  /// What some glyphs have of the spans, counted from the first of them.
  private func spans(in range: Range<Int>) -> [Span] {
    spans.overlapping(range).map { span in
      Span(span.glyphs.clamped(to: range).shifted(by: -range.lowerBound), style: span.style)
    }
  }
}
