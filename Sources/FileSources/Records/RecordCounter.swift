import Bytes
public import ByteStores
public import Records

/// A counter that numbers the records of a file: it counts the records before a position, and finds
/// the position of a record.
///
/// A record is an item of ``TextFileSource``: blank lines do not count, but lines of text between
/// records do. A count is remembered every 256 KiB, so that finding a number in a counted part
/// takes less than a millisecond. The file may only grow.
public actor RecordCounter {
  /// The file whose records are counted.
  public nonisolated let file: FileStore
  private let reading: RecordDecoder
  /// Positions of records, each with the number of records before it.
  private var points: [Point]

  private struct Point {
    let offset: Int
    let count: Int
  }

  private static let spacing = 256 << 10
  /// The maximum size in bytes of a record that is read as a whole.
  private static let most = 16 << 20

  /// Creates a counter; nothing is counted yet.
  public init(of file: FileStore, _ reading: RecordDecoder) {
    self.file = file
    self.reading = reading.limitingQuotes(to: CSVBorders.maximumQuotedSize)
    points = [Point(offset: file.countedStart, count: 0)]
  }

  /// The number of records before a position; the record that begins there has the next number.
  ///
  /// For a position beyond the end, this is the number of all records. Cost: reads the part that
  /// has not been counted yet.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails, or if the
  ///   position is in another edition.
  public func count(
    before place: FileOffset, progress: LineCounter.Progress = { _ in }
  ) async throws(FileError) -> Int {
    guard place.edition == file.edition else { throw .replaced(path: file.path) }
    return try await walk(to: place.bytes, progress).count
  }

  /// The number of records; reads the part that has not been counted yet.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  public func recordCount(progress: LineCounter.Progress = { _ in }) async throws(FileError) -> Int
  {
    try await walk(to: .max, progress).count
  }

  /// The position of a record, or nil if the file has fewer records; records are numbered from 1,
  /// and a number below 1 counts as 1.
  ///
  /// Cost: reads the part that has not been counted yet.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  public func place(
    ofRecord number: Int, progress: LineCounter.Progress = { _ in }
  ) async throws(FileError) -> FileOffset? {
    let found = try await walk(to: .max, before: max(1, number), progress)
    return found.place.map { FileOffset(bytes: max(file.start, $0), edition: file.edition) }
  }

  /// Counts the records up to an offset, or up to the record with the given number.
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
        // Rows that are separated only by a carriage return form one item.
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
