import Bytes
public import ByteStores
public import Records

/// A search for errors in the records of a file, from the first record on, which runs while the
/// records are displayed.
///
/// When the file grows, only the part from its last record on is read, or from the first quote that
/// may still be closed. Cost: reads the file once; holds a block of 256 KiB, or one record.
public actor RecordFaults {
  /// The errors in the examined records.
  public struct Found: Equatable, Sendable {
    /// The first error; nil if there is none.
    public let first: RecordFault?
    /// The line of the first error, from 1; nil if the line was dropped or cannot be counted.
    public let line: Int?
    /// The number of errors.
    public let count: Int
  }

  /// The file that is examined.
  public nonisolated let file: FileStore
  private let reading: RecordDecoder
  private let most: Int
  private var check: RecordCheck
  /// The offset of the first record that has not been examined.
  private var offset: Int

  /// Creates a search for errors; nothing is read yet.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - reading: the decoder that parses the records.
  ///   - start: the offset of the first record.
  ///   - most: the maximum size of a record, in bytes; 16 MiB by default.
  public init(
    in file: FileStore, _ reading: RecordDecoder, from start: Int, most: Int = 16 << 20
  ) {
    (self.file, self.most) = (file, most)
    self.reading = reading.limitingQuotes(to: most)
    (check, offset) = (RecordCheck(reading), start)
  }

  /// The errors in the records that begin before an offset, and in those of the same block.
  ///
  /// An error in the last record, or a quote that is not closed in the last 1 MiB, may disappear
  /// when the file grows. Cost: reads the bytes that have not been examined yet; if there is an
  /// error, also counts the line feeds before the first error.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  public func look(upTo end: Int) async throws(FileError) -> Found {
    var (blocks, isEnd) = (RecordBlocks(file, nil, reading, from: offset, most: most), true)
    var (last, isOpen) = (check, false)
    while try blocks.read() {
      if Task.isCancelled { throw .cancelled }
      while let piece = blocks.next() {
        note(piece, in: blocks, &last, isOpen: &isOpen)
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

  /// - Parameter isOpen: whether an earlier quote may still be closed, so that this piece is
  ///   examined again when the file grows.
  private func note(
    _ piece: RecordPiece, in blocks: RecordBlocks, _ last: inout RecordCheck, isOpen: inout Bool
  ) {
    let isStrict = blocks.isBlank(piece) || reading.isStrict(piece, in: blocks.bytes)
    if !isStrict || check.isOfArray {
      last.note(piece, isStrict: isStrict, of: blocks.bytes, at: blocks.offset)
    }
    isOpen = isOpen || !isStrict && mayBeClosed(piece, in: blocks)
    guard !isOpen else { return }
    // A record without a line end may continue.
    let isOver = !check.isOfArray && piece.isWhole && blocks.bytes[..<piece.end].last == .lineFeed
    if isOver || piece.end < blocks.bytes.count {
      (check, offset) = (last, blocks.offset + piece.end)
    }
  }

  /// Whether the next bytes may close the quote that is open in a row of comma-separated values.
  private func mayBeClosed(_ piece: RecordPiece, in blocks: RecordBlocks) -> Bool {
    let size = blocks.bytes.count - piece.range.lowerBound
    return reading.csv != nil && piece.isWhole && size <= min(most, CSVBorders.maximumQuotedSize)
  }

  private func found(_ check: RecordCheck) -> Found {
    let line = check.first.flatMap { fault -> Int? in
      let dropped = file.dropped
      // Bytes before the start still exist if they were only skipped and not dropped.
      let start = dropped.lineFeeds > 0 ? dropped.bytes : 0
      guard fault.offset >= start else { return nil }
      let feeds = try? file.lineFeedCount(in: start..<fault.offset)
      return feeds.map { dropped.lineFeeds + $0 + 1 }
    }
    return Found(first: check.first, line: line, count: check.count)
  }
}
