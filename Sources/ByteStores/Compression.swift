import CCompression

/// How a file is compressed, by its first bytes.
enum Compression: Sendable {
  case gzip, zstd, xz, bzip2

  /// The program that unpacks it, by its words; nil where this process does.
  var program: [String]? {
    switch self {
    case .gzip, .zstd: nil
    case .xz: ["xz", "-dc"]
    case .bzip2: ["bzip2", "-dc"]
    }
  }

  /// The most bytes that tell.
  static let magicLength = 6

  /// Recognises a file; nil where it is none of these.
  init?(of file: FileStore) {
    var magic = [UInt8](repeating: 0, count: Self.magicLength)
    let count = magic.withUnsafeMutableBytes { (try? file.read(into: $0, at: 0)) ?? 0 }
    self.init(magic[..<count])
  }

  /// The magic numbers of RFC 1952 (2.3.1), RFC 8878 (3.1.1, 3.1.2), the .xz format (2.1.1.1) and bzip2.
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

/// A compressed file, read from its start to its end.
struct PackedInput {
  let file: FileStore
  /// What brings the file, where it still comes.
  private let stream: StreamStore?
  /// Bytes read so far.
  private(set) var offset = 0
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  init(_ file: FileStore, broughtBy stream: StreamStore? = nil) {
    (self.file, self.stream) = (file, stream)
  }

  /// Frees what `next()` returned; nothing may be called after it.
  func free() { memory.deallocate() }

  /// The next bytes, valid until the call after; none at the end.
  ///
  /// - Throws: what the system says.
  mutating func next() throws(FileError) -> UnsafeRawBufferPointer {
    _ = try stream?.waitForMore(after: offset)
    let count = try file.read(into: memory, at: offset)
    offset += count
    return UnsafeRawBufferPointer(rebasing: memory[..<count])
  }
}

/// What a gzip file holds: one member after the other (RFC 1952, 2.2).
final class GzipProducer: ByteProducer {
  private var input: PackedInput
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether a member has begun that has not ended.
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

/// What a zstd file holds: one frame after the other (RFC 8878, 3.1).
final class ZstdProducer: ByteProducer {
  private var input: PackedInput
  private let stream: OpaquePointer
  private var packed = ZSTD_inBuffer(src: nil, size: 0, pos: 0)
  /// What the frame still needs; 0 between two.
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
