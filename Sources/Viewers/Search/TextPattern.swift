import Feeds
import FileSources
package import Records
import Search
package import TableUI
import Terminal

/// What is looked for in a text: a pattern in its lines as they are shown, without what colours them, or a condition on
/// a column of its records.
nonisolated struct TextPattern: LinePattern {
  /// What a line or record is held against.
  enum Target {
    case text(SearchPattern)
    case column(RecordCondition)
  }

  /// As it was typed.
  let text: String
  let target: Target
  /// Whether capitals and small letters are the same to it.
  let ignoresCase: Bool

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

  init(_ text: String, _ condition: RecordCondition) {
    (self.text, target) = (text, .column(condition))
    ignoresCase = condition.value.foldedText != nil
  }

  /// What is looked for in all texts, where it is no condition on a column.
  var plain: SearchPattern? {
    if case .text(let pattern) = target { pattern } else { nil }
  }

  /// The condition, where it is one.
  var condition: RecordCondition? {
    if case .column(let condition) = target { condition } else { nil }
  }

  /// Whether what does not match is looked for.
  var isNegated: Bool { condition?.condition.comparison.isNegated ?? false }

  /// As it was typed, or a condition in words.
  var description: String { condition?.condition.description ?? text }

  func makeMatcher() -> any LineMatcher {
    switch target {
    case .text(let pattern): TextMatcher(pattern)
    case .column(let condition): condition.makeMatcher()
    }
  }
}

extension PatternError {
  /// What reads as a condition, on a column that there is none of.
  init(noColumn name: String, among columns: some Collection<String>) {
    let like = ColumnNames.like(name, among: columns).map { "; did you mean \($0)?" } ?? ""
    self.init(message: "no column '\(name)'\(like)", offset: -1)
  }
}

/// One thing that a reader asks of items: a pattern or a condition, or that they do not meet it.
nonisolated package struct FilterPart: Sendable {
  let pattern: TextPattern
  package let isNegated: Bool

  /// The pattern as it was typed; nil where a field is asked.
  package var text: String? { pattern.condition == nil ? pattern.text : nil }
  /// What is asked of a field; nil where any text is.
  package var condition: ColumnCondition? { pattern.condition?.condition }
  /// Whether capitals and small letters are the same.
  package var ignoresCase: Bool { pattern.ignoresCase }

  /// As the status line says it, in a few letters.
  var description: String {
    let words = pattern.description
    return (isNegated ? "not " : "only ") + (words.count > 24 ? words.prefix(23) + "…" : words)
  }

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
    let (edge, other) = goingDown ? ("below", "start") : ("above", "end")
    let key = goesDown == goingDown ? "n" : "N"
    return Message(
      "no match \(edge)\(doubt) \(theme.symbols.dot) \(key) from the \(other)", .accent)
  }
}

extension Command {
  /// The keys of a search, the same over every source.
  ///
  /// - Parameters:
  ///   - ask: asks what to look for, with the prompt's label, towards the end or the start.
  ///   - goOn: goes to the nth match from here, or back.
  package static func searching(
    ask: @escaping (_ label: String, _ goesDown: Bool) -> Void,
    goOn: @escaping (_ times: Int, _ back: Bool) -> Void
  ) -> [Command] {
    [
      Command("search towards the end", in: .move, keys: ["/"]) { ask("/", true) },
      Command("search towards the start", in: .move, keys: ["?"]) { ask("?", false) },
      Command("next match", in: .move, keys: ["n"], times: { goOn($0, false) }),
      Command("match before that", in: .move, keys: ["N"], times: { goOn($0, true) }),
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
