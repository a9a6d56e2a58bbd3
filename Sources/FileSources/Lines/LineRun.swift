/// Lines that follow each other, and where they stand.
struct LineRun: Sendable {
  private(set) var lines: [TextLine]
  /// The offset of the first byte.
  private(set) var start: Int
  /// The offset after the last byte.
  private(set) var end: Int

  /// Creates a run of nothing at an offset.
  init(at offset: Int) {
    (lines, start, end) = ([], offset, offset)
  }

  mutating func append(_ more: [TextLine]) {
    if lines.isEmpty { lines = more } else { lines += more }
    for line in more.suffix(1) { end = line.id.bytes + line.raw.count }
  }

  mutating func prepend(_ more: [TextLine]) {
    lines = lines.isEmpty ? more : more + lines
    for line in more.prefix(1) { start = line.id.bytes }
  }
}
