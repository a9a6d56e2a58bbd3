import Answers
import Bytes

/// By which name a request gives back what an answer has under another.
///
/// AWS gives and takes the same name in 94 of 100 operations (botocore 1.43); most others leave `next`, `end` or `last` out.
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
  ///   - typed: names of parameters that the reader has typed: one of them is meant where it is the same or the same without `next`.
  ///   - open: those of them that were typed without a value: `start_cursor=` is for `next_cursor`.
  static func parameter(for name: String, typed: [String], open: [String] = []) -> String {
    let short = known[name] ?? shortened(name)
    for candidate in [name, short] {
      if let same = typed.first(where: { normalized($0) == normalized(candidate) }) { return same }
    }
    if let open = open.first(where: { normalized($0).hasSuffix(normalized(short)) }) { return open }
    // `nextToken` has no other name where it goes.
    return isTokenItself(name) ? name : short
  }

  /// The parameter for one of several values that lead on together: `key-marker` for `NextKeyMarker`.
  static func parameter(ofSeveral name: String) -> String {
    guard name.hasPrefix("Next") else { return name }
    return words(of: String(name.dropFirst(4))).joined(separator: "-")
  }

  private static func isTokenItself(_ name: String) -> Bool { normalized(name) == "nexttoken" }

  /// A name without `next`, `end` or `last`, in the same writing.
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

  /// Words in lower case, which begin with a capital or stand behind `_` or `-`.
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

  /// A name as it is compared: as those of answers, and `$` does not matter either.
  static func normalized(_ name: String) -> String {
    AnswerNames.normalized(name).filter { $0 != "$" }
  }
}
