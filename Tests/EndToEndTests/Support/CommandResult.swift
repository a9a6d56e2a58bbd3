/// What a command that ran to its end has left.
struct CommandResult: Hashable, Sendable {
  /// How it ended.
  let status: ExitStatus
  /// What it wrote to standard output; ill-formed UTF-8 is repaired.
  let output: String
  /// What it wrote to standard error; ill-formed UTF-8 is repaired.
  let error: String
  /// What it wrote to standard output, byte for byte.
  let outputBytes: [UInt8]
}
