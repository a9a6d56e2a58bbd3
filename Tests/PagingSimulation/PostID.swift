/// The identity of a post: a number.
///
/// Several have the same hash, as is legal: identity is `==`.
package struct PostID: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  package let number: Int

  package init(_ number: Int) { self.number = number }
  package init(integerLiteral number: Int) { self.number = number }

  package var description: String { "\(number)" }

  /// Four posts of a walk, whose numbers are eight apart, share a hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(number >> 5) }

  package static func < (a: PostID, b: PostID) -> Bool { a.number < b.number }
  package static func == (a: PostID, b: Int) -> Bool { a.number == b }
}
