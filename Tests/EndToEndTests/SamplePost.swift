/// A post as the plain form writes it with `--json`.
struct SamplePost: Hashable, Sendable, Decodable {
  /// The name of who posted it.
  let authorName: String
  /// The short name of who posted it, all of it in ASCII.
  let authorHandle: String
  /// What it says.
  let text: String
  /// How many like it.
  let likes: Int
  /// Whether the reader likes it.
  let isLiked: Bool
}
