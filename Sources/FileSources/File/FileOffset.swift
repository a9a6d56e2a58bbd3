/// A place in a file: the cursor of its pages and the identity of its lines.
public struct FileOffset: Hashable, Comparable, Sendable {
  /// Bytes before it, from 0.
  public let bytes: Int
  /// Which opening of the file it belongs to, from 0: another file at the same path, or one that
  /// was cut short, has other lines at the same offsets.
  public let edition: Int

  /// Creates a place.
  public init(bytes: Int, edition: Int = 0) {
    self.bytes = bytes
    self.edition = edition
  }

  /// Whether a place comes before another; all of an edition come before those of the next.
  public static func < (one: FileOffset, other: FileOffset) -> Bool {
    (one.edition, one.bytes) < (other.edition, other.bytes)
  }
}
