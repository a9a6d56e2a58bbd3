import Bytes
import CSearch

/// Memory that consists of lines.
struct TextLines {
  let bytes: UnsafeRawBufferPointer

  private func pointer(_ offset: Int) -> UnsafePointer<UInt8>? {
    bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: UInt8.self) }
  }

  /// Returns the start of the line that contains an offset, which may be the end of the bytes.
  func lineStart(at offset: Int) -> Int {
    endless_find_last_byte(.lineFeed, pointer(0), offset) + 1
  }

  /// Returns the end of the line that contains the byte at an offset; the line feed belongs to the
  /// line.
  func lineEnd(at offset: Int) -> Int {
    let found = endless_find_byte(.lineFeed, pointer(offset), bytes.count - offset)
    return found < 0 ? bytes.count : offset + found + 1
  }

  /// Returns the line that contains a byte, with its end.
  func line(at offset: Int) -> Range<Int> { lineStart(at: offset)..<lineEnd(at: offset) }

  /// Returns a line without its line feed, or without its carriage return and line feed.
  func text(of line: Range<Int>) -> Range<Int> {
    line.lowerBound..<line.upperBound - bytes[line].lineEndLength
  }

  /// Whether an offset is after all of the given lines; the end of a last line without a line feed
  /// still belongs to that line.
  func isAfterLine(_ offset: Int, _ lines: Range<Int>) -> Bool {
    offset >= lines.upperBound
      && (lines.isEmpty || bytes[lines.upperBound - 1] == .lineFeed)
  }

  func has(_ byte: UInt8, in range: Range<Int>) -> Bool {
    endless_find_byte(byte, pointer(range.lowerBound), range.count) >= 0
  }

  /// The length of a line in bytes up to which matching an expression rarely takes long.
  static let usual = 4 << 10

  /// Whether a range of whole lines contains a line that is longer than `usual`.
  func hasLongLine(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while range.upperBound - start > Self.usual {
      let found = endless_find_last_byte(.lineFeed, pointer(start), Self.usual)
      guard found >= 0 else { return true }
      start += found + 1
    }
    return false
  }

  /// Whether the text has a letter outside ASCII whose other case is ASCII: the Kelvin sign or the
  /// long s.
  func hasForeignCases(_ range: Range<Int>) -> Bool {
    let memory = pointer(range.lowerBound)
    return Self.foreign.contains { letter in
      withUnsafePointer(to: letter.needle) { endless_find($0, memory, range.count) >= 0 }
    }
  }

  private static let foreign = ["\u{212A}", "\u{17F}"].map {
    Needle(Array($0.utf8), ignoresCase: false)
  }

  func isASCII(_ range: Range<Int>) -> Bool {
    endless_is_ascii(pointer(range.lowerBound), range.count)
  }
}
