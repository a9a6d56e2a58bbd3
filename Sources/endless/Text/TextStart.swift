/// Where a text file is opened, if not at its start.
nonisolated enum TextStart: Hashable {
  /// At a line by its number, from 1.
  case line(Int)
  /// At the end.
  case end
}
