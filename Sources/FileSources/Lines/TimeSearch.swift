public import ByteStores

/// A binary search for items by time, in a file whose items are ordered by time.
///
/// Cost: about twenty reads of 16 KiB for a file of 1 GB. Each read also covers the bytes from an
/// item without a time to the next one with a time.
struct TimeSearch<Moment: Comparable> {
  /// The result of a search.
  struct Found {
    /// The offset of the first item that is not before the time; nil if all are before it.
    var offset: Int?
    /// Whether all times that were compared are in order.
    var isOrdered = true
    /// Whether any examined item has a time.
    var hasTimes = false
  }

  let reader: LineReader
  /// A function that returns the time of an item, or nil if the item has none.
  let time: (TextLine) -> Moment?

  /// The size of the last range, which is read completely, together with as many bytes before it,
  /// to detect times that are not in order.
  private static var last: Int { 32 << 10 }
  /// The number of items in one read.
  private static var count: Int { 64 }

  /// The byte range and the time of an item.
  private struct Sample {
    let start: Int
    let end: Int
    let time: Moment
  }

  /// Finds the first item that is not before a time.
  ///
  /// If the times are not in order, the result is usually an item that is not before the time and
  /// follows an item that is before it.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  func first(from wanted: Moment) throws(FileError) -> Found {
    var (low, high, found) = (reader.file.start, reader.size, Found())
    var samples: [Sample] = []
    while high - low > Self.last {
      let middle = low + (high - low) / 2
      guard let sample = try sample(from: middle, in: low..<high) else {
        high = middle
        continue
      }
      samples.append(sample)
      if sample.time < wanted {
        low = sample.end
      } else {
        (high, found.offset) = (middle, sample.start)
      }
    }
    let near = max(reader.file.start, low - Self.last)..<high
    let rest = try self.samples(in: near)
    samples += rest
    let crossing = rest.indices.first { index in
      let isFirst = index == 0 && near.lowerBound == reader.file.start
      return rest[index].time >= wanted
        && (isFirst || index > 0 && rest[index - 1].time < wanted)
    }
    found.offset = crossing.map { rest[$0].start } ?? found.offset
    found.isOrdered = Self.areInOrder(samples)
    found.hasTimes = !samples.isEmpty
    return found
  }

  /// The first item that has a time and begins in a range, starting with the item at an offset.
  private func sample(from offset: Int, in range: Range<Int>) throws(FileError) -> Sample? {
    var sample: Sample?
    try forEachItem(from: offset, in: range) { line in
      sample = time(line).map { Sample(start: line.id.bytes, end: line.endOffset, time: $0) }
      return sample == nil
    }
    return sample
  }

  private func samples(in range: Range<Int>) throws(FileError) -> [Sample] {
    var samples: [Sample] = []
    try forEachItem(from: range.lowerBound, in: range) { line in
      if let time = time(line) {
        samples.append(Sample(start: line.id.bytes, end: line.endOffset, time: time))
      }
      return true
    }
    return samples
  }

  /// Visits the items that begin in a range, until the body returns false.
  private func forEachItem(
    from offset: Int, in range: Range<Int>, _ body: (TextLine) -> Bool
  ) throws(FileError) {
    var cursor = offset
    while cursor < range.upperBound {
      if Task.isCancelled { throw .cancelled }
      let run = try reader.lines(from: cursor, count: Self.count)
      for line in run.lines where range.contains(line.id.bytes) && !line.isContinuation {
        guard body(line) else { return }
      }
      guard run.end > cursor else { return }
      cursor = run.end
    }
  }

  private static func areInOrder(_ samples: [Sample]) -> Bool {
    let sorted = samples.sorted { $0.start < $1.start }
    return zip(sorted, sorted.dropFirst()).allSatisfy { $0.time <= $1.time }
  }
}

/// The result of a search by time.
public struct TimePlace: Sendable {
  /// The first item that is not before the time; nil if all are before it.
  public let offset: FileOffset?
  /// Whether all times that were compared are in order.
  public let isOrdered: Bool
}

extension TextFileSource {
  /// Finds the first item of a file that is not before a time, by binary search.
  ///
  /// If the times are not in order, the result may be only near the right place, and its
  /// `isOrdered` may be false. Lines without a time belong to the line before them. Cost: about
  /// twenty reads of 16 KiB for a file of 1 GB, on the calling thread.
  ///
  /// - Parameters:
  ///   - wanted: the time to find.
  ///   - file: the file.
  ///   - time: a closure that returns the time of an item, or nil if the item has none.
  /// - Returns: the place; nil if no examined item has a time.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  public func place<Moment: Comparable>(
    of wanted: Moment, in file: FileStore, time: @escaping (TextLine) -> Moment?
  ) throws(FileError) -> TimePlace? {
    let reader = LineReader(file: file, size: try file.size(), rule: current.rule)
    let found = try TimeSearch(reader: reader, time: time).first(from: wanted)
    guard found.hasTimes else { return nil }
    return TimePlace(
      offset: found.offset.map { FileOffset(bytes: $0, edition: file.edition) },
      isOrdered: found.isOrdered)
  }

  /// The line or record at an offset, and a number of items before it.
  ///
  /// Cost: that of two pages, which are read on the calling thread.
  ///
  /// - Parameters:
  ///   - offset: the offset in bytes, which may be within the line.
  ///   - file: the file.
  ///   - count: the maximum number of preceding items.
  /// - Throws: an error if a system call fails.
  public func items(
    upTo offset: Int, of file: FileStore, count: Int
  ) throws(FileError) -> [TextLine] {
    let reader = LineReader(file: file, size: try file.size(), rule: current.rule)
    let here = try reader.lines(from: offset, count: 1)
    return try reader.lines(before: here.start, count: count).lines + here.lines
  }

  /// The first or last lines or records of a file: at most `count`, and fewer if they are long.
  ///
  /// Cost: that of a page, which is read on the calling thread.
  ///
  /// - Throws: an error if a system call fails.
  public func items(
    atEnd: Bool, of file: FileStore, count: Int
  ) throws(FileError) -> [TextLine] {
    let reader = LineReader(file: file, size: try file.size(), rule: current.rule)
    return atEnd
      ? try reader.lastLines(count: count).lines
      : try reader.lines(from: file.start, count: count).lines
  }
}
