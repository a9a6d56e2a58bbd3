import ByteStores
import Records

/// Finds the elements of an array that match, of those that begin in a range of a file.
///
/// Each is held against the pattern by itself, because a line may have many of them, or a part of one. A block in which
/// nothing may match is passed over: where elements begin in it is not looked for. Where something may match again,
/// the element around it is found as for a page. An element that is longer than a block comes in pieces, as lines do.
struct ElementSearch {
  /// An element that matches.
  struct Found {
    /// Where it begins.
    let start: Int
    /// Where its first match does.
    let match: Int
  }

  /// An element of which a part has been gone over.
  private struct Open {
    let start: Int
    /// What is before the cursor.
    var state: ElementState
    var hasMatch = false
  }

  private let matcher: any LineMatcher
  private let reader: LineReader
  private let borders: ElementBorders
  /// Where the last element ends that begins in the range.
  private let end: Int
  private var cursor: Int
  /// Whether an element begins at the cursor, or goes on that is open.
  private var isKnown = true
  private var open: Open?
  /// What is before has been gone over.
  private var done: Int
  /// Nothing before is passed over: the element around it has been found.
  private var sought = 0

  private static let elements = ElementReader()

  /// - Throws: what the system says.
  init(
    _ matcher: any LineMatcher, _ range: Range<Int>, _ reader: LineReader,
    _ borders: ElementBorders, beginsAnywhere: Bool
  ) throws(FileError) {
    (self.matcher, self.reader, self.borders) = (matcher, reader, borders)
    let start = range.lowerBound
    cursor =
      beginsAnywhere ? start : try reader.recordStart(from: start, upTo: reader.size, borders)
    done = cursor
    end =
      range.upperBound >= reader.size
      ? reader.size
      : max(cursor, try reader.recordStart(from: range.upperBound, upTo: reader.size, borders))
    if beginsAnywhere { try findStart(of: start) }
  }

  /// Whether the elements stay what they are as the file grows: the last one may always go on.
  var isFinal: Bool { end < reader.size }

  /// Calls with one after the other, until that says no.
  ///
  /// - Throws: if the task is cancelled, what the system says, or that the file was cut short.
  mutating func forEachMatch(
    in memory: UnsafeMutableRawBufferPointer, _ accept: (Found) -> Bool
  ) throws(FileError) {
    while cursor < end {
      if Task.isCancelled { throw .cancelled }
      let bytes = try reader.file.scan(cursor..<min(cursor + memory.count, end), in: memory)
      guard let candidate = candidate(in: bytes, from: 0) else {
        passOver(bytes, from: 0)
        continue
      }
      guard isKnown else {
        try findStart(of: cursor + candidate)
        continue
      }
      guard search(bytes, from: candidate, accept) else { return }
    }
  }

  /// Goes back to where the element begins, or a piece of it, that an offset is in.
  private mutating func findStart(of offset: Int) throws(FileError) {
    let border = try reader.recordBorder(at: offset, borders)
    (cursor, isKnown, open) = (max(border.offset, done), true, nil)
    sought = offset + 1
    guard border.kind != .record, border.offset == cursor else { return }
    open = Open(start: cursor, state: border.kind.elementState)
  }

  /// The first place from an index of a block on that may be in an element which matches; nil where the rest can be
  /// passed over.
  private func candidate(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
    if open != nil || cursor + bytes.count <= sought { return index }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
    return matcher.firstCandidate(in: rest).map { index + $0 }
  }

  /// Leaves out what is behind an index of a block, but for what the next one shares with it.
  private mutating func passOver(_ bytes: UnsafeRawBufferPointer, from index: Int) {
    let (after, shared) = (cursor + bytes.count, bytes.count / 16)
    guard after < end else { return cursor = end }
    let isNear = bytes.count - index <= shared
    isKnown = isKnown && isNear
    cursor = isNear ? cursor + index : after - shared
  }

  /// Goes over the elements of a block; says whether more are wanted.
  private mutating func search(
    _ bytes: UnsafeRawBufferPointer, from candidate: Int, _ accept: (Found) -> Bool
  ) -> Bool {
    var (index, candidate) = (0, candidate)
    let isComplete = cursor + bytes.count == end
    while index < bytes.count {
      var state = open?.state ?? .between
      let extent = Self.elements.element(
        at: index, after: &state, in: bytes, isComplete: isComplete)
      guard let extent else { break }
      let mayMatch = extent.end > candidate
      if mayMatch, !hold(extent.content, of: bytes, accept) { return false }
      (index, open, done) = (extent.end, nil, cursor + extent.end)
      guard mayMatch else { continue }
      guard let next = self.candidate(in: bytes, from: index) else {
        passOver(bytes, from: index)
        return true
      }
      candidate = next
    }
    guard index == 0 else {
      cursor += index
      return true
    }
    return searchPiece(bytes, accept)
  }

  /// Takes note of an element that is longer than a block; says whether more are wanted.
  private mutating func searchPiece(
    _ bytes: UnsafeRawBufferPointer, _ accept: (Found) -> Bool
  ) -> Bool {
    if open == nil { open = Open(start: cursor, state: .between) }
    guard hold(0..<bytes.count, of: bytes, accept) else { return false }
    let step = bytes.count - bytes.count / 16
    if let state = open?.state {
      let gone = UnsafeRawBufferPointer(rebasing: bytes[..<step])
      open?.state = Self.elements.state(after: gone, from: state)
    }
    cursor += step
    return true
  }

  /// Holds an element or a piece of one against the pattern; says whether more are wanted.
  private mutating func hold(
    _ content: Range<Int>, of bytes: UnsafeRawBufferPointer, _ accept: (Found) -> Bool
  ) -> Bool {
    guard open?.hasMatch != true,
      let match = matcher.firstMatch(in: UnsafeRawBufferPointer(rebasing: bytes[content]))
    else { return true }
    open?.hasMatch = true
    let start = open?.start ?? cursor + content.lowerBound
    return accept(Found(start: start, match: cursor + content.lowerBound + match))
  }
}
