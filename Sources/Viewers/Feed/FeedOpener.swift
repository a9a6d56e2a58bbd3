package import Feeds

/// A kind of source: it makes a feed of each address that is one of its own.
nonisolated package struct FeedOpener: Sendable {
  /// The feed at an address; nil where the address is another opener's.
  ///
  /// It may wait, as for a file on a network, and is not called on the main actor while a screen is
  /// open.
  package let open: @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?

  package init(
    _ open: @escaping @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?
  ) {
    self.open = open
  }
}
