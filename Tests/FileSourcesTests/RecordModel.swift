/// The records of some bytes that end with a line feed, found byte by byte.
///
/// What stands between two of them where one ends with a carriage return alone is one of these. A quote that is open at
/// the end takes all that follows it.
struct RecordModel {
  let bytes: [UInt8]
  /// Where records begin, and the end.
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

  /// The index of the record that an offset is in.
  func record(at offset: Int) -> Int { borders.dropLast().lastIndex { $0 <= offset } ?? 0 }

  /// Where the text goes on behind a quoted field, or behind a quote that is text; nil where that may come yet.
  private func place(behindQuoteAt open: Int, limit: Int) -> Int? {
    var index = open + 1
    while index < bytes.count, index - open <= limit {
      if bytes[index] != Self.quote {
        index += 1
      } else if index + 1 < bytes.count, bytes[index + 1] == Self.quote {
        index += 2
      } else {
        return index + 1
      }
    }
    return bytes.count - open > limit ? open + 1 : nil
  }
}
