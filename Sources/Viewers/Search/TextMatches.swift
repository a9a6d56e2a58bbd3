import Bytes
import Feeds
import FileSources
import Records
import Search
import TableUI
import Terminal

/// What a reader looks for: the one place that knows it; and its matches in the lines in sight, which
/// stand out.
final class TextMatches {
  /// Called when what stands out is something else.
  var onChange: (() -> Void)?
  /// What is looked for.
  private(set) var pattern: TextPattern?
  /// Whether its matches do not stand out.
  private(set) var isHidden = false
  /// Upper and lower case.
  var rule: SearchCase
  /// Which way it is looked for.
  var direction = SearchDirection()
  /// The line that the reader is at.
  var current: FileOffset? {
    didSet {
      guard current != oldValue else { return }
      (placeInLine, countInLine) = (.first, 1)
      onChange?()
    }
  }
  /// Which match of that line the reader is at.
  var placeInLine = PlaceInLine.first { didSet { if placeInLine != oldValue { onChange?() } } }
  /// How many matches that line has, once it is in sight.
  var countInLine = 1

  /// A match among those of a line.
  enum PlaceInLine: Equatable {
    case first
    case last
    /// By its number, from 0.
    case number(Int)

    /// Its number among n, from 0.
    func index(of count: Int) -> Int {
      switch self {
      case .first: 0
      case .last: max(0, count - 1)
      case .number(let number): min(number, max(0, count - 1))
      }
    }
  }
  /// What marks a pattern in all texts.
  private var matcher: Matcher?
  /// What tells the values of columns that conditions find.
  private var members: [ConditionMarks] = []

  /// How the values are marked that one condition finds.
  private struct ConditionMarks {
    let column: String
    let isNegated: Bool
    let values: ValueMatcher
    /// What marks a part of them; nil where all of a value is meant.
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

  /// Looks for something else, or for nothing; its matches stand out.
  ///
  /// - Parameter line: the one that the reader is at.
  func look(for pattern: TextPattern?, at line: FileOffset? = nil) {
    if !isSame(pattern) { direction.renew() }
    (self.pattern, isHidden) = (pattern, false)
    current = line
    makeMatchers()
  }

  /// Looks for the same in another way, such as without regard to case.
  func replace(by pattern: TextPattern?) {
    self.pattern = pattern
    direction.renew()
    makeMatchers()
  }

  /// Whether what is looked for is the same, so that what was found of it stays true.
  func isSame(_ other: TextPattern?) -> Bool {
    other != nil && other?.description == pattern?.description
  }

  /// Lets the matches stand out, or not.
  func hide(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    self.isHidden = isHidden
    makeMatchers()
  }

  /// Looks for the other case rule from now on; says what that is.
  func toggleCase() -> Message {
    rule = rule == .ignored ? .smart : .ignored
    return Message(
      rule == .ignored ? "searches ignore case" : "searches ignore case unless capitals are typed")
  }

  /// What stands out.
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

  /// A line's text in which its matches stand out.
  ///
  /// - Parameters:
  ///   - text: what is shown of the line.
  ///   - start: how many of its bytes are passed over, each of a column.
  func marked(
    _ text: StyledText, of line: TextLine, from start: Int, _ rules: LineRules
  ) -> StyledText {
    // What conditions find is marked in their columns.
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

  /// The glyphs of each match in what is shown of a line; none where a condition is looked for.
  func glyphs(in line: TextLine, _ rules: LineRules) -> [Range<Int>] {
    matcher.map { Self.matches(of: $0, in: line, rules) } ?? []
  }

  /// What is shown of a value in a column of a record, in which the matches stand out; all of it where it meets a
  /// condition that has no pattern.
  func marked(
    _ text: StyledText, of value: Value, in column: String, isCurrent: @autoclosure () -> Bool
  ) -> StyledText {
    // Each value of a first screen asks, when nothing is looked for.
    guard shown != nil else { return text }
    var text = text
    let style = isCurrent() ? theme.currentMatch : theme.match
    for glyphs in glyphs(of: text.text, value, in: column) { text.add(style, to: glyphs) }
    return text
  }

  /// A text that is shown, such as a record as a line of a log, in which the matches of a pattern stand out.
  func marked(_ text: StyledText, isCurrent: @autoclosure () -> Bool) -> StyledText {
    guard let matcher else { return text }
    var text = text
    let style = isCurrent() ? theme.currentMatch : theme.match
    for glyphs in matcher.glyphs(in: text.text) { text.add(style, to: glyphs) }
    return text
  }

  /// Whether a record matches as it is written, where what is drawn of it does not: such a row is marked as a whole.
  ///
  /// - Parameter hasMarks: whether a match stands out in what is drawn.
  func isOnlyWritten(in line: TextLine, hasMarks: @autoclosure () -> Bool) -> Bool {
    guard let matcher, !hasMarks() else { return false }
    return !matcher.matches(in: Array(line.bytes)).isEmpty
  }

  /// Whether a match of a pattern is in a text that is shown.
  func hasMatch(in text: SafeText) -> Bool { matcher.map { !$0.glyphs(in: text).isEmpty } ?? false }

  /// Whether something stands out in what is shown of a value.
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
    // Each byte is a glyph there.
    if line.bytes.isPrintable { return matcher.matches(in: Array(line.bytes)) }
    return matcher.glyphs(in: LineText(line.bytes, rules).text.text)
  }
}
