import Bytes
public import ByteStores

/// Numbers the lines of a file: how many come before a place, and where a line begins.
///
///     let counter = LineCounter(of: try await source.file())
///     let number = try await counter.count(before: line.id) + 1
///
/// It reads at about the speed of `wc -l`, off the main actor, and never holds its thread for more
/// than 4 MiB. What was counted is remembered every 4 MiB, so that what follows is counted from
/// there on, and a number within it costs a millisecond. Pieces of a long line have its number. It
/// trusts that the file only grows. Of a stream whose oldest lines were dropped the numbers stay those of
/// all that came.
public actor LineCounter {
  /// Told after every chunk how far a count is.
  public typealias Progress = @Sendable (CountProgress) -> Void

  /// The file that is counted.
  public nonisolated let file: FileStore

  private let chunk: Int
  private var checkpoints: LineCheckpoints

  /// Creates a counter that has counted nothing yet.
  public init(of file: FileStore) {
    // What the processor's cache holds, counted in some 50 µs; and a place every 4 MiB, from one to
    // the next of which it is less than a millisecond. Those of a terabyte take 4 MiB.
    self.init(of: file, chunk: 256 << 10, spacing: 4 << 20)
  }

  /// The same with the bytes counted at a time and those between two places that are remembered, a
  /// multiple of the first.
  package init(of file: FileStore, chunk: Int, spacing: Int) {
    self.file = file
    self.chunk = chunk
    checkpoints = LineCheckpoints(spacing: spacing)
  }

  /// How many line feeds there are before a place: the line that begins there has the next number.
  ///
  /// - Throws: if the task is cancelled, if the place is of another edition, dropped or beyond the end,
  ///   or what the system says.
  public func count(
    before place: FileOffset, progress: Progress = { _ in }
  ) async throws(FileError) -> Int {
    guard place.edition == file.edition else { throw .replaced(path: file.path) }
    _ = dropLines()
    guard place.bytes >= file.countedStart else { throw .dropped(path: file.path) }
    let start = checkpoints.last(upTo: place.bytes)
    return try await walk(from: start, to: place.bytes, progress: progress).feeds
  }

  /// How many lines the file has; the last one need not have a line end.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  public func lineCount(progress: Progress = { _ in }) async throws(FileError) -> Int {
    let size = try file.size()
    guard size > 0 else { return 0 }
    let end = FileOffset(bytes: size, edition: file.edition)
    let feeds = try await count(before: end, progress: progress)
    return try file.whole(size - 1..<size) == [.lineFeed] ? feeds : feeds + 1
  }

  /// Where a line begins, or nil if the file has fewer; the first has number 1, and what is below 1 counts as 1.
  ///
  /// - Throws: if the task is cancelled, if the line was dropped or the file is cut short, or what the
  ///   system says.
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

  /// Takes note of what a stream has dropped meanwhile.
  private func dropLines() -> DroppedLines {
    let dropped = file.dropped
    checkpoints.begin(
      at: LineCheckpoints.Point(offset: file.countedStart, feeds: dropped.lineFeeds))
    return dropped
  }

  /// Counts up to an offset, or to the beginning of the chunk that has a line feed.
  private func walk(
    from start: LineCheckpoints.Point, to end: Int, before wanted: Int = .max, progress: Progress
  ) async throws(FileError) -> LineCheckpoints.Point {
    var point = start
    var memory = [UInt8](repeating: 0, count: min(chunk, max(0, end - start.offset)))
    while point.offset < end {
      if Task.isCancelled { throw .cancelled }
      // From what was dropped on it first comes to a multiple of the chunk.
      let size = min(chunk - point.offset % chunk, end - point.offset)
      let feeds = try file.lineFeedCount(from: point.offset, size: size, in: &memory)
      // What is dropped meanwhile reads as zeros.
      guard file.countedStart <= point.offset else { throw .dropped(path: file.path) }
      guard point.feeds + feeds < wanted else { break }
      point = LineCheckpoints.Point(offset: point.offset + size, feeds: point.feeds + feeds)
      checkpoints.note(point)
      progress(CountProgress(done: point.offset, total: end))
      // Each yield costs a wait for a thread where others are busy.
      if point.offset.isMultiple(of: checkpoints.spacing) { await Task.yield() }
    }
    return point
  }
}

extension FileStore {
  /// How many line feeds there are in a range of bytes; costs a read of it, off the main actor.
  ///
  /// Where the task is cancelled it returns what was counted by then, in steps of 4 MiB, and throws nothing.
  ///
  /// - Throws: what the system says, or that the file ends before.
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

/// How many line feeds there are before some places of a file, so that no count starts from zero.
struct LineCheckpoints: Sendable {
  /// A place, and the line feeds before it.
  struct Point: Hashable, Sendable {
    var offset: Int
    var feeds: Int
  }

  /// Bytes between two places.
  let spacing: Int

  /// The first place that can be read, then multiples of the spacing, as far as they are counted.
  private var points = [Point(offset: 0, feeds: 0)]

  /// Creates those of which only the start is known.
  init(spacing: Int) {
    self.spacing = spacing
  }

  /// The last place known that is not after an offset.
  func last(upTo offset: Int) -> Point { last { $0.offset <= offset } }

  /// The last place known with fewer line feeds before it than a number.
  func last(withFewerThan number: Int) -> Point { last { $0.feeds < number } }

  /// Remembers a place if it is one that is remembered, and beyond the others.
  mutating func note(_ point: Point) {
    if point.offset.isMultiple(of: spacing), point.offset > points[points.count - 1].offset {
      points.append(point)
    }
  }

  /// Forgets what is before a place, which can be read no more.
  mutating func begin(at point: Point) {
    guard point.offset > points[0].offset else { return }
    points = [point] + points.drop { $0.offset <= point.offset }
  }

  /// The last place for which something is so that is so for all before it; the first where it is for none.
  private func last(where isBefore: (Point) -> Bool) -> Point {
    var (low, high) = (0, points.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(points[middle]) { low = middle } else { high = middle }
    }
    return points[low]
  }
}

/// How far a count of lines is.
public struct CountProgress: Hashable, Sendable {
  /// Bytes whose lines are counted, from the start of the file.
  public let done: Int
  /// Bytes to go through; where a line is looked for, those of the file.
  public let total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }

  /// How much of it that is, in percent.
  package var percent: Int { done / (total / 100 + 1) }

  /// Whether it is worth telling a reader: once in 64 MiB.
  package var isWorthTelling: Bool { done.isMultiple(of: 64 << 20) }
}
