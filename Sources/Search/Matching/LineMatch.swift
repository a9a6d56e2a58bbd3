/// A line, and where in it the first match is.
public struct LineMatch: Equatable, Sendable {
  /// The line with its end, in bytes of what was searched: the next one begins where it ends.
  public let line: Range<Int>
  /// The match, which may be empty, in bytes of what was searched.
  public let match: Range<Int>
}
