import Bytes
public import ByteStores
public import Records

/// A reader of the records of a text in order, in blocks: call `read()`, then `next()` until it
/// returns nil.
///
/// It holds one block, or one record if that is larger. Text that is not a record within the size
/// limit is returned in pieces.
public struct RecordBlocks {
  private let file: FileStore
  private let stream: StreamStore?
  private let reading: RecordDecoder
  /// The bytes of the block.
  public private(set) var bytes: [UInt8] = []
  /// The offset of the bytes in the file.
  public private(set) var offset: Int
  /// The number of bytes in the block that have been returned.
  private var taken = 0
  /// Whether nothing follows the bytes in the text.
  private var isComplete = false
  private var isWithinLine = false
  /// The JSON state before the next piece of an element.
  private var elementState = ElementState.between

  /// The usual number of bytes in a read; they fit into the processor's cache.
  private static let size = 256 << 10
  private static let zeros = [UInt8](repeating: 0, count: 4_096)
  /// The maximum size of a record, in bytes.
  private let most: Int

  /// Creates blocks of a text; nothing is read yet.
  ///
  /// - Parameters:
  ///   - file: the text.
  ///   - stream: the stream that fills the file; reads wait for it. It is nil for a complete file.
  ///   - reading: the decoder that parses the records.
  ///   - offset: the start of a record.
  ///   - most: the maximum size of a record, in bytes.
  public init(
    _ file: FileStore, _ stream: StreamStore?, _ reading: RecordDecoder, from offset: Int, most: Int
  ) {
    (self.file, self.stream, self.reading) = (file, stream, reading)
    (self.offset, self.most) = (offset, most)
  }

  /// Reads more bytes after those that have not been returned yet, waiting for a stream if
  /// necessary; returns false at the end of the text.
  ///
  /// Cost: a read, on the calling thread, of 256 KiB or, if this is more, of as many bytes as have
  /// not been returned. Ranges of earlier records become invalid.
  ///
  /// - Throws: an error if the file cannot be read, or if the stream fails.
  public mutating func read() throws(FileError) -> Bool {
    guard !isComplete else { return false }
    bytes.removeFirst(taken)
    (offset, taken) = (offset + taken, 0)
    let rest = bytes.count
    // The number of bytes doubles each time, because a record is parsed from its start again.
    appendZeros(max(Self.size, rest))
    let (file, stream, end) = (file, stream, offset + rest)
    let count = try bytes.withUnsafeMutableBufferPointer { (bytes) throws(FileError) -> Int in
      let memory = UnsafeMutableRawBufferPointer(
        UnsafeMutableBufferPointer(rebasing: bytes[rest...]))
      return try file.read(into: memory, at: end, waitingFor: stream)
    }
    bytes.removeLast(bytes.count - rest - count)
    isComplete = count == 0
    return true
  }

  /// Appends zeros, in pieces: without optimization, a repeated element would be appended byte by
  /// byte, which would take more time than the read.
  private mutating func appendZeros(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
    for start in stride(from: 0, to: count, by: Self.zeros.count) {
      bytes += Self.zeros[..<min(Self.zeros.count, count - start)]
    }
  }

  /// The next record or piece in the block; nil if more bytes have to be read first.
  ///
  /// Cost: proportional to the number of its bytes.
  public mutating func next() -> RecordPiece? {
    if !isWithinLine,
      let extent = bytes.withUnsafeBytes({
        reading.extent(at: taken, in: $0, isComplete: isComplete)
      })
    {
      taken = extent.end
      return RecordPiece(range: extent.content, end: extent.end)
    }
    guard isWithinLine || bytes.count - taken > most else { return nil }
    return piece()
  }

  /// Whether a piece of the block is neither a record nor text, but a blank line or a comment.
  @inline(__always) public func isBlank(_ piece: RecordPiece) -> Bool {
    guard let first = piece.range.first else { return piece.isWhole }
    // A fast path for nearly all records: no white space, and no character that begins a comment,
    // is greater than a slash.
    guard bytes[first] <= .slash, piece.isWhole else { return false }
    return reading.isBlank(bytes[piece.range])
  }

  /// The rest of a line or an element, or the part of it that is available.
  private mutating func piece() -> RecordPiece? {
    let before = elementState
    let rest = bytes.withUnsafeBytes {
      reading.rest(at: taken, after: &elementState, in: $0, isComplete: isComplete)
    }
    let end = rest?.content.upperBound ?? (isComplete ? bytes.count : bytes[taken...].endOfPiece)
    // A line also ends at the end of the text.
    guard rest != nil || end > taken || isComplete && isWithinLine else { return nil }
    if rest == nil { elementState = reading.state(after: bytes[taken..<end], from: before) }
    var piece = RecordPiece(range: taken..<end, end: rest?.end, isContinuation: isWithinLine)
    piece.isContinued = rest == nil && !isComplete
    (taken, isWithinLine) = (rest?.end ?? end, piece.isContinued)
    return piece
  }
}

extension FileStore {
  /// Reads available bytes and returns their number, which is 0 at the end; waits for a stream.
  fileprivate func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int, waitingFor stream: StreamStore?
  ) throws(FileError) -> Int {
    while true {
      let count = try read(into: memory, at: offset)
      guard count == 0, try stream?.waitForMore(after: offset) == true else { return count }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The end of the bytes, without a last character that may be incomplete: one outside ASCII, or a
  /// carriage return.
  fileprivate var endOfPiece: Int {
    let start = suffix(4).lastIndex { !$0.isContinuationByte }
    return start.map { self[$0] < 0x80 && self[$0] != .carriageReturn ? endIndex : $0 } ?? endIndex
  }
}

/// Parsing the lines of a file as records.
extension RecordDecoder {
  /// The record in a line; nil for a line that is not a record, a piece of a long line, or a line
  /// with an open quote.
  ///
  /// It shares the memory of the line. Cost: proportional to the number of bytes in the line.
  public func record(of line: TextLine) -> Record? {
    // The separator between the elements of an array is not part of the bytes.
    let isPiece = line.isContinuation || line.isContinued
    guard !isPiece, !line.bytes.isEmpty, line.isWholeRecord ?? endsRecord(line.raw) else {
      return nil
    }
    return record(of: line.bytes)
  }
}
