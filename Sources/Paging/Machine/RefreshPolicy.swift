/// What a refresh makes of the list.
public enum RefreshPolicy: Hashable, Sendable {
  /// The head is merged into the list: nothing that the reader sees goes or moves.
  case merge
  /// The head takes the place of the list: for sources whose order is never the same twice, or
  /// where what is shown must be what there is now.
  case replace
}
