/// What a stream has no more of: its oldest lines.
public struct DroppedLines: Hashable, Sendable {
  /// Bytes before the first that there still is.
  public let bytes: Int
  /// How many line feeds were among them.
  public let lineFeeds: Int

  /// Nothing by default.
  package init(bytes: Int = 0, lineFeeds: Int = 0) {
    (self.bytes, self.lineFeeds) = (bytes, lineFeeds)
  }
}
