/// What reading from a known place on has said of one where a record most likely begins.
public enum BorderProof: Hashable, Sendable {
  /// It begins there.
  case proved
  /// It does not: the one that the place is in begins elsewhere.
  case wrong(FileOffset)
}
