/// What becomes of what the reader does with the timeline.
public enum TimelineKeeping: Hashable, Sendable {
  /// It is kept in the database file.
  case inFile
  /// The database file can only be read.
  case readOnly
  /// There is no database file and none can be made: all is gone when the program ends.
  case inMemory
  /// The posts are only read, or made in memory; what the reader does to them is gone when the
  /// program ends.
  case inSession
}
