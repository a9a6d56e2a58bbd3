/// Why a search did not come to its end.
public enum MatchError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The expression needs too many steps on this line, which is given in bytes of what was searched. The search can
  /// go on after it.
  case tooHard(line: Range<Int>)

  /// One line for a reader.
  public var description: String { "the expression is too hard for a line" }
}
