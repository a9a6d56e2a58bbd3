/// A place between two elements of an array, as far as some bytes tell.
public struct ElementAnchor: Equatable, Sendable {
  /// The offset of a byte that is behind an element: the next one begins with what is no blank, comma or bracket.
  public let offset: Int
  /// Whether it is certain, if the text is JSON.
  public let isProved: Bool
}
