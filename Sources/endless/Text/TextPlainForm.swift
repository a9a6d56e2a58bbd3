import FileSources
import Foundation
import Paging
import Terminal

/// A text file on standard output: to a pipe byte for byte, to a terminal with nothing in it that it
/// would obey.
struct TextPlainForm {
  let file: TextFile
  let form: PlainForm

  /// Bytes read and written at a time: what the processor's cache holds.
  private static let chunk = 256 << 10

  /// Writes until the end, the limit, or until nobody reads any more.
  func run() throws -> Outcome {
    if StandardOutput.isTerminal {
      return try form.run(Pager(source: TextFileSource(file))) { line in
        let text = SafeText(String(decoding: line.bytes, as: UTF8.self)).description
        return line.isContinued ? text : text + "\n"
      }
    }
    signal(SIGPIPE, SIG_IGN)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
    defer { memory.deallocate() }
    do {
      try stream(through: memory)
    } catch let error as FileError {
      throw error.mayPass ? Failure.passing(error.description) : .source(error.description)
    }
    return .done
  }

  /// Lines pass as they stand in the file, many at a time: a pager's items would be a hundred times
  /// slower.
  private func stream(through memory: UnsafeMutableRawBufferPointer) throws {
    var (offset, left) = (0, form.options.limit ?? .max)
    var last: UInt8?
    while left > 0 {
      let count = try file.read(into: memory, at: offset)
      guard count > 0 else { break }
      let part = UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
      // A carriage return at the end may be half of a line end.
      let isHalf = count > 1 && part[count - 1] == UInt8(ascii: "\r") && count == memory.count
      var lines = LinesOut(
        UnsafeMutableRawBufferPointer(rebasing: part[..<(count - (isHalf ? 1 : 0))]))
      offset += lines.bytes.count
      lines.keep(atMost: &left)
      lines.dropCarriageReturns()
      last = lines.bytes.last ?? last
      guard try StandardOutput.write(UnsafeRawBufferPointer(lines.bytes)) else { return }
    }
    // The last line's end, where it has none.
    guard let last, last != UInt8(ascii: "\n") else { return }
    _ = try withUnsafeBytes(of: UInt8(ascii: "\n")) { end in
      Result { () throws(Failure) in try StandardOutput.write(end) }
    }.get()
  }
}
