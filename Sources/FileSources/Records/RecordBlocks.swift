import Bytes
public import ByteStores
public import Records

/// The records of a text one after the other, read in blocks: `read()`, then `next()` until that is nil.
///
/// It holds a block, or a record that is larger. What is no record within a limit comes in pieces.
public struct RecordBlocks {
  private let file: FileStore
  private let stream: StreamStore?
  private let reading: RecordDecoder
  /// The bytes of the block.
  public private(set) var bytes: [UInt8] = []
  /// Where they begin in the file.
  public private(set) var offset: Int
  /// How many of them were taken.
  private var taken = 0
  /// Whether nothing follows them.
  private var isComplete = false
  private var isWithinLine = false
  /// What is before the next piece of an element.
  private var elementState = ElementState.between

  /// Bytes read at a time: what the processor's cache holds.
  private static let size = 256 << 10
  /// The most bytes of a record.
  private let most: Int

  /// Creates blocks of a text, of which none is read yet.
  ///
  /// - Parameters:
  ///   - file: the text.
  ///   - stream: what the text keeps of, which is waited for.
  ///   - reading: how it is read.
  ///   - offset: where a record begins.
  ///   - most: the most bytes of one.
  public init(
    _ file: FileStore, _ stream: StreamStore?, _ reading: RecordDecoder, from offset: Int, most: Int
  ) {
    (self.file, self.stream, self.reading) = (file, stream, reading)
    (self.offset, self.most) = (offset, most)
  }

  /// Reads more behind what was not taken, and waits for a stream; false at the end.
  ///
  /// Cost: a read of 256 KiB, or of as many bytes as were not taken, on the calling thread; the places of records taken
  /// before mean nothing then.
  ///
  /// - Throws: why it cannot be read, or why no more of the stream comes.
  public mutating func read() throws(FileError) -> Bool {
    guard !isComplete else { return false }
    bytes.removeFirst(taken)
    (offset, taken) = (offset + taken, 0)
    let rest = bytes.count
    // Twice as much each time, because a record is looked at from its start again.
    bytes += repeatElement(0, count: max(Self.size, rest))
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

  /// The next record, or piece, of the block; nil where more has to be read first.
  ///
  /// Cost: its bytes.
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

  /// Whether a record of the block is a blank line, or what stands where an element of an array should be.
  @inline(__always) public func isBlank(_ piece: RecordPiece) -> Bool {
    guard let first = piece.range.first else { return piece.isWhole }
    // Nearly all records end here; blanks and what begins a comment are less.
    guard bytes[first] <= .slash, piece.isWhole else { return false }
    return reading.isBlank(bytes[piece.range])
  }

  /// The rest of a line or an element, or what there is of it.
  private mutating func piece() -> RecordPiece? {
    let before = elementState
    let rest = bytes.withUnsafeBytes {
      reading.rest(at: taken, after: &elementState, in: $0, isComplete: isComplete)
    }
    let end = rest?.content.upperBound ?? (isComplete ? bytes.count : bytes[taken...].endOfPiece)
    // The end of all ends a line, too.
    guard rest != nil || end > taken || isComplete && isWithinLine else { return nil }
    if rest == nil { elementState = reading.state(after: bytes[taken..<end], from: before) }
    var piece = RecordPiece(range: taken..<end, end: rest?.end, isContinuation: isWithinLine)
    piece.isContinued = rest == nil && !isComplete
    (taken, isWithinLine) = (rest?.end ?? end, piece.isContinued)
    return piece
  }
}

extension FileStore {
  /// Reads what there is, or what comes next; nothing at the end.
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
  /// Before what more bytes may be a part of: a scalar of UTF-8, or a line end of two bytes.
  fileprivate var endOfPiece: Int {
    let start = suffix(4).lastIndex { !$0.isContinuationByte }
    return start.map { self[$0] < 0x80 && self[$0] != .carriageReturn ? endIndex : $0 } ?? endIndex
  }
}

/// Records among the lines of a file.
extension RecordDecoder {
  /// The record of a line; nil of any other line, of a piece of a long one, and of one whose quotes do not
  /// end with it.
  ///
  /// It shares the line's memory. Cost: the bytes of the line.
  public func record(of line: TextLine) -> Record? {
    // What parts an element from the next is not in its bytes.
    let isPiece = line.isContinuation || line.isContinued
    guard !isPiece, !line.bytes.isEmpty, line.isWholeRecord ?? endsRecord(line.raw) else {
      return nil
    }
    return record(of: line.bytes)
  }
}
