import ByteStores
import Bytes
import FileSources
import Records
import Terminal

/// Bytes of a text file that are being written.
struct LineWriter {
  /// The remaining bytes.
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

  /// Keeps at most `left` lines, and reduces `left` by their number.
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
  /// The number of bytes in each read and write; they fit into the processor's cache.
  private static let chunk = 256 << 10

  /// Copies lines to standard output unchanged, until the end of the file, until the limit, or
  /// until the pipe is closed.
  ///
  /// It copies large blocks, because loading the lines page by page would be a hundred times
  /// slower.
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

/// A line that is written in another form: numbered, as a JSON object, or made safe for a terminal.
nonisolated struct PlainLine {
  let isJSON: Bool
  let showsNumber: Bool
  /// Whether the output goes to a terminal, which would interpret control characters.
  let toTerminal: Bool

  var rules = LineRules()

  /// Appends a line, or a piece of a long line: only the first piece has the prefix, and only the
  /// last one has the line end.
  ///
  /// A last line without a line end gets one, because a line of the next file may follow it.
  func append(_ line: TextLine, number: Int, to out: inout [UInt8]) {
    if !line.isContinuation { out += beginning(number).utf8 }
    appendText(of: line, to: &out)
    if !line.isContinued { out += end(of: line).utf8 }
  }

  private func end(of line: TextLine) -> String {
    if isJSON { return "\"}\n" }
    let isKept = !toTerminal && line.raw[line.bytes.endIndex...].first == .carriageReturn
    return isKept ? "\r\n" : "\n"
  }

  /// Returns the beginning of a line: a number as in `cat -n`, which `cut -f 2-` removes, or the
  /// beginning of a JSON object.
  private func beginning(_ number: Int) -> String {
    if isJSON { return showsNumber ? "{\"line\":\(number),\"text\":\"" : "{\"text\":\"" }
    guard showsNumber else { return "" }
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, 6 - digits.count)) + digits + "\t"
  }

  private func appendText(of line: TextLine, to out: inout [UInt8]) {
    var bytes = line.bytes
    if isJSON {
      // Invalid UTF-8 becomes U+FFFD, because JSON cannot contain other bytes.
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
