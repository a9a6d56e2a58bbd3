/// A movement that a reader asked for, or what is left of it.
struct Movement: Hashable {
  /// What it counts, and what it takes along.
  enum Kind: Hashable {
    /// The selection, by items.
    case items
    /// What is in sight, by lines; the selection stays where it is.
    case lines
    /// What is in sight, by the lines of screenfuls; the selection comes along.
    case screenfuls
  }

  let kind: Kind
  /// How many items or lines, down where positive.
  var count: Int
}
