import FileSources

/// The lines of a text that meet some conditions, found by looking at each by itself.
struct FilterModel {
  typealias Condition = (text: String, isNegated: Bool)

  let bytes: [UInt8]
  /// Where lines and pieces begin, and where the last one ends.
  let boundaries: [Int]
  /// The lines and pieces that are shown.
  let shown: [Range<Int>]

  init(_ bytes: [UInt8], _ conditions: [Condition], context: Int) {
    self.bytes = bytes
    boundaries = LineModel(bytes, pieceSize: 16).boundaries
    let lines = Self.lines(of: bytes)
    let matching = lines.indices.filter { index in
      conditions.allSatisfy {
        (TextPattern($0.text).match(in: bytes[lines[index]].filter { $0 != 10 }) != nil)
          != $0.isNegated
      }
    }
    let kept = lines.indices.filter { index in
      matching.contains { abs($0 - index) <= context }
    }.map { lines[$0] }
    shown = zip(boundaries, boundaries.dropFirst()).map { $0..<$1 }.filter { piece in
      kept.contains { $0.contains(piece.lowerBound) }
    }
  }

  static func conditions(_ all: [Condition]) -> LineConditions {
    LineConditions(all.map { .init(TextPattern($0.text), isNegated: $0.isNegated) })
  }

  /// Where the line or piece begins that an offset is in; the end itself behind a line that has one.
  func boundary(at offset: Int) -> Int {
    if offset == bytes.count, bytes.last != 10, boundaries.count > 1 {
      return boundaries[boundaries.count - 2]
    }
    return boundaries.last { $0 <= offset } ?? 0
  }

  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var (lines, start): ([Range<Int>], Int) = ([], 0)
    for index in bytes.indices where bytes[index] == 10 {
      lines.append(start..<index + 1)
      start = index + 1
    }
    return start < bytes.count ? lines + [start..<bytes.count] : lines
  }
}
