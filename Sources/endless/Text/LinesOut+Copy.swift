import FileSources
import Foundation

extension LinesOut {
  /// Bytes read and written at a time: what the processor's cache holds.
  private static let chunk = 256 << 10

  /// Copies lines to standard output as they stand in the file, until its end, a limit, or until
  /// nobody reads any more.
  ///
  /// Many at a time: a pager's items would be a hundred times slower.
  static func copy(_ file: TextFile, from start: Int, limit: Int?) throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    defer { memory.deallocate() }
    var (offset, left) = (start, limit ?? .max)
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
    _ = try [UInt8(ascii: "\n")].withUnsafeBytes(StandardOutput.write)
  }
}
