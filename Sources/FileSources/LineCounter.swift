import Bytes
public import ByteStores

/// A counter that numbers the lines of a file: it counts the lines before a position, and finds the
/// position of a line.
///
///     let counter = LineCounter(of: try await source.file())
///     let number = try await counter.count(before: line.id) + 1
///
/// It counts about as fast as `wc -l`, off the main actor, and yields its thread after every 4 MiB.
/// A count is remembered every 4 MiB: later counts continue from a remembered one, and in a counted
/// part it takes less than a millisecond to find the number of a line. All pieces of a long line
/// have the number of the line. The file may only grow. If the oldest lines of a stream were
/// dropped, the numbers still include them.
public actor LineCounter {
  /// A function that is called with the progress after each chunk.
  public typealias Progress = @Sendable (CountProgress) -> Void

  /// The file whose lines are counted.
  public nonisolated let file: FileStore

  private let chunk: Int
  private var checkpoints: LineCheckpoints

  /// Creates a counter; nothing is counted yet.
  public init(of file: FileStore) {
    // A chunk fits into the processor's cache and is counted in about 50 µs. If a count is
    // remembered every 4 MiB, counting from one remembered count to the next takes less than a
    // millisecond, and the remembered counts of a terabyte take 4 MiB.
    self.init(of: file, chunk: 256 << 10, spacing: 4 << 20)
  }

  /// Creates a counter with the given size of a chunk and the given distance between remembered
  /// counts, which is a multiple of that size.
  package init(of file: FileStore, chunk: Int, spacing: Int) {
    self.file = file
    self.chunk = chunk
    checkpoints = LineCheckpoints(spacing: spacing)
  }

  /// The number of line feeds before a position; the line that begins there has the next number.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails, or if the
  ///   position is in another edition, was dropped, or is beyond the end.
  public func count(
    before place: FileOffset, progress: Progress = { _ in }
  ) async throws(FileError) -> Int {
    guard place.edition == file.edition else { throw .replaced(path: file.path) }
    _ = dropLines()
    guard place.bytes >= file.countedStart else { throw .dropped(path: file.path) }
    let start = checkpoints.last(upTo: place.bytes)
    return try await walk(from: start, to: place.bytes, progress: progress).feeds
  }

  /// The number of lines in the file; a last line without a line end counts, too.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  public func lineCount(progress: Progress = { _ in }) async throws(FileError) -> Int {
    let size = try file.size()
    guard size > 0 else { return 0 }
    let end = FileOffset(bytes: size, edition: file.edition)
    let feeds = try await count(before: end, progress: progress)
    return try file.whole(size - 1..<size) == [.lineFeed] ? feeds : feeds + 1
  }

  /// The position of a line, or nil if the file has fewer lines; lines are numbered from 1, and a
  /// number below 1 counts as 1.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails, the line
  ///   was dropped, or the file was truncated.
  public func place(
    ofLine number: Int, progress: Progress = { _ in }
  ) async throws(FileError) -> FileOffset? {
    let (size, dropped) = (try file.size(), dropLines())
    let feeds = max(number, 1) - 1
    guard feeds >= dropped.lineFeeds else { throw .dropped(path: file.path) }
    guard feeds > dropped.lineFeeds else {
      return size > dropped.bytes ? FileOffset(bytes: dropped.bytes, edition: file.edition) : nil
    }
    let start = checkpoints.last(withFewerThan: feeds)
    let near = try await walk(from: start, to: size, before: feeds, progress: progress)
    let bytes = try file.whole(near.offset..<min(near.offset + chunk, size))
    let index = bytes.withUnsafeBytes { $0.index(after: feeds - near.feeds) }
    guard let index, near.offset + index < size else { return nil }
    return FileOffset(bytes: max(file.start, near.offset + index), edition: file.edition)
  }

  /// Updates the counts for lines that a stream has dropped.
  private func dropLines() -> DroppedLines {
    let dropped = file.dropped
    checkpoints.begin(
      at: LineCheckpoints.Point(offset: file.countedStart, feeds: dropped.lineFeeds))
    return dropped
  }

  /// Counts up to an offset, or to the start of the chunk that contains a given line feed.
  private func walk(
    from start: LineCheckpoints.Point, to end: Int, before wanted: Int = .max, progress: Progress
  ) async throws(FileError) -> LineCheckpoints.Point {
    var point = try pointByRecords(from: start, to: end, before: wanted)
    var memory = [UInt8](repeating: 0, count: min(chunk, max(0, end - point.offset)))
    while point.offset < end {
      if Task.isCancelled { throw .cancelled }
      // If bytes were dropped, counting may start inside a chunk; the first read then ends at a
      // multiple of the chunk size.
      let size = min(chunk - point.offset % chunk, end - point.offset)
      let feeds = try file.lineFeedCount(from: point.offset, size: size, in: &memory)
      // Bytes that are dropped during the read may be read as zeros.
      guard file.countedStart <= point.offset else { throw .dropped(path: file.path) }
      guard point.feeds + feeds < wanted else { break }
      point = LineCheckpoints.Point(offset: point.offset + size, feeds: point.feeds + feeds)
      checkpoints.note(point)
      progress(CountProgress(done: point.offset, total: end))
      // After a yield, the task may have to wait for a thread, so it yields rarely.
      if point.offset.isMultiple(of: checkpoints.spacing) { await Task.yield() }
    }
    return point
  }

  /// Approaches an offset, or a given line feed, by the counts that a decoded file has recorded; in
  /// any other file, returns the start.
  ///
  /// Cost: decodes one part of the file for each halving of the distance to the line feed.
  private func pointByRecords(
    from start: LineCheckpoints.Point, to end: Int, before wanted: Int
  ) throws(FileError) -> LineCheckpoints.Point {
    var (point, size) = (start, end - start.offset)
    while size >= chunk,
      let feeds = try file.recordedLineFeedCount(in: point.offset..<point.offset + size)
    {
      if point.feeds + feeds < wanted {
        point = LineCheckpoints.Point(offset: point.offset + size, feeds: point.feeds + feeds)
      }
      size = min(size / 2, end - point.offset)
    }
    return point
  }
}

extension FileStore {
  /// The number of line feeds in a range of bytes, which is read off the main actor.
  ///
  /// If the task is cancelled, the function does not throw, but returns the count up to the last
  /// complete step of 4 MiB.
  ///
  /// - Throws: an error if a system call fails, or if the file ends before the end of the range.
  @concurrent public func lineFeeds(in range: Range<Int>) async throws(FileError) -> Int {
    var (feeds, offset) = (0, range.lowerBound)
    while offset < range.upperBound, !Task.isCancelled {
      let end = min(offset + (4 << 20), range.upperBound)
      feeds += try lineFeedCount(in: offset..<end)
      offset = end
    }
    return feeds
  }
}

extension UnsafeRawBufferPointer {
  /// The index after a number of line feeds, or nil if there are fewer.
  fileprivate func index(after feeds: Int) -> Int? {
    var index = 0
    for _ in 0..<feeds {
      guard let feed = firstIndex(of: .lineFeed, in: index..<count) else { return nil }
      index = feed + 1
    }
    return index
  }
}

/// Remembered counts of line feeds at positions of a file.
struct LineCheckpoints: Sendable {
  /// A position, and the number of line feeds before it.
  struct Point: Hashable, Sendable {
    var offset: Int
    var feeds: Int
  }

  /// The distance between two positions, in bytes.
  let spacing: Int

  /// The first readable position, followed by the multiples of the spacing up to which lines have
  /// been counted.
  private var points = [Point(offset: 0, feeds: 0)]

  init(spacing: Int) {
    self.spacing = spacing
  }

  /// The last known position at or before an offset.
  func last(upTo offset: Int) -> Point { last { $0.offset <= offset } }

  /// The last known position that has fewer than `number` line feeds before it.
  func last(withFewerThan number: Int) -> Point { last { $0.feeds < number } }

  /// Stores a position if it is at a multiple of the spacing, and after all stored positions.
  mutating func note(_ point: Point) {
    if point.offset.isMultiple(of: spacing), point.offset > points[points.count - 1].offset {
      points.append(point)
    }
  }

  /// Makes a point the first position, and removes the positions before it, whose bytes cannot be
  /// read any more.
  mutating func begin(at point: Point) {
    guard point.offset > points[0].offset else { return }
    points = [point] + points.drop { $0.offset <= point.offset }
  }

  /// The last position for which a monotonic condition holds; the first position if it holds for
  /// none.
  private func last(where isBefore: (Point) -> Bool) -> Point {
    var (low, high) = (0, points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(points[middle]) { low = middle } else { high = middle }
    }
    return points[low]
  }
}

/// The progress of a count.
public struct CountProgress: Hashable, Sendable {
  /// The offset that was reached, in bytes from the start of the file; with several threads, or in
  /// a backward search, it may decrease.
  public let done: Int
  /// The number of bytes to count; if a line is being looked for, the size of the file.
  public let total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }

  /// The progress in percent.
  package var percent: Int { done / (total / 100 + 1) }

  /// Whether to report the progress to the reader: every 64 MiB.
  package var isWorthTelling: Bool { done.isMultiple(of: 64 << 20) }
}
