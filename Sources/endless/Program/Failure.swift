/// Why the program cannot go on: a line for the reader, and the exit status of the contract.
struct Failure: Error {
  let text: String
  let status: Int32

  /// The source failed.
  static func source(_ text: String) -> Failure { Failure(text: text, status: 1) }
  /// Wrong usage or configuration.
  static func usage(_ text: String) -> Failure { Failure(text: text, status: 2) }
  /// A failure that may pass if tried again.
  static func passing(_ text: String) -> Failure { Failure(text: text, status: 3) }
}
