import Paging

/// What a reader asked of a viewer; the defaults are those of the command line.
nonisolated package struct ViewerOptions: Sendable {
  /// The numbers of the list.
  package var paging = PagingNumbers()
  /// Whether lines of text are numbered.
  package var showsLineNumbers = false
  /// Whether a long line of text goes on below, or else to the right.
  package var wrapsLines = true
  /// Whether a text stays at its end as that grows.
  package var follows = false
  /// Whether a text that fits on one screen is only printed.
  package var quitsIfOneScreen = false
  /// Whether the plain form writes JSON objects.
  package var writesJSON = false
  /// How many items the plain form writes at most.
  package var limit: Int?

  package init() {}
}
