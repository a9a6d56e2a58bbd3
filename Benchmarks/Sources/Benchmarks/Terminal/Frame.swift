/// What a program wrote after a key, or after its start, until it was quiet.
struct Frame: Sendable {
  /// All of it.
  var bytes: [UInt8] = []
  /// When what was waited for had come.
  var awaited = Duration.zero
  /// Whether what was waited for has come.
  var isFinished = false
  /// When the last byte came.
  var whole = Duration.zero

  /// Bytes before the cursor goes to the last line of the screen for the last time.
  ///
  /// What follows is the status line's; where the cursor is not sent there, as by `less`, whose
  /// prompt follows the text, all bytes count.
  func countBeforeLine(_ line: Int) -> Int {
    let starts = ["\u{1B}[\(line);", "\u{1B}[\(line)d", "\u{1B}[\(line)H"].compactMap {
      bytes.lastIndex(of: $0)
    }
    return starts.max() ?? bytes.count
  }
}
