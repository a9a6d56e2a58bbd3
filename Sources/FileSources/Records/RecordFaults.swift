import Bytes
public import ByteStores
public import Records

/// Looks for what is wrong in the records of a file, from the first one on, beside what shows it.
///
/// What was looked at is not read again: a file that grows costs what it grows by. Cost: the bytes, once; what is held is a
/// block of 256 KiB, or a record.
public actor RecordFaults {
  /// What was found.
  public struct Found: Equatable, Sendable {
    /// The first fault; nil where there is none.
    public let first: RecordFault?
    /// The line that it is in, from 1; nil where that was dropped.
    public let line: Int?
    /// How many faults there are.
    public let count: Int
  }

  /// The file that is looked at.
  public nonisolated let file: FileStore
  private let reading: RecordDecoder
  private let most: Int
  private var check: RecordCheck
  /// Where the first record begins that was not looked at.
  private var offset: Int

  /// Creates one that has looked at nothing.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - reading: how its records are read.
  ///   - start: where the first one begins.
  ///   - most: the most bytes of a record; 16 MiB by default.
  public init(
    in file: FileStore, _ reading: RecordDecoder, from start: Int, most: Int = 16 << 20
  ) {
    (self.file, self.most) = (file, most)
    self.reading = reading.limitingQuotes(to: most)
    (check, offset) = (RecordCheck(reading), start)
  }

  /// All that is wrong in what begins before an offset.
  ///
  /// What is last may be said to be wrong, and may not be any more when the file has grown. Cost: the bytes that were
  /// not looked at; where there is a fault, also a count of the line feeds before the first.
  ///
  /// - Throws: if the task is cancelled, or what the system says.
  public func look(upTo end: Int) async throws(FileError) -> Found {
    var (blocks, isEnd) = (RecordBlocks(file, nil, reading, from: offset, most: most), true)
    var last = check
    while try blocks.read() {
      if Task.isCancelled { throw .cancelled }
      while let piece = blocks.next() {
        note(piece, in: blocks, &last)
      }
      guard offset < end else {
        isEnd = false
        break
      }
      await Task.yield()
    }
    if isEnd { last.finish(at: blocks.offset + blocks.bytes.count) }
    return found(last)
  }

  private func note(_ piece: RecordPiece, in blocks: RecordBlocks, _ last: inout RecordCheck) {
    let isStrict = blocks.isBlank(piece) || reading.isStrict(piece, in: blocks.bytes)
    if !isStrict || check.isOfArray {
      last.note(piece, isStrict: isStrict, of: blocks.bytes, at: blocks.offset)
    }
    // What ends without a line end may go on.
    let isOver = !check.isOfArray && piece.isWhole && blocks.bytes[..<piece.end].last == .lineFeed
    if isOver || piece.end < blocks.bytes.count {
      (check, offset) = (last, blocks.offset + piece.end)
    }
  }

  private func found(_ check: RecordCheck) -> Found {
    let line = check.first.flatMap { fault -> Int? in
      let dropped = file.dropped
      // What was only passed over is still there.
      let start = dropped.lineFeeds > 0 ? dropped.bytes : 0
      guard fault.offset >= start else { return nil }
      let feeds = try? file.lineFeedCount(in: start..<fault.offset)
      return feeds.map { dropped.lineFeeds + $0 + 1 }
    }
    return Found(first: check.first, line: line, count: check.count)
  }
}
