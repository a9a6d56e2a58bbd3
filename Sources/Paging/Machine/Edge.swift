/// An end of what is loaded.
public enum Edge: Hashable, Sendable, CaseIterable {
  /// The side of the first entry.
  case leading
  /// The side of the last entry.
  case trailing

  /// The other end.
  public var opposite: Edge { self == .leading ? .trailing : .leading }
}
