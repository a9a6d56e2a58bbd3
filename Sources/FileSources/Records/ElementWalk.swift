import Bytes
import Records

/// Goes from one element of an array to the next.
///
/// An element that is longer than a piece comes as its lines.
struct ElementWalk: RecordWalk {
  let stretch: FileStretch
  /// The bytes of the stretch, up to where it ends.
  let bytes: UnsafeRawBufferPointer
  /// What stands at the end of the bytes, where an element ends or is cut there; nil where the last may go on.
  let endKind: RecordBorder.Kind?

  private static let reader = ElementReader()

  private var start: Int { stretch.start }
  private var end: Int { start + bytes.count }

  /// The element that begins at a place, or the rest of it; nil where the bytes do not tell.
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

  /// The rest of an element of which nothing is known but that it is long: up to where the next begins most likely.
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

  /// Whether what begins at a place is surely too long for one item.
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

  /// What is there of an element that is longer: up to where a line or a piece of one ends.
  private func begun(_ range: Range<Int>, _ kind: RecordBorder.Kind) -> RecordParts? {
    guard let last = places(in: range).last, last > range.lowerBound else { return nil }
    return pieces(range.lowerBound..<last, kind, after: nil)
  }

  /// - Parameter after: what stands behind them; what the bytes say where nil.
  private func pieces(
    _ range: Range<Int>, _ kind: RecordBorder.Kind, after: RecordBorder.Kind?
  ) -> RecordParts? {
    var places = places(in: range)
    // What is only indented belongs to the element that it follows.
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

  /// What stands behind a part of an element; not known where it was not known before.
  private func kind(after range: Range<Int>, _ kind: RecordBorder.Kind) -> RecordBorder.Kind {
    guard kind != .longRecord else { return kind }
    let part = UnsafeRawBufferPointer(
      rebasing: bytes[range.lowerBound - start..<range.upperBound - start])
    return .element(Self.reader.state(after: part, from: kind.elementState))
  }

  /// Where lines begin, and pieces of long ones: at each multiple of a size that has no line feed in the size before it.
  ///
  /// The first place is that of the range, whatever is there.
  func places(in range: Range<Int>) -> [Int] {
    let size = stretch.rule.size
    var places = [range.lowerBound]
    var lineStart = range.lowerBound
    var hasFeed = lineStart > start && bytes[lineStart - 1 - start] == .lineFeed
    // A first place that is a cut which was moved back is none once more.
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
  /// What is before a place of an array: only a long element has something there.
  var elementState: ElementState {
    if case .element(let state) = self { state } else { .between }
  }
}
