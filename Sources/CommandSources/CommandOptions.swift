public import Answers

/// How a command is run, and how what it prints is read.
public struct CommandOptions: Sendable {
  /// How answers are read.
  public var reader = AnswerReader()
  /// The number of the first page.
  public var firstPage = 1
  /// How long a command may print nothing; 60 seconds by default.
  public var timeout = Duration.seconds(60)
  /// How many pages are asked for at once at most, where they have numbers or offsets; 4 by default.
  public var pagesAtOnce = 4

  /// Creates options with their defaults.
  public init() {}
}
