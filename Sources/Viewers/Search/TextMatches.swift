import Bytes
import Feeds
import FileSources
import Records
import Search
import TableUI
import Terminal

/// The current search pattern of a text or list, and its highlighted matches in visible lines.
final class TextMatches {
  /// Called when the highlighted matches may have changed.
  var onChange: (() -> Void)?
  private(set) var pattern: TextPattern?
  /// Whether highlighting is off.
  private(set) var isHidden = false
  /// How searches treat case.
  var rule: SearchCase
  var direction = SearchDirection()
  /// The line of the current match.
  var current: FileOffset? {
    didSet {
      guard current != oldValue else { return }
      (placeInLine, countInLine) = (.first, 1)
      onChange?()
    }
  }
  /// The current match within that line.
  var placeInLine = PlaceInLine.first { didSet { if placeInLine != oldValue { onChange?() } } }
  /// The number of matches in that line, once it is visible.
  var countInLine = 1

  /// A match among those of a line.
  enum PlaceInLine: Equatable {
    case first
    case last
    /// The match with this index, from 0.
    case number(Int)

    /// Returns the index, from 0, of this match in a line with the given number of matches.
    func index(of count: Int) -> Int {
      switch self {
      case .first: 0
      case .last: max(0, count - 1)
      case .number(let number): min(number, max(0, count - 1))
      }
    }
  }
  /// The matcher that finds matches of a pattern in all strings.
  private var matcher: Matcher?
  /// The highlighting for each condition of the pattern.
  private var members: [ConditionMarks] = []

  /// The highlights of the values that meet one condition.
  private struct ConditionMarks {
    let column: String
    let isNegated: Bool
    let values: ValueMatcher
    /// The matcher for the part to highlight; nil to highlight the whole value.
    let part: Matcher?

    init(_ condition: RecordCondition, isNegated: Bool) {
      (column, self.isNegated) = (condition.condition.column, isNegated)
      values = ValueMatcher(condition.value)
      part = isNegated ? nil : condition.value.pattern.map { Matcher($0) }
    }

    func glyphs(of text: SafeText, _ value: Value) -> [Range<Int>] {
      guard values.matches(value) != isNegated else { return [] }
      return part?.glyphs(in: text) ?? [0..<text.glyphs.count]
    }
  }
  private let theme: Theme

  init(_ theme: Theme, _ rule: SearchCase = .smart) { (self.theme, self.rule) = (theme, rule) }

  /// Sets or removes the pattern, and turns highlighting on.
  ///
  /// - Parameter line: the line of the current match.
  func look(for pattern: TextPattern?, at line: FileOffset? = nil) {
    if !isSame(pattern) { direction.renew() }
    (self.pattern, isHidden) = (pattern, false)
    current = line
    makeMatchers()
  }

  /// Replaces the pattern with a variant of it, such as one that ignores case.
  func replace(by pattern: TextPattern?) {
    self.pattern = pattern
    direction.renew()
    makeMatchers()
  }

  /// Whether a pattern is equal to the current one, so that results stay valid.
  func isSame(_ other: TextPattern?) -> Bool {
    other != nil && other?.description == pattern?.description
  }

  /// Turns highlighting off or on.
  func hide(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    self.isHidden = isHidden
    makeMatchers()
  }

  /// Makes searches ignore case or, if they already do, respect it in patterns with capitals;
  /// returns a message about this.
  func toggleCase() -> Message {
    rule = rule == .ignored ? .smart : .ignored
    return Message(
      rule == .ignored
        ? "searches ignore case" : "searches ignore case unless the pattern has capitals")
  }

  /// The pattern that is highlighted.
  var shown: TextPattern? { isHidden ? nil : pattern }

  private func makeMatchers() {
    defer { onChange?() }
    (matcher, members) = (nil, [])
    switch shown?.target {
    case .text(let pattern): matcher = Matcher(pattern)
    case .records(let expression):
      members = expression.members.map { ConditionMarks($0.condition, isNegated: $0.isNegated) }
    case nil: break
    }
  }

  /// Returns the text of a line with matches highlighted.
  ///
  /// - Parameters:
  ///   - text: the shown part of the line.
  ///   - start: the number of bytes of the line before that part; each of them is one column wide.
  func marked(
    _ text: StyledText, of line: TextLine, from start: Int, _ rules: LineRules
  ) -> StyledText {
    // Matches of conditions are highlighted in their columns.
    guard let matcher else { return text }
    var text = text
    let all = Self.matches(of: matcher, in: line, rules)
    let chosen = line.id == current ? placeInLine.index(of: all.count) : nil
    for (index, glyphs) in all.enumerated() where glyphs.upperBound > start {
      let style = index == chosen ? theme.currentMatch : theme.match
      text.add(style, to: max(0, glyphs.lowerBound - start)..<glyphs.upperBound - start)
    }
    return text
  }

  /// Returns the glyphs of each match in a shown line; none if the pattern is a condition.
  func glyphs(in line: TextLine, _ rules: LineRules) -> [Range<Int>] {
    matcher.map { Self.matches(of: $0, in: line, rules) } ?? []
  }

  /// Returns a shown value with its matches highlighted; if the value meets a negated condition, or
  /// one without a pattern, the whole value is highlighted.
  func marked(
    _ text: StyledText, of value: Value, in column: String, isCurrent: @autoclosure () -> Bool
  ) -> StyledText {
    // This is a fast path, because even without a pattern each value on the first screen gets here.
    guard shown != nil else { return text }
    var text = text
    let style = isCurrent() ? theme.currentMatch : theme.match
    for glyphs in glyphs(of: text.text, value, in: column) { text.add(style, to: glyphs) }
    return text
  }

  /// Returns shown text, such as a record drawn as a log line, with the matches of a pattern
  /// highlighted.
  func marked(_ text: StyledText, isCurrent: @autoclosure () -> Bool) -> StyledText {
    guard let matcher else { return text }
    var text = text
    let style = isCurrent() ? theme.currentMatch : theme.match
    for glyphs in matcher.glyphs(in: text.text) { text.add(style, to: glyphs) }
    return text
  }

  /// Whether a record matches only as it is written and not as it is drawn; the row of such a
  /// record is marked as a whole.
  ///
  /// - Parameter hasMarks: whether a match is highlighted in the drawn text.
  func isOnlyWritten(in line: TextLine, hasMarks: @autoclosure () -> Bool) -> Bool {
    guard let matcher, !hasMarks() else { return false }
    return !matcher.matches(in: Array(line.bytes)).isEmpty
  }

  /// Whether shown text has a match of a pattern.
  func hasMatch(in text: SafeText) -> Bool { matcher.map { !$0.glyphs(in: text).isEmpty } ?? false }

  /// Whether anything is highlighted in a shown value.
  func hasMatch(in text: SafeText, _ value: Value, _ column: String) -> Bool {
    shown != nil && !glyphs(of: text, value, in: column).isEmpty
  }

  private func glyphs(of text: SafeText, _ value: Value, in column: String) -> [Range<Int>] {
    if let matcher { return matcher.glyphs(in: text) }
    for member in members where member.column == column {
      let glyphs = member.glyphs(of: text, value)
      if !glyphs.isEmpty { return glyphs }
    }
    return []
  }

  private static func matches(
    of matcher: Matcher, in line: TextLine, _ rules: LineRules
  ) -> [Range<Int>] {
    // In a line of printable ASCII, each byte is a glyph.
    if line.bytes.isPrintable { return matcher.matches(in: Array(line.bytes)) }
    return matcher.glyphs(in: LineText(line.bytes, rules).text.text)
  }
}
