package import Randomness
package import Terminal

/// A trial that builds arbitrary texts in arbitrary styles, adds more styles, and checks the style
/// of each glyph.
package let styledTrial = Trial<StyledStep>(
  "styled", drawing: { Noise.drawn(from: $0) { $0.styledSteps() } },
  brokenRule: { StyledRules.all.broken(by: BuiltText($0)) })

/// A step in building a styled text.
package enum StyledStep: Sendable {
  /// Appends bytes as text in a style.
  case append([UInt8], Style)
  /// Puts a style over some glyphs, whether the text has them or not.
  case add(Style, Range<Int>)
}

/// A styled text, and the glyphs that it should have, each with its own style.
struct BuiltText {
  private(set) var text = StyledText.empty
  private(set) var glyphs: [StyledGlyph] = []

  init(_ steps: [StyledStep]) {
    for step in steps { apply(step) }
  }

  private mutating func apply(_ step: StyledStep) {
    switch step {
    case .append(let bytes, let style):
      let safe = SafeText(String(decoding: bytes, as: UTF8.self))
      text.append(safe, style: style)
      glyphs += safe.glyphs.map { StyledGlyph(glyph: $0, style: style) }
    case .add(let style, let range):
      text.add(style, to: range)
      for index in range where glyphs.indices.contains(index) { glyphs[index].put(style) }
    }
  }
}

extension Noise {
  fileprivate mutating func styledSteps() -> [StyledStep] {
    var (steps, count): ([StyledStep], Int) = ([], 1)
    for _ in 0..<random.within(0...9) {
      if random.occurs(inPercent: 40) {
        let bytes = Array(text().prefix(random.within(0...40)))
        count += bytes.count
        steps.append(.append(bytes, style()))
      } else {
        let first = random.within(-2...count)
        steps.append(.add(style(), first..<first + random.within(0...random.pick([3, count]))))
      }
    }
    return steps
  }

  /// One of a few styles, so that the same one occurs often.
  private mutating func style() -> Style {
    let colors: [Color] = [.default, .default, .indexed(1), .indexed(255)]
    let attributes: [Style.Attributes] = [[], [], .bold, .reverse, [.bold, .dim]]
    return Style(
      foreground: random.pick(colors), background: random.pick(colors),
      attributes: random.pick(attributes))
  }
}
