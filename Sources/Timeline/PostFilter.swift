import GRDB

/// What posts say, or do not: texts that are looked for in the author's names and in the text.
///
/// A text and no expression, because SQLite looks for it: one query finds a post among all, wherever it is.
public struct PostFilter: Hashable, Sendable {
  /// A text, and whether posts must have it or must not.
  public struct Part: Hashable, Sendable {
    /// The text, of 500 characters at most and up to a NUL: what is longer is cut.
    public let text: String
    /// Whether posts must not have it.
    public let isNegated: Bool
    /// Whether A to Z are the same as a to z; no other letters are.
    public let ignoresCase: Bool

    /// Creates a part.
    public init(_ text: String, isNegated: Bool = false, ignoresCase: Bool) {
      // SQLite is given the text up to a NUL.
      self.text = String(text.prefix { $0 != "\0" }.prefix(Self.longest))
      (self.isNegated, self.ignoresCase) = (isNegated, ignoresCase)
    }

    private static let longest = 500
  }

  /// All of it is met by each post.
  public var parts: [Part]

  /// Creates a filter; without parts every post meets it.
  public init(_ parts: [Part] = []) { self.parts = parts }

  /// The posts that meet it.
  var sql: String {
    parts.isEmpty
      ? "SELECT * FROM post"
      : "SELECT * FROM post WHERE " + parts.map(\.condition).joined(separator: " AND ")
  }

  /// The values of its places.
  var arguments: StatementArguments { StatementArguments(parts.map(\.value)) }
}

extension PostFilter.Part {
  fileprivate var condition: String {
    let words = "authorName || ' @' || authorHandle || char(10) || text"
    let read = ignoresCase ? "lower(\(words))" : words
    return "instr(\(read), ?) \(isNegated ? "=" : ">") 0"
  }

  /// SQLite's `lower` knows only ASCII, and so does this.
  fileprivate var value: String {
    guard ignoresCase else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0.isASCII ? $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 : $0
        }
      ))
  }
}
