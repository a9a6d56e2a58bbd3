/// One line of safe text, parts of which have their own styles.
///
/// The ranges of spans count glyphs. A glyph includes its marks and all its columns, so that
/// cutting and folding keep each span with its text.
///
/// The spans have a canonical form: they are in order and do not overlap, no span is empty or
/// plain, and adjoining spans have different styles. Therefore, texts with the same appearance are
/// equal. A span that is added over other spans is overlaid on them by `Style.overlaid(by:)`.
public struct StyledText: Hashable, Sendable {
  /// A range of glyphs and its style.
  public struct Span: Hashable, Sendable {
    /// The indices of the glyphs in the text, zero-based and half-open.
    public let glyphs: Range<Int>
    /// The style to overlay on the style in which the text is drawn.
    public let style: Style

    /// Creates a span.
    public init(_ glyphs: Range<Int>, style: Style) { (self.glyphs, self.style) = (glyphs, style) }
  }

  /// The text without its styles.
  public private(set) var text: SafeText
  /// The spans in order, without overlaps.
  public private(set) var spans: [Span]

  /// Creates text in one style.
  ///
  /// Cost: constant; plain text allocates nothing.
  public init(_ text: SafeText, style: Style = .plain) {
    (self.text, spans) = (text, [])
    add(style, to: text.glyphs.indices)
  }

  /// Creates text with spans, each overlaid on those before it.
  ///
  /// Spans are limited to the text. Cost: see `add(_:to:)`.
  public init(_ text: SafeText, spans: some Sequence<Span>) {
    self.init(text)
    for span in spans { add(span.style, to: span.glyphs) }
  }

  /// Creates text with spans that are in canonical form.
  init(_ text: SafeText, inOrder spans: [Span]) { (self.text, self.spans) = (text, spans) }

  /// The empty text.
  public static let empty = StyledText(.empty)

  /// The total width in columns.
  public var width: Int { text.width }

  /// Appends text in a style.
  ///
  /// Cost: proportional to the number of glyphs appended.
  public mutating func append(_ other: SafeText, style: Style = .plain) {
    append(StyledText(other, style: style))
  }

  /// Appends text with its spans.
  ///
  /// Cost: proportional to the number of glyphs and spans appended.
  public mutating func append(_ other: StyledText) {
    let count = text.glyphs.count
    text.append(other.text)
    for span in other.spans { spans.join(span.glyphs.shifted(by: count), span.style) }
  }

  /// Overlays a style on a range of glyphs, limited to the text.
  ///
  /// Cost: constant after the last span; otherwise proportional to the number of spans that the
  /// range overlaps, plus the number of spans after them.
  public mutating func add(_ style: Style, to glyphs: Range<Int>) {
    let range = glyphs.clamped(to: text.glyphs.indices)
    guard !range.isEmpty, style != .plain else { return }
    guard let last = spans.last, last.glyphs.upperBound > range.lowerBound else {
      return spans.join(range, style)
    }
    // Adjacent spans may be merged with the new one.
    let met = spans.overlapping(range.lowerBound - 1..<range.upperBound + 1)
    spans.replaceSubrange(met.indices, with: Self.spans(met, with: style, over: range))
  }

  /// The spans that result from overlaying a style on a range that overlaps or adjoins each of the
  /// given spans.
  private static func spans(
    _ spans: ArraySlice<Span>, with style: Style, over range: Range<Int>
  ) -> [Span] {
    var (result, offset): ([Span], Int) = ([], range.lowerBound)
    for span in spans {
      let shared = span.glyphs.clamped(to: range)
      result.join(span.glyphs.lowerBound..<shared.lowerBound, span.style)
      result.join(offset..<shared.lowerBound, style)
      result.join(shared, span.style.overlaid(by: style))
      result.join(shared.upperBound..<span.glyphs.upperBound, span.style)
      offset = shared.upperBound
    }
    result.join(offset..<range.upperBound, style)
    return result
  }
}

extension StyledText: CustomStringConvertible {
  /// The text without its styles.
  public var description: String { text.description }
}

extension StyledText {
  /// The text folded into lines of at most the given number of columns, as by
  /// `SafeText.folded(to:atBlanks:)`.
  ///
  /// Cost: proportional to the number of glyphs, plus the number of spans in each line.
  public func folded(to columns: Int, atBlanks: Bool = false) -> [StyledText] {
    text.folded(to: columns, atBlanks: atBlanks, line: part)
  }

  /// The text wrapped into lines of at most the given number of columns, as by
  /// `SafeText.wrapped(to:)`.
  ///
  /// The dropped blanks are removed from the spans, too. Cost: proportional to the number of
  /// glyphs, plus the number of spans in each line.
  public func wrapped(to columns: Int) -> [StyledText] {
    text.wrapped(to: columns, line: part)
  }

  /// The text cut to the given number of columns, with an ellipsis as in
  /// `SafeText.truncated(to:ellipsis:)`.
  ///
  /// The ellipsis is plain, because it is not part of the text. Cost: proportional to the number of
  /// glyphs and spans that remain.
  public func truncated(to columns: Int, ellipsis: Glyph = Glyph("…")) -> StyledText {
    guard width > columns else { return self }
    let cut = text.truncated(to: columns, ellipsis: ellipsis)
    let kept = cut.glyphs.indices.dropLast(columns < ellipsis.width ? 0 : 1)
    return StyledText(cut, inOrder: spans(in: kept))
  }

  /// A range of columns of the text, limited to its width, for a line scrolled sideways.
  ///
  /// Half of a wide glyph becomes a blank in the style of the glyph, as on a canvas. Cost:
  /// proportional to the number of glyphs in the columns, plus the number of glyphs before them if
  /// the text has a wide glyph.
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

  /// The spans of a range of glyphs, relative to its start.
  private func spans(in range: Range<Int>) -> [Span] {
    spans.overlapping(range).map { span in
      Span(span.glyphs.clamped(to: range).shifted(by: -range.lowerBound), style: span.style)
    }
  }
}

extension StyledText {
  /// The text in UTF-8 with a control sequence before and after each span, for output without a
  /// screen.
  ///
  /// Cost: proportional to the number of glyphs.
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

/// Spans in order, without overlaps.
extension [StyledText.Span] {
  /// Appends a span, and merges it with the last span if it continues that span; an empty or plain
  /// span is ignored.
  mutating func join(_ range: Range<Int>, _ style: Style) {
    guard !range.isEmpty, style != .plain else { return }
    if let last, last.style == style, last.glyphs.upperBound == range.lowerBound {
      self[count - 1] = Element(last.glyphs.lowerBound..<range.upperBound, style: style)
    } else {
      append(Element(range, style: style))
    }
  }

  /// The spans that overlap a range of glyphs.
  ///
  /// Cost: proportional to the number of these spans, plus the logarithm of the number of all
  /// spans.
  func overlapping(_ range: Range<Int>) -> ArraySlice<Element> {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first + end) / 2
      if self[middle].glyphs.upperBound > range.lowerBound {
        end = middle
      } else {
        first = middle + 1
      }
    }
    return self[first...].prefix { $0.glyphs.lowerBound < range.upperBound }
  }
}

extension Range<Int> {
  /// The range moved by a distance.
  func shifted(by distance: Int) -> Range { lowerBound + distance..<upperBound + distance }
}
