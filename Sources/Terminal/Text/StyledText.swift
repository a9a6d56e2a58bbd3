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
    var (result, place): ([Span], Int) = ([], range.lowerBound)
    for span in spans {
      let shared = span.glyphs.clamped(to: range)
      result.join(span.glyphs.lowerBound..<shared.lowerBound, span.style)
      result.join(place..<shared.lowerBound, style)
      result.join(shared, span.style.overlaid(by: style))
      result.join(shared.upperBound..<span.glyphs.upperBound, span.style)
      place = shared.upperBound
    }
    result.join(place..<range.upperBound, style)
    return result
  }
}

extension StyledText: CustomStringConvertible {
  /// The text without its styles.
  public var description: String { text.description }
}
