public import GRDB
import SQLSources

/// A post of the timeline.
public struct Post: Identifiable, Hashable, Sendable, Codable {
  /// The permanent identity of the post.
  public let id: Int64
  /// The time of the post, in seconds since 1970-01-01 00:00 UTC.
  public let time: Int
  /// The name of the author.
  public let authorName: String
  /// The short name of the author, without an at sign.
  public let authorHandle: String
  /// The text, which may have several lines.
  public let text: String
  /// The file name of the picture; nil if the post has none.
  public let picture: String?
  /// The number of likes, including the reader's own.
  public var likes: Int
  /// Whether the reader likes the post.
  public var isLiked: Bool

  /// Creates a post.
  public init(
    id: Int64, time: Int, authorName: String, authorHandle: String, text: String,
    picture: String? = nil, likes: Int = 0, isLiked: Bool = false
  ) {
    self.id = id
    self.time = time
    self.authorName = authorName
    self.authorHandle = authorHandle
    self.text = text
    self.picture = picture
    self.likes = likes
    self.isLiked = isLiked
  }
}

extension Post: FetchableRecord {
  /// Creates a post from a row.
  ///
  /// - Throws: an error if a column is missing or has a value of another type, as in a damaged
  ///   file.
  public init(row: Row) throws {
    self.init(
      id: try row.decode(forColumn: "id"),
      time: try row.decode(forColumn: "time"),
      authorName: try row.decode(forColumn: "authorName"),
      authorHandle: try row.decode(forColumn: "authorHandle"),
      text: try row.decode(forColumn: "text"),
      picture: try row.decode(forColumn: "picture"),
      likes: try row.decode(forColumn: "likes"),
      isLiked: try row.decode(forColumn: "isLiked"))
  }

  /// The position of the post in the timeline.
  var cursor: KeysetCursor {
    TimelineSource.cursor(time: time, id: id)
  }

  /// The statement that inserts a post, with the values in the order of the columns.
  static let insertion = "INSERT INTO post VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

  /// The values for `insertion`.
  var columns: StatementArguments {
    [id, time, authorName, authorHandle, text, picture, likes, isLiked]
  }
}

/// A filter for posts: strings that must or must not occur in the author's names or in the text.
///
/// It uses strings and not regular expressions, because SQLite can search for strings: one query
/// finds the next post at any distance.
public struct PostFilter: Hashable, Sendable {
  /// A string that must or must not occur.
  public struct Part: Hashable, Sendable {
    /// The string, cut at 500 characters and at a NUL.
    public let text: String
    /// Whether the string must not occur.
    public let isNegated: Bool
    /// Whether case is ignored, for the letters A to Z only.
    public let ignoresCase: Bool

    /// Creates a part.
    public init(_ text: String, isNegated: Bool = false, ignoresCase: Bool) {
      // SQLite ends a string at a NUL.
      self.text = String(text.prefix { $0 != "\0" }.prefix(Self.longest))
      (self.isNegated, self.ignoresCase) = (isNegated, ignoresCase)
    }

    private static let longest = 500
  }

  /// The parts; a post must match each of them.
  public var parts: [Part]

  /// Creates a filter; if it has no parts, every post matches it.
  public init(_ parts: [Part] = []) { self.parts = parts }

  /// The query for the posts, in SQL.
  var sql: String {
    parts.isEmpty
      ? "SELECT * FROM post"
      : "SELECT * FROM post WHERE " + parts.map(\.condition).joined(separator: " AND ")
  }

  /// The values of the parameters of `sql`.
  var arguments: StatementArguments { StatementArguments(parts.map(\.value)) }
}

extension PostFilter.Part {
  fileprivate var condition: String {
    let words = "authorName || ' @' || authorHandle || char(10) || text"
    let read = ignoresCase ? "lower(\(words))" : words
    return "instr(\(read), ?) \(isNegated ? "=" : ">") 0"
  }

  /// The string in lower case if case is ignored; only ASCII letters are changed, as by SQLite's
  /// `lower`.
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
