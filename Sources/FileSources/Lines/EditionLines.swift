import ByteStores
import Paging

/// The lines of the successive files at a path, concatenated.
struct EditionLines: Sendable {
  /// Consecutive lines, with the continuations on both sides.
  struct Run {
    var lines: [TextLine]
    var before: Continuation<FileOffset>
    var after: Continuation<FileOffset>
  }

  /// The readers of the files, oldest first.
  let readers: [LineReader]
  /// The reader of the current file, which is the last one.
  let current: LineReader

  /// Creates the lines from the readers of one or more files, oldest first.
  init(_ readers: [LineReader]) {
    guard let last = readers.last else { fatalError("lines of no file") }
    (self.readers, current) = (readers, last)
  }

  /// Reads lines of one file; if it does not have enough lines, the next or previous file is read,
  /// too.
  ///
  /// - Throws: an error if a system call fails, a file was truncated, or the position is in a file
  ///   that is not open any more.
  func run(
    _ position: PageRequest<FileOffset>.Position, count: Int
  ) throws(FileError) -> Run {
    switch position {
    case .start: return try run(from: readers[0].file.start, in: 0, count: count)
    case .end: return try run(before: nil, in: readers.count - 1, count: count)
    case .number: throw .uncounted(path: current.file.path)
    case .after(let cursor):
      let index = try index(of: cursor)
      return try run(from: readers[index].offset(of: cursor), in: index, count: count)
    case .before(let cursor):
      let index = try index(of: cursor)
      return try run(before: readers[index].offset(of: cursor), in: index, count: count)
    }
  }

  private func run(from offset: Int, in first: Int, count: Int) throws(FileError) -> Run {
    let start = try readers[first].lines(from: offset, count: count)
    var (run, lines, index) = (start, start.lines, first)
    while lines.count < count, run.end >= readers[index].size, index + 1 < readers.count {
      index += 1
      run = try readers[index].lines(from: readers[index].file.start, count: count - lines.count)
      lines += run.lines
    }
    return Run(
      lines: lines, before: before(start.start, in: first), after: after(run, in: index))
  }

  private func run(before offset: Int?, in last: Int, count: Int) throws(FileError) -> Run {
    let end = try readers[last].lines(before: offset, count: count)
    var (run, lines, index) = (end, end.lines, last)
    while lines.count < count, run.start <= readers[index].file.start, index > 0 {
      index -= 1
      run = try readers[index].lastLines(count: count - lines.count)
      lines = run.lines + lines
    }
    return Run(lines: lines, before: before(run.start, in: index), after: after(end, in: last))
  }

  func before(_ start: Int, in index: Int) -> Continuation<FileOffset> {
    let isFirst = index == 0 && start <= readers[0].file.start
    return isFirst ? .end : .more(FileOffset(bytes: start, edition: readers[index].file.edition))
  }

  /// The continuation after the lines: the current file may grow, and so may its last line if that
  /// has no line end; an earlier file is followed by the next one.
  private func after(_ run: LineRun, in index: Int) -> Continuation<FileOffset> {
    let end = FileOffset(bytes: run.end, edition: readers[index].file.edition)
    guard run.end >= readers[index].size else { return .more(end) }
    guard index == readers.count - 1 else {
      let next = readers[index + 1].file
      return .more(FileOffset(bytes: next.start, edition: next.edition))
    }
    let unfinished = run.lines.last.flatMap { $0.isUnfinished ? $0.id : nil }
    return .unknown(unfinished ?? end)
  }

  func index(of cursor: FileOffset) throws(FileError) -> Int {
    let index = readers.firstIndex { $0.file.edition == cursor.edition }
    guard let index else { throw .replaced(path: current.file.path) }
    return index
  }
}

extension LineReader {
  /// The offset of a position in the file.
  ///
  /// - Throws: `.cutShort` if the file is shorter.
  func offset(of cursor: FileOffset) throws(FileError) -> Int {
    guard cursor.bytes <= size else { throw .cutShort(path: file.path) }
    return max(file.start, cursor.bytes)
  }

  /// Lines before an offset, or before the end.
  fileprivate func lines(before offset: Int?, count: Int) throws(FileError) -> LineRun {
    guard let offset else { return try lastLines(count: count) }
    return try lines(before: offset, count: count)
  }
}

/// State that is carried from line to line, computed from the bytes of each line, such as a color
/// that was not reset.
///
/// It is 0 at the start of a file. For a page elsewhere, only a limited number of bytes before it
/// are examined, so state from further up is unknown.
public struct LineCarry: Sendable {
  /// The number of bytes before a page that are examined: about a hundred lines of a log, read
  /// without a noticeable delay.
  static let reach = 16 << 10

  /// Computes the state after the given bytes from the state before them.
  let next: @Sendable (UInt64, ArraySlice<UInt8>) -> UInt64

  /// Creates a carry from the function that computes its state.
  ///
  /// The function is called for each line and each piece of a page, and for the bytes before the
  /// page, which may begin within a line. It is called on any thread, with the carried state and
  /// the bytes including the line end.
  public init(_ next: @escaping @Sendable (UInt64, ArraySlice<UInt8>) -> UInt64) {
    self.next = next
  }
}

extension EditionLines {
  /// Stores the carried state in lines; for a line that does not directly follow the previous one,
  /// the bytes before it are examined again.
  ///
  /// - Throws: an error if a system call fails while reading bytes before a line.
  func apply(_ carry: LineCarry, to lines: inout [TextLine]) throws(FileError) {
    var (value, next): (UInt64, FileOffset?) = (0, nil)
    for index in lines.indices {
      let line = lines[index]
      if line.id != next { value = try bytes(before: line.id).map { carry.next(0, $0[...]) } ?? 0 }
      if value != 0 { lines[index].carriedStyle = value }
      value = carry.next(value, line.raw)
      next = FileOffset(bytes: line.endOffset, edition: line.id.edition)
    }
  }

  /// The last bytes before a position; nil at the start of its file.
  private func bytes(before place: FileOffset) throws(FileError) -> [UInt8]? {
    guard let reader = readers.first(where: { $0.file.edition == place.edition }),
      place.bytes > reader.file.start
    else { return nil }
    let start = max(reader.file.start, place.bytes - LineCarry.reach)
    return try reader.file.whole(start..<place.bytes, cachedOnly: reader.isCachedOnly)
  }
}
