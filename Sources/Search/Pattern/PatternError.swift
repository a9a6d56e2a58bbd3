/// Why a pattern cannot be used.
public struct PatternError: Error, Equatable, CustomStringConvertible, Sendable {
  /// What is wrong, in one short line.
  public let message: String
  /// Where that was noticed: bytes of the pattern's UTF-8 before it.
  public let offset: Int

  /// More bytes than ``SearchPattern/maximumLength``.
  public static let tooLong = PatternError(
    message: "the pattern is longer than \(SearchPattern.maximumLength >> 10) KiB",
    offset: SearchPattern.maximumLength)

  /// The message.
  public var description: String { message }
}
