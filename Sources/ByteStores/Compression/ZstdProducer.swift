import CCompression

/// What a zstd file holds: one frame after the other (RFC 8878, 3.1).
final class ZstdProducer: ByteProducer {
  private var input: PackedInput
  private let stream: OpaquePointer
  private var packed = ZSTD_inBuffer(src: nil, size: 0, pos: 0)
  /// What the frame still needs; 0 between two.
  private var missing = 1

  init(_ file: FileStore) throws(FileError) {
    guard let stream = ZSTD_createDStream() else { throw .failed(path: file.path, code: 12) }
    self.stream = stream
    input = PackedInput(file)
  }

  deinit {
    ZSTD_freeDStream(stream)
    input.free()
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    var out = ZSTD_outBuffer(dst: memory.baseAddress, size: memory.count, pos: 0)
    while out.pos == 0 {
      if packed.pos == packed.size {
        let bytes = try input.next()
        packed = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        // What was taken in before may not have come out yet.
        if bytes.isEmpty, missing == 0 { return 0 }
      }
      let isAtEnd = packed.size == 0
      missing = ZSTD_decompressStream(stream, &out, &packed)
      guard ZSTD_isError(missing) == 0 else {
        throw .damaged(path: input.file.path, offset: input.offset)
      }
      if isAtEnd, out.pos == 0 { throw .incomplete(path: input.file.path) }
    }
    return out.pos
  }
}
