public import Answers

/// How a command is run, and how what it prints is read.
public struct CommandOptions: Sendable {
  /// How answers are read, and pages counted.
  public var answers = PagedAnswers.Options()
  /// How long a command may print nothing; 60 seconds by default.
  public var timeout = Duration.seconds(60)

  /// Whether each failure is one that may be tried again by itself; by default only that of a command which
  /// says so, by status 75 (EX_TEMPFAIL of sysexits(3)), because a command may do more than print.
  public var retriesFailures = false

  /// Creates options with their defaults.
  public init() { answers.asked = "command" }
}
