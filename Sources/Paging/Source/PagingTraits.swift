/// What a source can do beside going on page by page.
///
/// One value, so that a source over another passes on all of it, also what is added later.
public struct PagingTraits: Hashable, Sendable {
  /// Whether a page can be asked for at the end without walking there, so that `G` is one load.
  public var opensAtEnd: Bool
  /// Whether a page can be asked for at any item by its number.
  ///
  /// Where the pages also say their extent, the list has its full length from the first one on, and
  /// a jump to any item is one load.
  public var opensAtItems: Bool
  /// How many pages can be loaded at once, as where they have numbers or offsets; 1 for a chain.
  ///
  /// More than one is asked for where the reader goes faster than single loads come. What is below
  /// 1 counts as 1.
  public var pagesAtOnce: Int
  /// Whether a cursor leads to the same items though others come or go before them, as a key or a
  /// token does, and the number of a page does not.
  ///
  /// Only then do two answers that end at the same cursor end at the same place.
  public var hasStableCursors: Bool

  /// Creates traits; the defaults are those of a chain.
  public init(
    opensAtEnd: Bool = false, opensAtItems: Bool = false, pagesAtOnce: Int = 1,
    hasStableCursors: Bool = true
  ) {
    self.hasStableCursors = hasStableCursors
    self.opensAtEnd = opensAtEnd
    self.opensAtItems = opensAtItems
    self.pagesAtOnce = max(1, pagesAtOnce)
  }

  /// A source that begins at its start, and each page leads to the next.
  public static let chain = PagingTraits()

  /// The same source where some items are left out: then it is not known which number an item has.
  public var withoutItemNumbers: PagingTraits {
    var traits = self
    traits.opensAtItems = false
    return traits
  }
}
