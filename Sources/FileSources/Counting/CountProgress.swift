/// How far a count of lines is.
public struct CountProgress: Hashable, Sendable {
  /// Bytes whose lines are counted, from the start of the file.
  public let done: Int
  /// Bytes to go through; where a line is looked for, those of the file.
  public let total: Int
}
