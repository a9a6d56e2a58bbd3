import ByteStores
import Records

/// A search for the matching elements of an array, among those that begin in a range of a file.
///
/// Each element is matched separately, because a line may contain many elements, or a part of one.
/// A block in which nothing can match is skipped without determining its elements. At the next
/// place that may match, the element around it is found in the same way as for a page. An element
/// longer than a block is searched in pieces, like a long line.
struct ElementSearch {
  /// A matching element.
  struct Found {
    /// The offset of the element.
    let start: Int
    /// The offset of the first match in the element.
    let match: Int
  }

  /// An element that has been searched only in part.
  private struct Open {
    let start: Int
    /// The JSON state before the cursor.
    var state: ElementState
    var hasMatch = false
  }

  private let matcher: any LineMatcher
  private let reader: LineReader
  private let borders: ElementBorders
  /// The end of the last element that begins in the range.
  private let end: Int
  private var cursor: Int
  /// Whether the cursor is at the start of an element, or within the open one.
  private var isKnown = true
  private var open: Open?
  /// The offset up to which all elements have been searched.
  private var done: Int
  /// The offset up to which no block is skipped, because the search has moved back from this offset
  /// to the start of an element that may match.
  private var sought = 0

  private static let elements = ElementReader()

  /// - Throws: an error if a system call fails.
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

  /// Whether the elements cannot change if the file grows; the last element of a file may always
  /// change.
  var isFinal: Bool { end < reader.size }

  /// Calls a closure with each matching element, until the closure returns false.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails or the
  ///   file was truncated.
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

  /// Moves back to the start of the element, or of its piece, at an offset.
  private mutating func findStart(of offset: Int) throws(FileError) {
    let border = try reader.recordBorder(at: offset, borders)
    (cursor, isKnown, open) = (max(border.offset, done), true, nil)
    sought = offset + 1
    guard border.kind != .record, border.offset == cursor else { return }
    open = Open(start: cursor, state: border.kind.elementState)
  }

  /// The first index in a block, at or after a given index, that may be in a matching element; nil
  /// if the rest of the block can be skipped.
  private func candidate(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
    if open != nil || cursor + bytes.count <= sought { return index }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
    return matcher.firstCandidate(in: rest).map { index + $0 }
  }

  /// Skips the rest of a block, except the bytes that the next block shares with it.
  private mutating func passOver(_ bytes: UnsafeRawBufferPointer, from index: Int) {
    let (after, shared) = (cursor + bytes.count, bytes.count / 16)
    guard after < end else { return cursor = end }
    let isNear = bytes.count - index <= shared
    isKnown = isKnown && isNear
    cursor = isNear ? cursor + index : after - shared
  }

  /// Searches the elements of a block; returns whether to continue.
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

  /// Searches a piece of an element that is longer than a block; returns whether to continue.
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

  /// Matches an element or a piece of one; returns whether to continue.
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
