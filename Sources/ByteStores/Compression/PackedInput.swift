/// A compressed file, read from its start to its end.
struct PackedInput {
  let file: FileStore
  /// Bytes read so far.
  private(set) var offset = 0
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  init(_ file: FileStore) { self.file = file }

  /// Frees what `next()` returned; nothing may be called after it.
  func free() { memory.deallocate() }

  /// The next bytes, valid until the call after; none at the end.
  ///
  /// - Throws: what the system says.
  mutating func next() throws(FileError) -> UnsafeRawBufferPointer {
    let count = try file.read(into: memory, at: offset)
    offset += count
    return UnsafeRawBufferPointer(rebasing: memory[..<count])
  }
}
