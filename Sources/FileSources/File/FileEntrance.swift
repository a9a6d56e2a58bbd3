/// Where the first page of a file lies.
public enum FileEntrance: Hashable, Sendable {
  /// At the start of the file.
  case start
  /// At the line or piece that a place is in; at the start where the file is another one by then, or
  /// has become shorter.
  case place(FileOffset)
  /// At the end: the last lines.
  case end
}
