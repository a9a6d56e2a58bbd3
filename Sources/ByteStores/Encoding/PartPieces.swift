/// The pieces of a part of a file in UTF-16 that was measured without decoding it: where their text
/// ends, and which of them a match of the current search may touch.
struct PartPieces {
  /// The number of bytes of the file in a piece; both the piece and its measured text fit into the
  /// fastest cache.
  static let size = 8 << 10
  /// The number of pieces in which a match may be for which the others are not decoded.
  static let mostMatching = 4

  /// A bit for each piece, beginning with the lowest one: whether a match may touch the piece.
  private var matching: UInt16 = 0
  /// The offset in the text of the part after each piece.
  ///
  /// A surrogate pair may be in two pieces; two bytes of its text then count for each of them.
  private var ends = SIMD16<UInt32>(repeating: .max)
  private var count = 0

  /// Whether a match may touch the part.
  var mayMatch: Bool { matching != 0 }

  /// Whether so few pieces may have a match that it is worthwhile to decode only these.
  var areFew: Bool { matching.nonzeroBitCount <= Self.mostMatching }

  /// The ranges of the pieces in a number of bytes; the last one may be longer by a unit.
  static func ranges(of count: Int) -> [Range<Int>] {
    let number = max(1, count / size + (count % size > 2 ? 1 : 0))
    return (0..<number).map { $0 * size..<($0 == number - 1 ? count : ($0 + 1) * size) }
  }

  /// Adds the next piece, whose text ends at an offset in the text of the part.
  mutating func append(end: Int, mayMatch: Bool) {
    ends[count] = UInt32(end)
    if mayMatch { matching |= 1 << count }
    count += 1
  }

  /// Sets the end of the last piece.
  mutating func end(at end: Int) { ends[count - 1] = UInt32(end) }

  /// The text of the first matching pieces that are adjacent, from the piece at an offset on; nil if
  /// none of these pieces may have a match.
  func firstMatching(from offset: Int) -> Range<Int>? {
    let rest = matching & (.max << piece(at: offset))
    guard rest != 0 else { return nil }
    let first = rest.trailingZeroBitCount
    let last = first + (~(rest >> first)).trailingZeroBitCount - 1
    return start(of: first)..<Int(ends[last])
  }

  /// The pieces that contain the text of a range.
  ///
  /// - Parameter size: the size of the part in bytes.
  func extent(of range: Range<Int>, _ size: Int) -> PieceExtent {
    let (first, last) = (piece(at: range.lowerBound), piece(at: range.upperBound - 1))
    let end = last == count - 1 ? size : (last + 1) * Self.size
    return PieceExtent(first * Self.size..<end, text: start(of: first)..<Int(ends[last]))
  }

  private func start(of piece: Int) -> Int { piece == 0 ? 0 : Int(ends[piece - 1]) }

  /// The piece that contains the byte at an offset in the text of the part.
  private func piece(at offset: Int) -> Int {
    var piece = 0
    while piece < count - 1, ends[piece] <= offset { piece += 1 }
    return piece
  }
}

/// Bytes of a part to decode, and their text.
struct PieceExtent {
  private(set) var bytes: Range<Int>
  private(set) var text: Range<Int>

  init(_ bytes: Range<Int>, text: Range<Int>) { (self.bytes, self.text) = (bytes, text) }

  /// Adds the other half of each surrogate pair at the ends; a half takes two bytes both in the file
  /// and in the text.
  mutating func completePairs(beginsInPair: Bool, endsInPair: Bool) {
    let (before, after) = (beginsInPair ? 2 : 0, endsInPair ? 2 : 0)
    bytes = bytes.lowerBound - before..<bytes.upperBound + after
    text = text.lowerBound - before..<text.upperBound + after
  }
}
