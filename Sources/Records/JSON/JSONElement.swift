/// What comes next in an array.
public enum JSONElement: Equatable, Sendable {
  /// An element: the offsets of its bytes.
  case element(Range<Int>)
  /// The array ends: the offset after its `]`.
  case end(Int)
}
