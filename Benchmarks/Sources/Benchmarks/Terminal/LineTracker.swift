/// A tracker of the line of a terminal on which a program writes.
struct LineTracker {
  private let lines: Int
  /// The line of the cursor, from 1.
  private var line = 1

  init(lines: Int) { self.lines = lines }

  /// Counts how often a word is written above the last line, which is the status line.
  mutating func count(of word: [UInt8], in bytes: [UInt8]) -> Int {
    var (index, count) = (0, 0)
    while index < bytes.count {
      if bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "[") {
        index = take(bytes, from: index + 2)
        continue
      }
      if bytes[index] == 0x0A { line = min(lines, line + 1) }
      if line < lines, bytes[index] == word.first, bytes[index...].starts(with: word) { count += 1 }
      index += 1
    }
    return count
  }

  /// Processes a control sequence without its first two bytes; returns the index of its end.
  private mutating func take(_ bytes: [UInt8], from start: Int) -> Int {
    let parameters = bytes[start...].prefix { (0x20...0x3F).contains($0) }
    guard parameters.endIndex < bytes.count else { return bytes.count }
    let first = String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    let number = Int(first) ?? 1
    switch bytes[parameters.endIndex] {
    case UInt8(ascii: "H"), UInt8(ascii: "d"): line = number
    case UInt8(ascii: "A"): line = max(1, line - number)
    case UInt8(ascii: "B"): line = min(lines, line + number)
    default: break
    }
    return parameters.endIndex + 1
  }
}
