import Feeds
import Search
import SQLSources

/// Says whether a text of a row has a match of a pattern; one for each thread, as a `PatternTest`.
///
/// Most values are passed over by a search of their bytes as they lie in the memory of the database.
final class ValueTextTest {
  private let test: PatternTest
  /// Finds where a match may be; nil where each value has to be looked at.
  private let candidates: Matcher
  private let mayBeInNumbers: Bool

  /// What numbers are written with.
  private static let ofNumbers = Set("+-.0123456789eE".utf8)
  /// Letters that others are equal to which are not ASCII, where capitals do not matter: the Kelvin sign, the long s.
  private static let foreign = Set("kKsS".utf8)

  /// - Parameter text: the pattern as it was typed; nil where that is not known.
  init(_ pattern: SearchPattern, text: String?, ignoresCase: Bool) {
    test = PatternTest(pattern)
    let literal = text.flatMap { SQLCondition.isLiteral($0) ? $0 : nil }
    mayBeInNumbers = literal?.utf8.allSatisfy { Self.ofNumbers.contains($0) } ?? true
    let part = ignoresCase ? literal.flatMap(Self.partWithoutForeign) : nil
    candidates = Matcher(part ?? pattern)
  }

  /// The longest part of a text that stands in each match, whatever capitals it has; nil where all of it does.
  private static func partWithoutForeign(_ text: String) -> SearchPattern? {
    let parts = text.utf8.split { foreign.contains($0) }
    guard let longest = parts.max(by: { $0.count < $1.count }), longest.count < text.utf8.count,
      longest.allSatisfy({ $0 < 0x80 })
    else { return nil }
    return try? SearchPattern(String(Substring(longest)), case: .ignored, kind: .literal)
  }

  /// Whether a value of a row has a match.
  func matches(_ row: StoredRow) -> Bool {
    row.contains(inNumbers: mayBeInNumbers) { text in
      candidates.firstCandidate(in: text) != nil && test.matches(text)
    }
  }
}
