/// The output of a program after a key, or after its start, until it was quiet.
struct Frame: Sendable {
  /// The complete output.
  var bytes: [UInt8] = []
  /// The time until the expected output had arrived.
  var awaited = Duration.zero
  /// Whether the expected output has arrived.
  var isFinished = false
  /// The time until the last byte arrived.
  var whole = Duration.zero

  /// The number of bytes before the cursor goes to the last line of the screen for the last time.
  ///
  /// The bytes after that belong to the status line. If a program never moves the cursor to the
  /// last line, all bytes count; `less` never does, because its prompt follows the text.
  func countBeforeLine(_ line: Int) -> Int {
    let starts = ["\u{1B}[\(line);", "\u{1B}[\(line)d", "\u{1B}[\(line)H"].compactMap {
      bytes.lastIndex(of: $0)
    }
    return starts.max() ?? bytes.count
  }
}
