/// The way to a field: a name, or names with dots between them, as in `request.method`.
public struct FieldPath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The path as it is written.
  public let description: String
  let utf8: [UInt8]

  /// Creates one; no text is wrong, because a name may have any.
  public init(_ description: String) {
    (self.description, utf8) = (description, Array(description.utf8))
  }

  /// Creates one of a literal.
  public init(stringLiteral description: String) { self.init(description) }
}
