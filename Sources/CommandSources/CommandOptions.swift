public import Answers

/// How a command is run, and how what it prints is read.
public struct CommandOptions: Sendable {
  /// How answers are read, and pages counted.
  public var answers = PagedAnswers.Options()
  /// How long a command may print nothing; 60 seconds by default.
  public var timeout = Duration.seconds(60)

  /// Creates options with their defaults.
  public init() { answers.asked = "command" }
}
