package import Feeds

/// A kind of source: it makes a feed of each address that is one of its own.
nonisolated package struct FeedOpener: Sendable {
  /// The feed at an address; nil where the address is another opener's.
  ///
  /// It may wait, as for a file on a network, and is not called on the main actor while a screen is
  /// open.
  package let open: @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?

  /// The source's own options; built only if the command line has an option, or asks for help.
  package let options: (@Sendable () -> SourceOptions)?

  package init(
    options: (@Sendable () -> SourceOptions)? = nil,
    _ open: @escaping @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?
  ) {
    (self.options, self.open) = (options, open)
  }
}
