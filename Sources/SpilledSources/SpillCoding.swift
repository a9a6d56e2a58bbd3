public import Paging

/// How the items of a page become bytes in a file, and items again.
///
/// Where items are bytes, as lines are, they can be kept as they are; what is `Codable` can be `json` of SpilledJSON.
/// What lies on the sides of a page is not a part of it, so cursors need no coding.
///
/// A page that cannot be encoded cannot be passed either, so an encoding should know all items.
public struct SpillCoding<Item: Sendable>: Sendable {
  /// Makes bytes of the items of one page, which may be none; called once for each page that comes, off the main actor.
  public let encode: @Sendable ([Item]) throws(PagingError) -> [UInt8]
  /// Makes the same items of the same bytes, with the same identities; called off the main actor for each page that is
  /// read again.
  public let decode: @Sendable ([UInt8]) throws(PagingError) -> [Item]

  /// Creates a coding of two functions; what one of them throws is why the load fails, as it is.
  public init(
    encode: @escaping @Sendable ([Item]) throws(PagingError) -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws(PagingError) -> [Item]
  ) {
    (self.encode, self.decode) = (encode, decode)
  }
}
