import Bytes
public import ByteStores
public import Records

/// Numbers the records of a file: how many begin before a place, and where a record begins.
///
/// A record is what ``TextFileSource`` has for one item: blank lines do not count, and lines of text between records do.
/// What was counted is remembered every 256 KiB, so that a number within it costs less than a millisecond. It trusts
/// that the file only grows.
public actor RecordCounter {
  /// The file that is counted.
  public nonisolated let file: FileStore
  private let reading: RecordDecoder
  /// Where some records begin, and how many are before each.
  private var points: [Point]

  private struct Point {
    let offset: Int
    let count: Int
  }

  private static let spacing = 256 << 10
  /// The most bytes of a record that is read whole, as of an item.
  private static let most = 16 << 20

  /// Creates a counter that has counted nothing yet.
  public init(of file: FileStore, _ reading: RecordDecoder) {
    self.file = file
    self.reading = reading.limitingQuotes(to: CSVBorders.maximumQuotedSize)
    points = [Point(offset: file.countedStart, count: 0)]
  }

  /// How many records begin before a place: the one that begins there has the next number.
  ///
  /// A place beyond the end has all before it. Cost: a read of what was not counted yet.
  ///
  /// - Throws: if the task is cancelled, if the place is of another edition, or what the system says.
  public func count(
    before place: FileOffset, progress: LineCounter.Progress = { _ in }
  ) async throws(FileError) -> Int {
    guard place.edition == file.edition else { throw .replaced(path: file.path) }
    return try await walk(to: place.bytes, progress).count
  }

  /// How many records there are; costs a read of what was not counted yet.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  public func recordCount(progress: LineCounter.Progress = { _ in }) async throws(FileError) -> Int
  {
    try await walk(to: .max, progress).count
  }

  /// Where a record begins, or nil if the file has fewer; the first has number 1, and what is below 1 counts as 1.
  ///
  /// Cost: a read of what was not counted yet.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  public func place(
    ofRecord number: Int, progress: LineCounter.Progress = { _ in }
  ) async throws(FileError) -> FileOffset? {
    let found = try await walk(to: .max, before: max(1, number), progress)
    return found.place.map { FileOffset(bytes: max(file.start, $0), edition: file.edition) }
  }

  /// Counts up to an offset, or to the record with a number.
  private func walk(
    to end: Int, before number: Int = .max, _ progress: LineCounter.Progress
  ) async throws(FileError) -> (count: Int, place: Int?) {
    let start = points.last { $0.offset <= end && $0.count < number } ?? points[0]
    let size = try file.size()
    var blocks = RecordBlocks(file, nil, reading, from: start.offset, most: Self.most)
    var (count, isBehindLine) = (start.count, true)
    while try blocks.read() {
      if Task.isCancelled { throw .cancelled }
      while let piece = blocks.next() {
        let offset = blocks.offset + piece.range.lowerBound
        guard offset < end else { return (count, nil) }
        if isBehindLine, !piece.isContinuation, !blocks.isBlank(piece) {
          note(offset, count)
          count += 1
          if count == number { return (count, offset) }
        }
        // What a carriage return alone parts is one item.
        isBehindLine = reading.isJSON || blocks.bytes[..<piece.end].last == .lineFeed
      }
      progress(CountProgress(done: min(blocks.offset, size), total: min(end, size)))
      await Task.yield()
    }
    return (count, nil)
  }

  private func note(_ offset: Int, _ count: Int) {
    guard let last = points.last, offset >= last.offset + Self.spacing else { return }
    points.append(Point(offset: offset, count: count))
  }
}
