public import ByteStores

/// Finds items by their times in a file whose items are in the order of these, by bisection.
///
/// Cost: some twenty reads of 16 KiB for a file of 1 GB, and what lies between an item and the next one that has a time.
struct TimeSearch<Moment: Comparable> {
  /// What came of a search.
  struct Found {
    /// Where the first item begins that is not before the moment; nil where all are.
    var offset: Int?
    /// Whether the times that were seen on the way are in order.
    var isOrdered = true
    /// Whether any item has a time.
    var hasTimes = false
  }

  let reader: LineReader
  /// The time of an item; nil of one that has none.
  let time: (TextLine) -> Moment?

  /// Bytes that are read in one piece at last, and as many before them, to see times that are not in order.
  private static var last: Int { 32 << 10 }
  /// Items read at a time.
  private static var count: Int { 64 }

  /// An item that has a time.
  private struct Sample {
    let start: Int
    let end: Int
    let time: Moment
  }

  /// Finds the first item that is not before a moment.
  ///
  /// Where the times are not in order it finds one that is not before the moment behind one that is, near what halving
  /// leads to.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
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

  /// The first item with a time that begins in a range, from the one that an offset is in on.
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

  /// Goes through the items that begin in a range, until told to stop.
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

/// Where a moment is in a text.
public struct TimePlace: Sendable {
  /// The first item that is not before the moment; nil where all are.
  public let offset: FileOffset?
  /// Whether the times that were seen on the way are in order.
  public let isOrdered: Bool
}

extension TextFileSource {
  /// Finds the first item of the file that is not before a moment, by bisection.
  ///
  /// In a file whose times are not in order it finds a place near that, and may say so. Lines without a time belong to the
  /// one before them. Cost: some twenty reads of 16 KiB for a file of 1 GB, on the calling thread.
  ///
  /// - Parameters:
  ///   - wanted: the moment.
  ///   - file: the file.
  ///   - time: the time of an item; nil of one that has none.
  /// - Returns: nil where no item has a time.
  /// - Throws: if the task is cancelled, or what the system says.
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

  /// The line or record at a place, behind those before it.
  ///
  /// Cost: that of two pages, read on the calling thread.
  ///
  /// - Parameters:
  ///   - offset: the place, in bytes; within a line it stands for that.
  ///   - file: the file.
  ///   - count: how many of those before it at most.
  /// - Throws: what the system says.
  public func items(
    upTo offset: Int, of file: FileStore, count: Int
  ) throws(FileError) -> [TextLine] {
    let reader = LineReader(file: file, size: try file.size(), rule: current.rule)
    let here = try reader.lines(from: offset, count: 1)
    return try reader.lines(before: here.start, count: count).lines + here.lines
  }

  /// The first lines or records of a file, or the last: `count` at most, fewer where they are long.
  ///
  /// Cost: that of a page, read on the calling thread.
  ///
  /// - Throws: what the system says.
  public func items(
    atEnd: Bool, of file: FileStore, count: Int
  ) throws(FileError) -> [TextLine] {
    let reader = LineReader(file: file, size: try file.size(), rule: current.rule)
    return atEnd
      ? try reader.lastLines(count: count).lines
      : try reader.lines(from: file.start, count: count).lines
  }
}
