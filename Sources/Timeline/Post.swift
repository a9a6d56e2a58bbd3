public import GRDB
import SQLSources

/// A post of the timeline.
public struct Post: Identifiable, Hashable, Sendable, Codable {
  /// What stays the same whatever happens to the post.
  public let id: Int64
  /// When it was posted: seconds since 1970-01-01 00:00 UTC.
  public let time: Int
  /// The name of who posted it.
  public let authorName: String
  /// The short name of who posted it, without an at sign.
  public let authorHandle: String
  /// What it says; may have several lines.
  public let text: String
  /// The file name of its picture, if it has one.
  public let picture: String?
  /// How many like it, the reader included.
  public var likes: Int
  /// Whether the reader likes it.
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
  /// Reads a post from a row.
  ///
  /// - Throws: where a column is missing or holds a value of another kind, as in a damaged file.
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

  /// The post's place in the timeline.
  var cursor: KeysetCursor {
    TimelineSource.cursor(time: time, id: id)
  }

  /// Adds a post; the values go in the order of the columns.
  static let insertion = "INSERT INTO post VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

  /// The values for `insertion`.
  var columns: StatementArguments {
    [id, time, authorName, authorHandle, text, picture, likes, isLiked]
  }
}

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
