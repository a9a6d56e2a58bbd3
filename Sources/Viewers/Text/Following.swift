/// Whether a text stays at its end as that grows.
enum Following {
  /// What comes is counted, not shown.
  case off
  /// What comes is shown.
  case on
  /// The reader has moved up; coming to the end goes on.
  case paused
}
