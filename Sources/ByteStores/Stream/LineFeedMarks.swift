import Bytes

/// How many line feeds there are before some places of a stream, noted while it comes, so that it is known of
/// what is dropped.
struct LineFeedMarks {
  /// Bytes between two places.
  private static let spacing = 4 << 20

  /// What there is before each place noted, the first place of all among them.
  private var marks = [DroppedLines()][...]
  private var end = DroppedLines()

  /// Takes note of the bytes that come next.
  mutating func note(_ bytes: UnsafeRawBufferPointer) {
    end = DroppedLines(
      bytes: end.bytes + bytes.count, lineFeeds: end.lineFeeds + bytes.lineFeedCount())
    if let last = marks.last, end.bytes - last.bytes >= Self.spacing { marks.append(end) }
  }

  /// What there is before the last place noted up to an offset; forgets the places before it.
  mutating func last(upTo offset: Int) -> DroppedLines {
    while let next = marks.dropFirst().first, next.bytes <= offset { marks.removeFirst() }
    return marks.first ?? DroppedLines()
  }
}
