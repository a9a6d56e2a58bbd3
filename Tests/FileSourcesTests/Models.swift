import FileSources

/// The lines and pieces of some bytes, found by examining each byte separately.
struct LineModel {
  let bytes: [UInt8]
  /// The offsets of lines and pieces, and the end of the last one.
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

  /// The index of the line or piece that contains an offset.
  func line(at offset: Int) -> Int { (boundaries.lastIndex { $0 <= offset } ?? 0) }

  /// Whether bytes begin with a line end, or with the first part of one.
  private static func isLineEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first == 10 || bytes.prefix(2).elementsEqual([13, 10]) || bytes.elementsEqual([13])
  }

  /// The start of the scalar that begins up to three bytes before a place and extends beyond it;
  /// the place itself if no scalar does.
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

/// The records of some bytes, found byte by byte; each ends with a line feed or at the end of the
/// bytes.
///
/// Records that end with a carriage return alone are parts of a record that ends with a line feed.
/// If a quote is open at the end, the last record includes all bytes after the quote.
struct RecordModel {
  let bytes: [UInt8]
  /// The offsets of the records, and the end of the last one.
  private(set) var borders = [0]
  /// Whether the last quote is not closed.
  private(set) var isOpen = false

  private static let quote = UInt8(ascii: "\"")

  init(_ bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    var (index, isFieldStart) = (0, true)
    while index < bytes.count {
      let byte = bytes[index]
      if isFieldStart, byte == Self.quote {
        guard let next = place(behindQuoteAt: index, limit: limit) else {
          isOpen = true
          break
        }
        (index, isFieldStart) = (next, false)
        continue
      }
      index += 1
      isFieldStart = byte == UInt8(ascii: ",") || byte == 10 || byte == 13
      if byte == 10 { borders.append(index) }
    }
    if borders.last != bytes.count { borders.append(bytes.count) }
  }

  /// The records with their line ends.
  var records: [[UInt8]] { zip(borders, borders.dropFirst()).map { Array(bytes[$0..<$1]) } }

  /// The index of the record that contains an offset.
  func record(at offset: Int) -> Int { borders.dropLast().lastIndex { $0 <= offset } ?? 0 }

  /// The offset after a quoted field, or after a quote that is text; nil if later bytes may decide
  /// this.
  private func place(behindQuoteAt open: Int, limit: Int) -> Int? {
    var index = open + 1
    while index < bytes.count, index - open <= limit {
      if bytes[index] != Self.quote {
        index += 1
      } else if index + 1 < bytes.count, bytes[index + 1] == Self.quote {
        index += 2
      } else {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 10
        let hasLineEnd = bytes[open..<index].contains { $0 == 10 || $0 == 13 }
        // The quote is a mistake: a line end precedes the next quote, and text follows that quote.
        let isText = hasLineEnd && ![UInt8(ascii: ","), 10, 13].contains(next)
        return isText ? open + 1 : index + 1
      }
    }
    return bytes.count - open > limit ? open + 1 : nil
  }
}

/// The lines that a filter shows: those that meet some conditions, and the lines around them.
///
/// Each line is examined separately.
struct FilterModel {
  typealias Condition = (text: String, isNegated: Bool)

  let bytes: [UInt8]
  /// The offsets of lines and pieces, and the end of the last one.
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

  /// The start of the line or piece that contains an offset; at the end of a text that ends with a
  /// line feed, the end itself.
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

/// The lines of a text and their first matches, as a search of a file must find them.
struct SearchModel {
  /// The offset of each line.
  private(set) var lines: [Int] = []
  /// The offset of each line that matches, and the offset of its first match.
  private(set) var matches: [(start: Int, match: Int)] = []

  init(_ bytes: [UInt8], _ pattern: TextPattern) {
    var start = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if start < bytes.count {
        lines.append(start)
        if let match = pattern.match(in: line) { matches.append((start, start + match)) }
      }
      start += line.count + 1
    }
  }
}
