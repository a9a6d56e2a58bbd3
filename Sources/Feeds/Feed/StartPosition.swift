/// Where a feed is opened, if not at its start.
package enum StartPosition: Hashable, Sendable {
  /// At an item by its number, from 1: of a file, a line.
  case item(Int)
  /// At the end.
  case end
  /// At the first line of a text that matches a pattern; without a screen, at the start.
  case match(String)
}
