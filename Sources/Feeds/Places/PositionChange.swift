/// What becomes of a feed's kept place at the end of a run.
package enum PositionChange: Equatable {
  /// It stays what it is.
  case unchanged
  /// It is another one, or, at the head, none.
  case changed(SavedPosition?, of: String)
}
