import Bytes
import Records

/// A walk over the elements of an array, one element after the other.
///
/// An element longer than a piece is divided into its lines.
struct ElementWalk: RecordWalk {
  let stretch: FileStretch
  /// The bytes of the stretch up to the end of the walk.
  let bytes: UnsafeRawBufferPointer
  /// The kind of the border at the end of the bytes, if an element ends or is cut there; nil if the
  /// last element may continue.
  let endKind: RecordBorder.Kind?

  private static let reader = ElementReader()

  private var start: Int { stretch.start }
  private var end: Int { start + bytes.count }

  /// The element at an offset, or the rest of an element; nil if the bytes do not suffice.
  func group(from first: Int, _ kind: RecordBorder.Kind) -> RecordParts? {
    if kind == .longRecord { return rest(from: first) }
    var state = kind.elementState
    let extent = Self.reader.element(
      at: first - start, after: &state, in: bytes,
      isComplete: endKind == .record || end == stretch.fileSize)
    if let extent {
      let range = first..<start + extent.end
      let isLast = range.upperBound == end && end == stretch.fileSize && endKind == nil
      return whole(range, kind, contentEnd: start + extent.content.upperBound, isOpen: isLast)
    }
    if let endKind { return pieces(first..<end, kind, after: endKind) }
    return isLong(first) ? begun(first..<end, kind) : nil
  }

  /// The rest of an element whose state is unknown: up to the most likely start of the next
  /// element.
  private func rest(from first: Int) -> RecordParts? {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(first - start)...])
    if let anchor = Self.reader.anchor(in: rest, before: nil),
      let next = Self.reader.firstElement(after: anchor, in: rest), next > 0
    {
      return pieces(first..<first + next, .longRecord, after: .record)
    }
    if let endKind { return pieces(first..<end, .longRecord, after: endKind) }
    guard end == stretch.fileSize else {
      return isLong(first) ? begun(first..<end, .longRecord) : nil
    }
    var found = pieces(first..<end, .longRecord, after: nil)
    found?.openLast()
    return found
  }

  /// Whether the element at an offset is certainly too long for one item.
  private func isLong(_ first: Int) -> Bool { end - first > 2 * stretch.rule.size }

  private func whole(
    _ range: Range<Int>, _ kind: RecordBorder.Kind, contentEnd: Int, isOpen: Bool
  ) -> RecordParts? {
    if kind == .record, range.count <= stretch.rule.size {
      let part = RecordPart(
        range: range, kind: .record, isContinued: false, isOpen: isOpen, contentEnd: contentEnd)
      return RecordParts(parts: [part], after: isOpen ? kind : .record)
    }
    guard var found = pieces(range, kind, after: .record) else { return nil }
    if isOpen { found.openLast() }
    return found
  }

  /// The available part of an element that continues after the bytes, up to the end of a line or of
  /// a piece.
  private func begun(_ range: Range<Int>, _ kind: RecordBorder.Kind) -> RecordParts? {
    guard let last = places(in: range).last, last > range.lowerBound else { return nil }
    return pieces(range.lowerBound..<last, kind, after: nil)
  }

  /// - Parameter after: the kind of the border after the pieces; nil to determine it from the
  ///   bytes.
  private func pieces(
    _ range: Range<Int>, _ kind: RecordBorder.Kind, after: RecordBorder.Kind?
  ) -> RecordParts? {
    var places = places(in: range)
    // Trailing indentation belongs to the element before it.
    let isBlank = { (range: Range<Int>) in bytes[range].allSatisfy(\.isBlank) }
    if let last = places.last, last < range.upperBound {
      if places.count > 1, isBlank(last - start..<range.upperBound - start) { places.removeLast() }
      places.append(range.upperBound)
    }
    var (parts, kind): ([RecordPart], RecordBorder.Kind) = ([], kind)
    for (from, to) in zip(places, places.dropFirst()) {
      let isContinued = to < range.upperBound || after != .record
      parts.append(RecordPart(range: from..<to, kind: kind, isContinued: isContinued))
      kind = self.kind(after: from..<to, kind)
    }
    return parts.isEmpty ? nil : RecordParts(parts: parts, after: after ?? kind)
  }

  /// The kind of the border after a part of an element; it is unknown if the state before the part
  /// is unknown.
  private func kind(after range: Range<Int>, _ kind: RecordBorder.Kind) -> RecordBorder.Kind {
    guard kind != .longRecord else { return kind }
    let part = UnsafeRawBufferPointer(
      rebasing: bytes[range.lowerBound - start..<range.upperBound - start])
    return .element(Self.reader.state(after: part, from: kind.elementState))
  }

  /// The starts of lines, and of pieces of long lines.
  ///
  /// A piece begins at each multiple of the rule's size that has no line feed in that many bytes
  /// before it. The first place is always the start of the range.
  func places(in range: Range<Int>) -> [Int] {
    let size = stretch.rule.size
    var places = [range.lowerBound]
    var lineStart = range.lowerBound
    var hasFeed = lineStart > start && bytes[lineStart - 1 - start] == .lineFeed
    // If the first place is a cut that was moved back, it must not be repeated.
    var cut = ((lineStart + PieceRule.furthestBack) / size + 1) * size
    while true {
      let found = bytes.firstIndex(of: .lineFeed, in: lineStart - start..<range.upperBound - start)
      let lineEnd = found.map { start + $0 } ?? range.upperBound
      while cut < lineEnd {
        if !hasFeed || lineStart - 1 < cut - size {
          places.append(stretch.cutMovedBack(from: cut, in: bytes))
        }
        cut += size
      }
      guard lineEnd + 1 < range.upperBound else { return places }
      (lineStart, hasFeed) = (lineEnd + 1, true)
      places.append(lineStart)
    }
  }
}

extension RecordBorder.Kind {
  /// The JSON state before the border; it differs from the initial state only within a long
  /// element.
  var elementState: ElementState {
    if case .element(let state) = self { state } else { .between }
  }
}
