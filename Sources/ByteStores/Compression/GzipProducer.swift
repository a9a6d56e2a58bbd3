import CCompression

/// What a gzip file holds: one member after the other (RFC 1952, 2.2).
final class GzipProducer: ByteProducer {
  private var input: PackedInput
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether a member has begun that has not ended.
  private var isInside = true

  init(_ file: FileStore) throws(FileError) {
    input = PackedInput(file)
    stream.initialize(to: z_stream())
    guard endless_begin_gzip(stream) == Z_OK else { throw .failed(path: file.path, code: 12) }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.free()
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    stream.pointee.next_out = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(memory.count)
    while stream.pointee.avail_out == memory.count {
      if stream.pointee.avail_in == 0, try !fill() {
        if isInside { throw .incomplete(path: input.file.path) }
        return 0
      }
      guard try unpack() else { return memory.count - Int(stream.pointee.avail_out) }
    }
    return memory.count - Int(stream.pointee.avail_out)
  }

  private func fill() throws(FileError) -> Bool {
    let bytes = try input.next()
    // zlib does not write there; its pointer is not constant by default.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    return !bytes.isEmpty
  }

  /// False at the end of all members: what follows the last one counts for nothing, as for gzip(1).
  private func unpack() throws(FileError) -> Bool {
    if !isInside {
      guard stream.pointee.next_in.pointee == 0x1F else { return skipRest() }
      inflateReset(stream)
      isInside = true
    }
    switch inflate(stream, Z_NO_FLUSH) {
    case Z_OK, Z_BUF_ERROR: return true
    case Z_STREAM_END:
      isInside = false
      return true
    default: throw .damaged(path: input.file.path, offset: input.offset)
    }
  }

  private func skipRest() -> Bool {
    stream.pointee.avail_in = 0
    return false
  }
}
