import Randomness
import Terminal

/// Rules for any styled text and its parts.
enum StyledRules {
  typealias StyledRule = Rule<BuiltText>

  static let all = ofWholes + ofLines + ofColumns

  private static let ofWholes = [
    StyledRule("each glyph has the styles put on it, in their order") {
      $0.text.styledGlyphs == $0.glyphs
    },
    StyledRule("its spans are in order, none of them empty, plain or to be joined") {
      $0.text.isInOneForm
    },
    StyledRule("it is the same where it is made glyph by glyph") { built in
      var text = StyledText.empty
      for glyph in built.glyphs { text.append(SafeText(glyphs: [glyph.glyph]), style: glyph.style) }
      return text == built.text && StyledText(text.text, spans: text.spans.reversed()) == text
    },
  ]

  private static let ofLines = [
    StyledRule("folded lines together are the text, glyph by glyph and style by style") { built in
      built.inColumns { columns in
        let lines = built.text.folded(to: columns)
        return lines.allSatisfy(\.isInOneForm) && lines.flatMap(\.styledGlyphs) == built.glyphs
          && lines.map(\.text) == built.text.text.folded(to: columns)
      }
    },
    StyledRule("wrapped lines lose blanks alone, and their styles") { built in
      built.inColumns { columns in
        let lines = built.text.wrapped(to: columns)
        return lines.allSatisfy(\.isInOneForm)
          && lines.flatMap(\.styledGlyphs).visible == built.glyphs.visible
          && lines.map(\.text) == built.text.text.wrapped(to: columns)
      }
    },
    StyledRule("truncated text is the text up to a plain ellipsis") { built in
      built.inColumns { columns in
        let cut = built.text.truncated(to: columns)
        guard built.text.width > columns else { return cut == built.text }
        let glyphs = cut.styledGlyphs
        return cut.isInOneForm && cut.text == built.text.text.truncated(to: columns)
          && built.glyphs.starts(with: glyphs.dropLast()) && glyphs.last?.style == .plain
      }
    },
  ]

  private static let ofColumns = [
    StyledRule("drawn, each column is in its glyph's style over the one given") { built in
      let canvas = built.text.drawn(in: 0..<built.text.width)
      return canvas.styledGlyphs == built.glyphs.columns(over: .base)
    },
    StyledRule("a part in some columns is what the whole, drawn, has in them") { built in
      let whole = built.text.drawn(in: 0..<built.text.width).styledGlyphs
      return built.text.someColumns.allSatisfy { columns in
        let part = built.text.clipped(to: columns)
        let expected = whole.cut(to: columns)
        return part.isInOneForm && part.width == expected.count
          && part.drawn(in: 0..<part.width).styledGlyphs == expected
      }
    },
    StyledRule("drawn where only some columns are seen, it is the same in them") { built in
      let whole = built.text.drawn(in: 0..<built.text.width).styledGlyphs
      return built.text.someColumns.allSatisfy { columns in
        let columns = columns.clamped(to: 0..<built.text.width)
        return built.text.drawn(in: columns).styledGlyphs == whole.cut(to: columns)
      }
    },
  ]
}

extension BuiltText {
  /// Whether a condition is true for several numbers of columns, from the smallest that holds any
  /// glyph.
  fileprivate func inColumns(_ holds: (Int) -> Bool) -> Bool {
    [2, 3, 8, text.width / 2, text.width - 1].allSatisfy { $0 < 2 || holds($0) }
  }
}

extension StyledText {
  fileprivate var isInOneForm: Bool {
    let areSpans = spans.allSatisfy { !$0.glyphs.isEmpty && $0.style != .plain }
    let areWithin = spans.allSatisfy { text.glyphs.indices.contains($0.glyphs.upperBound - 1) }
    return areSpans && areWithin
      && zip(spans, spans.dropFirst()).allSatisfy { first, second in
        let gap = second.glyphs.lowerBound - first.glyphs.upperBound
        return gap > 0 || gap == 0 && first.style != second.style
      }
  }

  /// Ranges of columns, some of which are beyond the text.
  fileprivate var someColumns: [Range<Int>] {
    stride(from: -1, through: width, by: max(1, width / 6)).flatMap { first in
      [0, 1, 2, 3, 9, width].map { first..<first + $0 }
    }
  }

  /// Draws some columns of the text over the base style, on a canvas of their size.
  fileprivate func drawn(in columns: Range<Int>) -> Canvas {
    var canvas = Canvas(size: Size(lines: 1, columns: columns.count))
    canvas.draw(self, at: Point(line: 0, column: -columns.lowerBound), style: .base)
    return canvas
  }
}

extension Canvas {
  fileprivate var styledGlyphs: [StyledGlyph] { lines.flatMap(\.glyphs) }
}

extension Style {
  fileprivate static let base = Style(background: .indexed(7), attributes: .underline)
}

extension [StyledGlyph] {
  fileprivate var visible: [StyledGlyph] { filter { !$0.glyph.isBlank } }

  /// Some of the columns, with a blank in place of half a glyph.
  fileprivate func cut(to columns: Range<Int>) -> [StyledGlyph] {
    var part = Array(self[columns.clamped(to: indices)])
    if part.first?.glyph == .continuation { part[0].glyph = .space }
    if part.last?.glyph.width == 2 { part[part.count - 1].glyph = .space }
    return part
  }
}

extension StyledGlyph {
  /// Puts a style over the current one, without using the library.
  mutating func put(_ over: Style) {
    if over.foreground != .default { style.foreground = over.foreground }
    if over.background != .default { style.background = over.background }
    style.attributes.formUnion(over.attributes)
  }
}

extension StyledText {
  /// Each glyph with its style.
  var styledGlyphs: [StyledGlyph] {
    var glyphs = text.glyphs.map { StyledGlyph(glyph: $0, style: .plain) }
    for span in spans {
      for index in span.glyphs { glyphs[index].put(span.style) }
    }
    return glyphs
  }
}

extension [StyledGlyph] {
  /// The columns of the glyphs if they are drawn over a style.
  func columns(over base: Style) -> [StyledGlyph] {
    flatMap { styled in
      var column = StyledGlyph(glyph: styled.glyph, style: base)
      column.put(styled.style)
      let half = StyledGlyph(glyph: .continuation, style: column.style)
      return column.glyph.width == 2 ? [column, half] : [column]
    }
  }
}
