import CEndless

/// Gives memory back to the system after a flood of keys, because the allocator keeps what it once had.
struct MemoryTrim {
  /// How long after a flood it is done; then it costs some milliseconds once.
  static let delay = Duration.seconds(1)
  /// Bytes of input that are more than anyone types.
  private static let flood = 16_384

  private var count = 0
  private var isWaiting = false

  /// Counts input; says whether memory is to be given back after a while.
  mutating func isDue(after bytes: Int) -> Bool {
    count += bytes
    guard count >= Self.flood, !isWaiting else { return false }
    isWaiting = true
    return true
  }

  mutating func trim() {
    (count, isWaiting) = (0, false)
    endless_trim_memory()
  }
}
