import Feeds
import Search
import SQLSources

/// A test of whether a value of a row matches a pattern; use one on each thread, like a
/// `PatternTest`.
///
/// Most values are ruled out by a search of their bytes, in the memory of the database library.
final class ValueTextTest {
  private let test: PatternTest
  /// The matcher that finds possible matches, which are then tested.
  private let candidates: Matcher
  private let mayBeInNumbers: Bool

  /// The characters that numbers consist of.
  private static let ofNumbers = Set("+-.0123456789eE".utf8)
  /// Letters that match characters outside ASCII if case is ignored: the Kelvin sign and the long
  /// s.
  private static let foreign = Set("kKsS".utf8)

  /// - Parameter text: the pattern as it was typed; nil if it is not known.
  init(_ pattern: SearchPattern, text: String?, ignoresCase: Bool) {
    test = PatternTest(pattern)
    let literal = text.flatMap { SQLCondition.isLiteral($0) ? $0 : nil }
    mayBeInNumbers = literal?.utf8.allSatisfy { Self.ofNumbers.contains($0) } ?? true
    let part = ignoresCase ? literal.flatMap(Self.partWithoutForeign) : nil
    candidates = Matcher(part ?? pattern)
  }

  /// A pattern for the longest part of the text without `foreign` letters, which every match
  /// contains; nil if that part is empty, is the whole text, or is not ASCII.
  private static func partWithoutForeign(_ text: String) -> SearchPattern? {
    let parts = text.utf8.split { foreign.contains($0) }
    guard let longest = parts.max(by: { $0.count < $1.count }), longest.count < text.utf8.count,
      longest.allSatisfy({ $0 < 0x80 })
    else { return nil }
    return try? SearchPattern(String(Substring(longest)), case: .ignored, kind: .literal)
  }

  /// Whether a value of a row matches.
  func matches(_ row: StoredRow) -> Bool {
    row.contains(inNumbers: mayBeInNumbers) { text in
      candidates.firstCandidate(in: text) != nil && test.matches(text)
    }
  }
}
