/// One line of safe text, parts of which have a style of their own.
///
/// A span's range counts glyphs, the text's own unit: a glyph has its marks and both of its columns with
/// it, so cutting and folding part no span from its text.
///
/// The spans are kept in one form, whatever they are made from: in order, apart from each other, none
/// empty or plain, and no two of one style side by side. So texts that look alike are equal. Where spans
/// overlap, the later one is put over the earlier one, as `Style.overlaid(by:)` says.
public struct StyledText: Hashable, Sendable {
  /// Some glyphs of a text and their style.
  public struct Span: Hashable, Sendable {
    /// The indices of the glyphs in the text, zero-based and half-open.
    public let glyphs: Range<Int>
    /// What is put over the style that the text is drawn in.
    public let style: Style

    /// Creates a span.
    public init(_ glyphs: Range<Int>, style: Style) { (self.glyphs, self.style) = (glyphs, style) }
  }

  /// The text without its styles.
  public private(set) var text: SafeText
  /// The spans in order; none share a glyph.
  public private(set) var spans: [Span]

  /// Creates a text in one style.
  ///
  /// Cost: constant; a plain text allocates nothing.
  public init(_ text: SafeText, style: Style = .plain) {
    (self.text, spans) = (text, [])
    add(style, to: text.glyphs.indices)
  }

  /// Creates a text with spans, each put over those before it.
  ///
  /// Spans reach no further than the text. Cost: see `add(_:to:)`.
  public init(_ text: SafeText, spans: some Sequence<Span>) {
    self.init(text)
    for span in spans { add(span.style, to: span.glyphs) }
  }

  /// Creates a text with spans that are in their one form already.
  init(_ text: SafeText, inOrder spans: [Span]) { (self.text, self.spans) = (text, spans) }

  /// No text.
  public static let empty = StyledText(.empty)

  /// The columns of its glyphs together.
  public var width: Int { text.width }

  /// Adds a text at the end, in a style.
  ///
  /// Cost: the glyphs added.
  public mutating func append(_ other: SafeText, style: Style = .plain) {
    append(StyledText(other, style: style))
  }

  /// Adds a text at the end, with its spans.
  ///
  /// Cost: the glyphs and spans added.
  public mutating func append(_ other: StyledText) {
    let count = text.glyphs.count
    text.append(other.text)
    for span in other.spans { spans.join(span.glyphs.shifted(by: count), span.style) }
  }

  /// Puts a style over some glyphs, those of the range that the text has.
  ///
  /// Cost: constant behind the last span; else the spans that it meets, and moving those behind them.
  public mutating func add(_ style: Style, to glyphs: Range<Int>) {
    let range = glyphs.clamped(to: text.glyphs.indices)
    guard !range.isEmpty, style != .plain else { return }
    guard let last = spans.last, last.glyphs.upperBound > range.lowerBound else {
      return spans.join(range, style)
    }
    // Those that it only touches may become one with it.
    let met = spans.overlapping(range.lowerBound - 1..<range.upperBound + 1)
    spans.replaceSubrange(met.indices, with: Self.spans(met, with: style, over: range))
  }

  /// The spans that are left of some where a style is put over a range that meets all of them.
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
  /// The text cut into lines of at most a number of columns, as `SafeText.folded(to:)` cuts it.
  ///
  /// Cost: the glyphs, and the spans of each line.
  public func folded(to columns: Int, atBlanks: Bool = false) -> [StyledText] {
    text.folded(to: columns, atBlanks: atBlanks, line: part)
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

/// Spans in order, apart from each other.
extension [StyledText.Span] {
  /// Adds a span behind the others, as one with the last where that goes on; an empty or a plain one is
  /// none.
  mutating func join(_ range: Range<Int>, _ style: Style) {
    guard !range.isEmpty, style != .plain else { return }
    if let last, last.style == style, last.glyphs.upperBound == range.lowerBound {
      self[count - 1] = Element(last.glyphs.lowerBound..<range.upperBound, style: style)
    } else {
      append(Element(range, style: style))
    }
  }

  /// The spans that share a glyph with a range.
  ///
  /// Cost: their number, and the logarithm of that of all.
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
