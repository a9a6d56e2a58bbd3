/// Where a feed is opened, if not at its start.
nonisolated package enum StartPosition: Hashable, Sendable {
  /// At an item by its number, from 1: of a file, a line.
  case item(Int)
  /// At the end.
  case end
}
