import Answers
import Bytes

/// The mapping from the name of a token in an answer to the name of its parameter in a request.
///
/// AWS uses the same name in 94 of 100 operations (botocore 1.43); most other services drop `next`,
/// `end` or `last`.
enum TokenNames {
  /// Names that do not follow the rule.
  private static let known = [
    "LastEvaluatedKey": "ExclusiveStartKey", "lastEvaluatedKey": "exclusiveStartKey",
    "endCursor": "after", "end_cursor": "after", "nextCursorMark": "cursorMark",
    "NextContinuationToken": "continuation-token", "after_key": "after",
  ]

  /// The name of the parameter for a token.
  ///
  /// - Parameters:
  ///   - name: the name of the token in the answer.
  ///   - typed: the names of the parameters, fields or members that the reader has typed; a name
  ///     that is equal to that of the token, or to its short form, is used.
  ///   - open: the names in `typed` that have no value; for example, `start_cursor=` is meant for
  ///     `next_cursor`.
  static func parameter(for name: String, typed: [String], open: [String] = []) -> String {
    let short = known[name] ?? shortened(name)
    for candidate in [name, short] {
      if let same = typed.first(where: { normalized($0) == normalized(candidate) }) { return same }
    }
    if let open = open.first(where: { normalized($0).hasSuffix(normalized(short)) }) { return open }
    // For `nextToken` the full name is the usual parameter.
    return isTokenItself(name) ? name : short
  }

  /// The name of the parameter for one of several values that form a cursor: `key-marker` for
  /// `NextKeyMarker`.
  static func parameter(ofSeveral name: String) -> String {
    guard name.hasPrefix("Next") else { return name }
    return words(of: String(name.dropFirst(4))).joined(separator: "-")
  }

  private static func isTokenItself(_ name: String) -> Bool { normalized(name) == "nexttoken" }

  /// The name without `next`, `end` or `last`, in the same spelling style.
  private static func shortened(_ name: String) -> String {
    for prefix in ["next", "end", "last"] where normalized(name).hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count).drop { $0 == "_" || $0 == "-" }
      guard let first = rest.first, rest.count < name.count - prefix.count || first.isUppercase
      else { continue }
      let isCapital = name.first?.isUppercase == true
      return isCapital ? String(rest) : first.lowercased() + rest.dropFirst()
    }
    return name
  }

  /// The words of a name in lower case; a word begins with a capital, or after `_` or `-`.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if character == "_" || character == "-" {
        words.append("")
      } else if character.isUppercase || words.isEmpty {
        words.append(character.lowercased())
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// The name for comparisons: normalized like names in answers, and without `$`.
  static func normalized(_ name: String) -> String {
    AnswerNames.normalized(name).filter { $0 != "$" }
  }
}
