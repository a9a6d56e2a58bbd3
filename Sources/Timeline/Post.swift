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
