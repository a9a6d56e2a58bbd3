import ByteStores
package import Feeds
import FileSources
package import Records
package import Search
package import TableUI
import Terminal

/// A search pattern for a text: a pattern to find in its lines as they are shown, without colors,
/// or conditions on columns of its records.
nonisolated struct TextPattern: LinePattern {
  /// The kind of pattern.
  enum Target {
    case text(SearchPattern)
    case records(RecordExpression)
  }

  /// The pattern as it was typed.
  let text: String
  let target: Target
  /// Whether case is ignored.
  let ignoresCase: Bool
  /// The pattern for values of records, if records are shown in a form other than as written.
  private(set) var inRecords: RecordTexts?

  /// Returns the pattern for a text whose records are shown in a form other than as written.
  ///
  /// - Parameter drawing: the drawn parts of records that the pattern may match.
  func inRecords(
    _ reading: RecordDecoder, unit: MatchUnit, drawing: LogDrawing?
  ) -> TextPattern {
    guard let plain else { return self }
    var pattern = self
    pattern.inRecords = RecordTexts(
      pattern: plain, reading: reading, unit: unit, drawing: drawing)
    return pattern
  }

  /// Creates a pattern from typed text, without looking for conditions in it.
  ///
  /// - Throws: an error if the pattern is invalid.
  init(_ text: String, _ rule: SearchCase) throws(PatternError) {
    (self.text, ignoresCase) = (text, rule.ignoresCase(literal: text))
    target = .text(try SearchPattern(text, case: rule.rule))
  }

  /// Creates a pattern for a literal string.
  ///
  /// - Throws: an error if the string cannot be searched for.
  init(literal text: String, _ rule: SearchCase) throws(PatternError) {
    (self.text, ignoresCase) = (text, rule.ignoresCase(literal: text))
    target = .text(try SearchPattern(text, case: rule.rule, kind: .literal))
  }

  init(_ text: String, _ expression: RecordExpression) {
    (self.text, target) = (text, .records(expression))
    ignoresCase = expression.ignoresCase
  }

  /// Parses typed text: as conditions if it names columns, otherwise as a pattern.
  ///
  /// - Parameters:
  ///   - isStrict: whether text that looks like a condition must name a column.
  ///   - names: returns the existing columns, for suggestions.
  ///   - column: returns the column for a typed name, or nil.
  ///   - condition: converts a parsed condition to a test of records.
  /// - Throws: an error if the text is invalid.
  init(
    _ text: String, _ rule: SearchCase, isStrict: Bool, among names: () -> [String],
    named column: (String) -> String?, unit: MatchUnit,
    _ condition: (ColumnCondition) throws(PatternError) -> RecordCondition
  ) throws(PatternError) {
    func read(_ text: String) throws(PatternError) -> ConditionExpression? {
      do throws(ConditionError) {
        return try ConditionExpression(text, isStrict: isStrict, named: column)
      } catch {
        throw PatternError(error, among: names())
      }
    }
    if let read = try read(text) {
      self.init(text, try RecordExpression(read, unit: unit, condition))
    } else if let rest = text.first == "/" ? text.dropFirst() : nil, (try? read("\(rest)")) != nil {
      // After a slash, even text that looks like a condition is a pattern.
      try self.init("\(rest)", rule)
    } else {
      try self.init(text, rule)
    }
  }

  /// The pattern, unless it is a condition.
  var plain: SearchPattern? {
    if case .text(let pattern) = target { pattern } else { nil }
  }

  /// The conditions, if there are any.
  var expression: RecordExpression? {
    if case .records(let expression) = target { expression } else { nil }
  }

  /// Whether the pattern is a negated condition.
  var isNegated: Bool { expression?.isNegated ?? false }

  /// The pattern as it was typed, or a description of the conditions.
  var description: String { expression?.expression.description ?? text }

  func makeMatcher() -> any LineMatcher {
    switch target {
    case .text(let pattern):
      if let inRecords {
        LineAlternatives([WrittenText(pattern: pattern), inRecords], unit: inRecords.unit)
          .makeMatcher()
      } else {
        TextMatcher(pattern)
      }
    case .records(let expression): expression.makeMatcher()
    }
  }
}

// The conformance is nonisolated, because a search looks for it on a thread of its executor, where
// a conformance of the main actor is not found.
extension TextPattern: nonisolated ProbedPattern {
  func makeProbes() -> TextProbes? {
    // A drawn or decoded value may differ from the written text, which a probe examines.
    guard inRecords == nil, let plain,
      let needles = UnitNeedles(plain, longest: TextProbes.longestNeedle)
    else { return nil }
    return TextProbes { ShownTextProbe(NeedleProbe(needles)) }
  }
}

/// A probe for text as it is shown: color sequences and overstriking may be within a match.
// @unchecked, because the compiler cannot know that only one thread uses a probe at a time.
nonisolated private final class ShownTextProbe: TextProbe, @unchecked Sendable {
  private let needles: NeedleProbe

  init(_ needles: NeedleProbe) { self.needles = needles }

  func mayMatch(in bytes: UnsafeRawBufferPointer, hasControls: Bool) -> Bool {
    hasControls || needles.mayMatch(in: bytes)
  }
}

/// A pattern that is matched with records as they are written.
nonisolated private struct WrittenText: LinePattern {
  let pattern: SearchPattern

  func makeMatcher() -> any LineMatcher { TextMatcher(pattern) }
}

extension PatternError {
  /// Creates an error for conditions, with a suggested name.
  fileprivate init(_ error: ConditionError, among columns: [String]) {
    switch error {
    case .noColumn(let name):
      let like = ColumnNames.like(name, among: columns).map { "; did you mean \($0)?" } ?? ""
      self.init(message: "no column '\(name)'\(like)", offset: -1)
    case .invalid(let words, let offset): self.init(message: words, offset: offset)
    }
  }
}

/// A filter: a pattern or condition that items must match or, if it is negated, must not match.
nonisolated package struct FilterPart: Sendable {
  let pattern: TextPattern
  package let isNegated: Bool

  /// The pattern as it was typed; nil for conditions.
  package var text: String? { pattern.expression == nil ? pattern.text : nil }
  /// The pattern; nil for conditions.
  package var plain: SearchPattern? { pattern.plain }
  /// The conditions; nil for a pattern.
  package var expression: RecordExpression? { pattern.expression }
  /// The conditions on fields; empty for a pattern.
  package var conditions: [ColumnCondition] {
    pattern.expression?.conditions.map(\.condition) ?? []
  }
  /// Whether case is ignored.
  package var ignoresCase: Bool { pattern.ignoresCase }

  /// A short form for the status line.
  var description: String {
    let words = pattern.description
    let isLong = words.count > Self.mostOfDescription
    return (isNegated ? "not " : pattern.expression == nil ? "only " : "")
      + (isLong ? words.prefix(Self.mostOfDescription - 1) + "…" : words)
  }

  /// The maximum number of characters of the pattern or conditions in the short form.
  private static let mostOfDescription = 24

  /// Parses a typed filter with an optional leading `!`; nil if it is empty.
  ///
  /// - Parameter pattern: parses the text after the `!`.
  /// - Throws: an error if the filter is invalid.
  init?(
    _ text: String, pattern: (String) throws(PatternError) -> TextPattern
  ) throws(PatternError) {
    isNegated = text.hasPrefix("!")
    let rest = isNegated ? String(text.dropFirst()) : text
    guard !rest.isEmpty else { return nil }
    self.pattern = try pattern(rest)
  }

  init(_ pattern: TextPattern, isNegated: Bool = false) {
    (self.pattern, self.isNegated) = (pattern, isNegated)
  }
}

/// A limit on how long keys wait for a jump or a search to end.
///
/// Keys wait because they are meant for the place where the jump or the search ends. When the limit
/// is reached, they act immediately.
package struct InputHold {
  private var start: ContinuousClock.Instant?
  private static let longest = Duration.seconds(2)

  /// Creates a hold that is not active.
  package init() {}

  /// Starts the hold, because a position was requested.
  package mutating func begin() { start = .now }

  /// Whether keys have to wait.
  ///
  /// - Parameter isUnderWay: whether the position is still being found or loaded.
  package func holdsInput(while isUnderWay: @autoclosure () -> Bool) -> Bool {
    guard let start, isUnderWay() else { return false }
    return ContinuousClock.now - start < Self.longest
  }
}

/// The direction of a search, and whether a search has reached the end in a direction.
package struct SearchDirection {
  /// Whether the search, and with it `n`, goes towards the end.
  package var goesDown = true
  private var exhausted: Bool?

  /// Creates a direction towards the end.
  package init() {}

  /// Whether a step starts at the other end, because the previous step has reached this end.
  package func wraps(goingDown: Bool) -> Bool { exhausted == goingDown }

  /// Forgets that an end was reached, after a match or a change of the pattern.
  package mutating func renew() { exhausted = nil }

  /// Records that no match was found in a direction, and returns a message, with the key that
  /// continues at the other end if a match may be there.
  ///
  /// - Parameters:
  ///   - isNowhere: whether the other direction has no match either.
  ///   - text: the pattern.
  ///   - doubt: a remark, for example that some lines could not be searched.
  package mutating func exhaust(
    goingDown: Bool, isNowhere: Bool, text: String, doubt: String = "", theme: Theme
  ) -> Message {
    if isNowhere || wraps(goingDown: goingDown) {
      renew()
      return Message("no match for \(text)\(doubt)", .accent)
    }
    exhausted = goingDown
    let (edge, other) = goingDown ? ("below", "top") : ("above", "end")
    let key = goesDown == goingDown ? "n" : "N"
    return Message(
      "not found \(edge)\(doubt) \(theme.symbols.dot) \(key): from the \(other)", .accent)
  }
}

extension Command {
  /// Creates the commands of a search, shared by all sources.
  ///
  /// - Parameters:
  ///   - ask: asks for a pattern, with the label of the prompt, the direction, and the number of
  ///     the match to find.
  ///   - goOn: goes to the nth match, forward or back.
  package static func searching(
    ask: @escaping (_ label: String, _ goesDown: Bool, _ count: Int) -> Void,
    goOn: @escaping (_ times: Int, _ back: Bool) -> Void
  ) -> [Command] {
    [
      Command("search towards the end", in: .move, keys: ["/"]) {
        ask("/", true, 1)
      },
      Command("search towards the start", in: .move, keys: ["?"]) { ask("?", false, 1) },
      // The help describes these keys together with those above: a number selects the Nth match.
      Command("search towards the end", in: .move, after: .number, keys: ["/"]) {
        ask("/", true, $0)
      },
      Command("search towards the start", in: .move, after: .number, keys: ["?"]) {
        ask("?", false, $0)
      },
      Command("next match; N: previous match", in: .move, keys: ["n"], times: { goOn($0, false) }),
      Command("next match; N: previous match", in: .move, keys: ["N"], times: { goOn($0, true) }),
    ]
  }

  /// Creates the command that stops a search in progress.
  package static func stoppingSearch(
    isEnabled: @escaping () -> Bool, _ stop: @escaping () -> Void
  ) -> Command {
    Command(
      "stop the search", in: .move, keys: [.escape, "^C"], isEnabled: isEnabled, action: stop)
  }
}
