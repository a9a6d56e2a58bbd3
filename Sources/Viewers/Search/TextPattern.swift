package import Feeds
import FileSources
package import Records
package import Search
package import TableUI
import Terminal

/// What is looked for in a text: a pattern in its lines as they are shown, without what colours them, or conditions on
/// columns of its records.
nonisolated struct TextPattern: LinePattern {
  /// What a line or record is held against.
  enum Target {
    case text(SearchPattern)
    case records(RecordExpression)
  }

  /// As it was typed.
  let text: String
  let target: Target
  /// Whether capitals and small letters are the same to it.
  let ignoresCase: Bool
  /// The same in what records say; nil where no records are shown.
  private(set) var inRecords: RecordTexts?

  /// The pattern where it is looked for in records that are read in some way, too.
  ///
  /// - Parameter drawing: what is drawn in which it may be.
  func inRecords(
    _ reading: RecordDecoder, unit: MatchUnit, drawing: LogDrawing?
  ) -> TextPattern {
    guard let plain else { return self }
    var pattern = self
    pattern.inRecords = RecordTexts(
      pattern: plain, reading: reading, unit: unit, drawing: drawing)
    return pattern
  }

  /// - Throws: the mistake in it.
  init(_ text: String, _ rule: SearchCase) throws(PatternError) {
    (self.text, ignoresCase) = (text, rule.ignoresCase(literal: text))
    target = .text(try SearchPattern(text, case: rule.rule))
  }

  /// A text that is no expression.
  ///
  /// - Throws: that it cannot be looked for.
  init(literal text: String, _ rule: SearchCase) throws(PatternError) {
    (self.text, ignoresCase) = (text, rule.ignoresCase(literal: text))
    target = .text(try SearchPattern(text, case: rule.rule, kind: .literal))
  }

  init(_ text: String, _ expression: RecordExpression) {
    (self.text, target) = (text, .records(expression))
    ignoresCase = expression.ignoresCase
  }

  /// What a text asks for that a reader has typed: conditions where it names columns, else a pattern.
  ///
  /// - Parameters:
  ///   - isStrict: whether a text that reads as a condition must name a column.
  ///   - names: the columns that there are, one of which may have been meant.
  ///   - column: the column that a typed name means; nil where there is none.
  ///   - condition: makes a condition of one that is read.
  /// - Throws: the mistake in it.
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
      // What would be a condition is a pattern behind a slash.
      try self.init("\(rest)", rule)
    } else {
      try self.init(text, rule)
    }
  }

  /// What is looked for in all texts, where it is no condition on a column.
  var plain: SearchPattern? {
    if case .text(let pattern) = target { pattern } else { nil }
  }

  /// The conditions, where it has some.
  var expression: RecordExpression? {
    if case .records(let expression) = target { expression } else { nil }
  }

  /// Whether what does not match is looked for.
  var isNegated: Bool { expression?.isNegated ?? false }

  /// As it was typed, or conditions in words.
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

/// A text that is looked for in what is written.
nonisolated private struct WrittenText: LinePattern {
  let pattern: SearchPattern

  func makeMatcher() -> any LineMatcher { TextMatcher(pattern) }
}

extension PatternError {
  /// What is wrong with conditions, with a name that may have been meant.
  fileprivate init(_ error: ConditionError, among columns: [String]) {
    switch error {
    case .noColumn(let name):
      let like = ColumnNames.like(name, among: columns).map { "; did you mean \($0)?" } ?? ""
      self.init(message: "no column '\(name)'\(like)", offset: -1)
    case .invalid(let words, let offset): self.init(message: words, offset: offset)
    }
  }
}

/// One thing that a reader asks of items: a pattern or a condition, or that they do not meet it.
nonisolated package struct FilterPart: Sendable {
  let pattern: TextPattern
  package let isNegated: Bool

  /// The pattern as it was typed; nil where a field is asked.
  package var text: String? { pattern.expression == nil ? pattern.text : nil }
  /// The pattern; nil where fields are asked.
  package var plain: SearchPattern? { pattern.plain }
  /// The conditions on fields; nil where any text is looked for.
  package var expression: RecordExpression? { pattern.expression }
  /// What is asked of fields; nothing where any text is.
  package var conditions: [ColumnCondition] {
    pattern.expression?.conditions.map(\.condition) ?? []
  }
  /// Whether capitals and small letters are the same.
  package var ignoresCase: Bool { pattern.ignoresCase }

  /// As the status line says it, in a few letters.
  var description: String {
    let words = pattern.description
    let isLong = words.count > Self.mostOfDescription
    return (isNegated ? "not " : pattern.expression == nil ? "only " : "")
      + (isLong ? words.prefix(Self.mostOfDescription - 1) + "…" : words)
  }

  /// Letters of a filter that the status line says.
  private static let mostOfDescription = 24

  /// Reads a filter as it was typed, without its leading `!`; nil if it is empty.
  ///
  /// - Parameter pattern: reads the rest.
  /// - Throws: the mistake in it.
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

/// How long keys wait for the place that was asked for: they go on from there.
///
/// A reader sees a way that takes longer; the keys do something at once then.
package struct InputHold {
  private var start: ContinuousClock.Instant?
  private static let longest = Duration.seconds(2)

  /// Creates one without a place that was asked for.
  package init() {}

  /// A place is asked for now.
  package mutating func begin() { start = .now }

  /// Whether keys wait, while the place is looked for or loaded.
  package func holdsInput(while isUnderWay: @autoclosure () -> Bool) -> Bool {
    guard let start, isUnderWay() else { return false }
    return ContinuousClock.now - start < Self.longest
  }
}

/// Which way a search goes on, and whether nothing more was found that way.
package struct SearchDirection {
  /// Whether the search was asked for towards the end, as `n` goes on.
  package var goesDown = true
  private var exhausted: Bool?

  /// Creates a direction: towards the end.
  package init() {}

  /// Whether a step begins at the other end, because nothing more was found on the way there.
  package func wraps(goingDown: Bool) -> Bool { exhausted == goingDown }

  /// Forgets that nothing more was found: something was, or something else is looked for.
  package mutating func renew() { exhausted = nil }

  /// Notes that nothing was found on a way, and says so and which key goes on from the other end.
  ///
  /// - Parameters:
  ///   - isNowhere: whether there is nothing on the other way either.
  ///   - text: what was looked for.
  ///   - doubt: what is to be said besides, such as that not all could be searched.
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
  /// The keys of a search, the same over every source.
  ///
  /// - Parameters:
  ///   - ask: asks what to look for, with the prompt's label, towards the end or the start, and which match is meant.
  ///   - goOn: goes to the nth match from here, or back.
  package static func searching(
    ask: @escaping (_ label: String, _ goesDown: Bool, _ count: Int) -> Void,
    goOn: @escaping (_ times: Int, _ back: Bool) -> Void
  ) -> [Command] {
    [
      Command("search towards the end", in: .move, keys: ["/"]) {
        ask("/", true, 1)
      },
      Command("search towards the start", in: .move, keys: ["?"]) { ask("?", false, 1) },
      // One row of the help each with those above: with a number the Nth match is meant.
      Command("search towards the end", in: .move, after: .number, keys: ["/"]) {
        ask("/", true, $0)
      },
      Command("search towards the start", in: .move, after: .number, keys: ["?"]) {
        ask("?", false, $0)
      },
      Command("next match, N the one before", in: .move, keys: ["n"], times: { goOn($0, false) }),
      Command("next match, N the one before", in: .move, keys: ["N"], times: { goOn($0, true) }),
    ]
  }

  /// The key that ends a search while there is one.
  package static func stoppingSearch(
    isEnabled: @escaping () -> Bool, _ stop: @escaping () -> Void
  ) -> Command {
    Command(
      "stop the search", in: .move, keys: [.escape, "^C"], isEnabled: isEnabled, action: stop)
  }
}
