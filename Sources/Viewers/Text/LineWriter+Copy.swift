import ByteStores
import FileSources

extension LineWriter {
  /// Bytes read and written at a time: what the processor's cache holds.
  private static let chunk = 256 << 10

  /// Copies lines to standard output as they stand in the file, byte for byte, until its end, a limit,
  /// or until nobody reads any more.
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
