public import Paging

/// The conversion of a page's items to bytes for the file, and back.
///
/// Items that are bytes, such as lines, can be stored unchanged; for `Codable` items use `json` of
/// SpilledJSON. The continuations of a page are not stored, so cursors need no coding.
///
/// A page that cannot be encoded stops the list at that page, so an encoding should support all
/// items.
public struct SpillCoding<Item: Sendable>: Sendable {
  /// Encodes the items of a page, possibly none; called for each new page, and again if the page
  /// could not be stored, off the main actor.
  public let encode: @Sendable ([Item]) throws(PagingError) -> [UInt8]
  /// Decodes the same items with the same identities; called for each page that is read again, off
  /// the main actor.
  public let decode: @Sendable ([UInt8]) throws(PagingError) -> [Item]

  /// Creates a coding from two functions; their errors become those of the load.
  public init(
    encode: @escaping @Sendable ([Item]) throws(PagingError) -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws(PagingError) -> [Item]
  ) {
    (self.encode, self.decode) = (encode, decode)
  }
}
