extension PageRequest {
  /// How many items to ask a service for: at least 1, and few enough not to overflow.
  var size: Int { min(max(count, 1), Int(Int32.max) - 1) }
}
