package import ByteStores

/// What a word of the command line may name.
package enum Address: Sendable {
  /// Something at a path; bytes, because a name need be no UTF-8.
  case path([UInt8], FileKind, start: StartPosition?)
  /// What the program was given to read without a name: `-`.
  case standardInput(start: StartPosition?)
  /// What follows the name of a scheme and its colon.
  case scheme(String, rest: String)
}
