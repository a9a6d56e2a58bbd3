import ByteStores
import Bytes
import FileSources
import Records
import Terminal

/// Bytes of a text file on their way to an output.
struct LineWriter {
  /// What is left of them.
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// Cuts what lies behind the lines that are left, and counts those down.
  mutating func keep(atMost left: inout Int) {
    guard left < .max else { return }
    var end = 0
    while left > 0, let feed = UnsafeRawBufferPointer(bytes).firstIndex(of: .lineFeed, from: end) {
      end = feed + 1
      left -= 1
    }
    if left == 0 { bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<end]) }
  }
}

extension LineWriter {
  /// Bytes read and written at a time: what the processor's cache holds.
  private static let chunk = 256 << 10

  /// Copies lines to standard output as they stand in the file, byte for byte, until its end, a limit,
  /// or until the reader closes the pipe.
  ///
  /// Many at a time: a pager's items would be a hundred times slower.
  static func copy(
    _ file: FileStore, _ stream: StreamStore?, from start: Int, limit: Int?
  ) throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    defer { memory.deallocate() }
    var (offset, left) = (start, limit ?? .max)
    while left > 0 {
      let count = try file.read(into: memory, at: offset)
      guard count > 0 else {
        if try stream?.waitForMore(after: offset) == true { continue }
        return
      }
      offset += count
      var lines = LineWriter(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
      lines.keep(atMost: &left)
      guard try StandardOutput.write(UnsafeRawBufferPointer(lines.bytes)) else { return }
    }
  }
}

/// A line of a file as it is written where its bytes do not pass as they stand: numbered, as a JSON
/// object, or with nothing in it that a terminal would obey.
nonisolated struct PlainLine {
  let isJSON: Bool
  let showsNumber: Bool
  /// Whether a terminal reads it, which would obey what is in it.
  let toTerminal: Bool

  var rules = LineRules()

  /// Adds a line, or a piece of a long one: only the first has what stands before a line, and only
  /// the last what ends it.
  func append(_ line: TextLine, number: Int, to out: inout [UInt8]) {
    if !line.isContinuation { out += beginning(number).utf8 }
    appendText(of: line, to: &out)
    if !line.isContinued { out += (isJSON ? "\"}\n" : "\n").utf8 }
  }

  /// A number as `cat -n` has it: `cut -f 2-` takes it away again.
  private func beginning(_ number: Int) -> String {
    if isJSON { return showsNumber ? "{\"line\":\(number),\"text\":\"" : "{\"text\":\"" }
    guard showsNumber else { return "" }
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, 6 - digits.count)) + digits + "\t"
  }

  private func appendText(of line: TextLine, to out: inout [UInt8]) {
    var bytes = line.bytes
    if isJSON {
      // What is no UTF-8 becomes U+FFFD, because JSON has no bytes.
      var escaped: [UInt8] = []
      JSONField.appendEscaped(String(decoding: bytes, as: UTF8.self).utf8, to: &escaped)
      bytes = escaped[...]
    }
    if toTerminal {
      let text = LineText(bytes, rules, from: Style(bits: line.carriedStyle)).text
      bytes = isJSON ? Array(text.description.utf8)[...] : text.sequences[...]
    }
    out += bytes
  }
}
