/// The lines and pieces of some bytes, found by looking at each byte by itself.
struct LineModel {
  let bytes: [UInt8]
  /// Where lines and pieces begin, and where the last one ends.
  let boundaries: [Int]

  init(_ bytes: [UInt8], pieceSize: Int) {
    self.bytes = bytes
    var found: Set<Int> = [0, bytes.count]
    for (index, byte) in bytes.enumerated() where byte == 10 { found.insert(index + 1) }
    for place in stride(from: pieceSize, to: bytes.count, by: pieceSize)
    where !bytes[place - pieceSize..<place].contains(10) && !Self.isLineEnd(bytes[place...]) {
      found.insert(Self.scalarStart(at: place, in: bytes))
    }
    boundaries = found.sorted()
  }

  /// The lines and pieces with their line ends.
  var lines: [[UInt8]] { zip(boundaries, boundaries.dropFirst()).map { Array(bytes[$0..<$1]) } }

  /// The index of the line or piece that an offset is in.
  func line(at offset: Int) -> Int { (boundaries.lastIndex { $0 <= offset } ?? 0) }

  /// Whether bytes begin with a line end, or with what may become one.
  private static func isLineEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first == 10 || bytes.prefix(2).elementsEqual([13, 10]) || bytes.elementsEqual([13])
  }

  /// The beginning of a scalar that has begun up to three bytes before a place and goes beyond it.
  private static func scalarStart(at place: Int, in bytes: [UInt8]) -> Int {
    let lengths: [(ClosedRange<UInt8>, Int)] = [
      (0xC2...0xDF, 2), (0xE0...0xEF, 3), (0xF0...0xF4, 4),
    ]
    for start in (place - 3)..<place {
      guard let length = lengths.first(where: { $0.0.contains(bytes[start]) })?.1,
        start + length > place,
        bytes[(start + 1)...place].allSatisfy({ (0x80...0xBF).contains($0) })
      else { continue }
      return start
    }
    return place
  }
}
