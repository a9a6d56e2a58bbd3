import CCompression

/// The compression of a file, recognized by its first bytes.
enum Compression: Sendable {
  case gzip, zstd, xz, bzip2

  /// The command line of the program that unpacks a file with this compression; nil if this
  /// process unpacks the file itself.
  var program: [String]? {
    switch self {
    case .gzip, .zstd: nil
    case .xz: ["xz", "-dc"]
    case .bzip2: ["bzip2", "-dc"]
    }
  }

  /// The maximum number of bytes needed to recognize a compression.
  static let magicLength = 6

  /// Recognizes the compression of a file; nil if the file is not compressed in any of these ways,
  /// or cannot be read.
  init?(of file: FileStore) {
    var magic = [UInt8](repeating: 0, count: Self.magicLength)
    let count = magic.withUnsafeMutableBytes { (try? file.read(into: $0, at: 0)) ?? 0 }
    self.init(magic[..<count])
  }

  /// Recognizes a compression by the magic number at the start of a file; the numbers are those of
  /// RFC 1952 (section 2.3.1), RFC 8878 (sections 3.1.1 and 3.1.2), the .xz format (section
  /// 2.1.1.1) and bzip2.
  init?(_ magic: ArraySlice<UInt8>) {
    if magic.starts(with: [0x1F, 0x8B, 8]) {
      self = .gzip
    } else if magic.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippableFrame(magic) {
      self = .zstd
    } else if magic.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) {
      self = .xz
    } else if magic.starts(with: Array("BZh".utf8)), magic.count > 3,
      (0x31...0x39).contains(magic[3])
    {
      self = .bzip2
    } else {
      return nil
    }
  }

  private static func isSkippableFrame(_ magic: ArraySlice<UInt8>) -> Bool {
    magic.count >= 4 && magic[0] & 0xF0 == 0x50 && magic[1...3] == [0x2A, 0x4D, 0x18]
  }
}

/// A compressed file, read sequentially.
struct PackedInput {
  let file: FileStore
  /// The stream that writes the file while it is still growing; nil for a complete file.
  private let stream: StreamStore?
  /// The number of bytes read so far.
  private(set) var offset = 0
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  init(_ file: FileStore, broughtBy stream: StreamStore? = nil) {
    (self.file, self.stream) = (file, stream)
  }

  /// Frees the memory returned by `next()`, which must not be called afterwards.
  func free() { memory.deallocate() }

  /// The next bytes, valid until the next call; empty at the end.
  ///
  /// - Throws: an error if a system call or the stream fails.
  mutating func next() throws(FileError) -> UnsafeRawBufferPointer {
    _ = try stream?.waitForMore(after: offset)
    let count = try file.read(into: memory, at: offset)
    offset += count
    return UnsafeRawBufferPointer(rebasing: memory[..<count])
  }
}

/// The contents of a gzip file, which consists of consecutive members (RFC 1952, 2.2).
final class GzipProducer: ByteProducer {
  private var input: PackedInput
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether the end of a member is still missing; true at the start, because a file has at least
  /// one member.
  private var isInside = true

  init(_ file: FileStore, broughtBy packed: StreamStore? = nil) throws(FileError) {
    input = PackedInput(file, broughtBy: packed)
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
    // zlib does not write through this pointer, although the type allows it.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(bytes.count)
    return !bytes.isEmpty
  }

  /// Unpacks more bytes; returns false after the last member.
  ///
  /// Bytes after the last member are ignored, because gzip(1) ignores them, too.
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

/// The contents of a zstd file, which consists of consecutive frames (RFC 8878, 3.1).
final class ZstdProducer: ByteProducer {
  private var input: PackedInput
  private let stream: OpaquePointer
  private var packed = ZSTD_inBuffer(src: nil, size: 0, pos: 0)
  /// A hint of the number of bytes that the current frame still needs; 0 between two frames.
  private var missing = 1

  init(_ file: FileStore, broughtBy packed: StreamStore? = nil) throws(FileError) {
    guard let stream = ZSTD_createDStream() else { throw .failed(path: file.path, code: 12) }
    self.stream = stream
    input = PackedInput(file, broughtBy: packed)
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
        // Output from earlier input may still be pending.
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
