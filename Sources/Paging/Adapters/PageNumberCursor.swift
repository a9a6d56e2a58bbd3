/// A page of a service that pages by number: the place before it and after it.
public struct PageNumberCursor: Hashable, Sendable {
  /// The page's number as it was asked for, whatever the service calls it in its answer.
  public let number: Int
  /// The items asked for; with another size the same number would be another place.
  public let size: Int
  /// The items received up to the page's end; nil where the list was not walked from its start.
  public let received: Int?

  /// Creates a cursor, as for a list that goes on where an earlier run of the program left it.
  ///
  /// - Parameters:
  ///   - number: as the service counts.
  ///   - size: the items asked for in a page.
  ///   - received: the items up to the page's end; with nil a list whose service gives a total of
  ///     items alone ends at an empty page.
  public init(number: Int, size: Int, received: Int? = nil) {
    self.number = number
    self.size = size
    self.received = received
  }
}
