import Bytes
import CEndless
import Glibc
import Synchronization

/// The functions that read the bytes of a file.
struct FileReads: Sendable {
  /// The function that reads bytes, and may wait for the disk.
  let any: FileStore.Read
  /// The function that reads bytes that the system has in memory, and fails instead of waiting; nil
  /// if a test does not provide it.
  let cached: FileStore.Read?

  static let system = FileReads(
    any: { pread($0, $1, $2, $3) },
    cached: { endless_read_cached($0, $1, UInt($2), $3) })

  init(any: @escaping FileStore.Read, cached: FileStore.Read? = nil) {
    (self.any, self.cached) = (any, cached)
  }
}

/// A second descriptor of a file, used to read the whole file once.
///
/// The system reads further ahead on it, and does not treat the pages read with it as recently
/// used, so that a search of a large file does not displace other files from memory. The parts that
/// a reader views are read with the first descriptor.
final class ScanDescriptor: Sendable {
  private let opened = Mutex<Int32?>(nil)

  deinit {
    if let descriptor = opened.withLock({ $0 }) { close(descriptor) }
  }

  /// The descriptor, opened on first use; the file's own descriptor if that fails.
  ///
  /// Opening it through `/proc` reaches the same file, even if it was renamed or deleted.
  func descriptor(of original: Int32) -> Int32 {
    opened.withLock { opened in
      if let opened { return opened }
      let new = open("/proc/self/fd/\(original)", O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      guard new >= 0 else { return original }
      posix_fadvise(new, 0, 0, POSIX_FADV_SEQUENTIAL)
      posix_fadvise(new, 0, 0, POSIX_FADV_NOREUSE)
      opened = new
      return new
    }
  }
}

/// An open file whose size the system does not report, because its contents are created while it is
/// read: files of /proc have the size 0 (proc(5)), and files of /sys have the size of a page of
/// memory.
struct UnsizedFile {
  private let path: String
  private let descriptor: Int32
  private let read: FileStore.Read

  /// The maximum number of bytes to read: more than ordinary files of /proc have, but little
  /// memory.
  private static let mostBytes = 64 << 20
  private static let chunk = 64 << 10

  init(path: String, descriptor: Int32, read: @escaping FileStore.Read = FileReads.system.any) {
    (self.path, self.descriptor, self.read) = (path, descriptor, read)
  }

  /// The complete current contents, or nil if the system reports the size.
  ///
  /// For a file on a disk this usually takes at most one system call.
  func content(_ state: stat) throws(FileError) -> [UInt8]? {
    guard state.st_blocks == 0, try isUnsized(state) else { return nil }
    var bytes: [UInt8] = []
    var memory = [UInt8](repeating: 0, count: Self.chunk)
    while true {
      let came = try part(into: &memory, at: bytes.count)
      guard came > 0 else { return bytes }
      bytes += memory[..<came]
      guard bytes.count <= Self.mostBytes else { throw .unsized(path: path) }
    }
  }

  /// Whether the reported size is 0 although a byte exists, or the last byte within the reported
  /// size does not exist.
  private func isUnsized(_ state: stat) throws(FileError) -> Bool {
    var byte: UInt8 = 0
    let came = read(descriptor, &byte, 1, max(0, Int(state.st_size) - 1))
    // Without this check, a file that cannot be read would look empty.
    guard came >= 0 || errno == EINTR else { throw FileError(code: errno, path: path) }
    guard came >= 0, (came > 0) != (state.st_size > 0) else { return false }
    // A regular file may have grown or been truncated since its state was examined.
    var now = stat()
    guard fstat(descriptor, &now) == 0 else { throw FileError(code: errno, path: path) }
    return now.st_size == state.st_size && now.st_blocks == 0
  }

  private func part(into memory: inout [UInt8], at offset: Int) throws(FileError) -> Int {
    while true {
      let came = read(descriptor, &memory, memory.count, offset)
      if came >= 0 { return came }
      guard errno == EINTR else { throw FileError(code: errno, path: path) }
    }
  }
}

extension FileStore {
  /// Returns the number of line feeds in a range, which is read unless their number is recorded.
  ///
  /// - Throws: an error if a system call fails, or if the file ends earlier.
  package func lineFeedCount(in range: Range<Int>) throws(FileError) -> Int {
    if let feeds = try recordedLineFeedCount(in: range) { return feeds }
    var memory = [UInt8](repeating: 0, count: min(256 << 10, range.count))
    var (feeds, offset) = (0, range.lowerBound)
    while offset < range.upperBound {
      let size = min(memory.count, range.upperBound - offset)
      feeds += try lineFeedCount(from: offset, size: size, in: &memory)
      offset += size
    }
    return feeds
  }

  /// Counts the line feeds in a part of the file, which is read into the given memory unless their
  /// number is recorded.
  package func lineFeedCount(
    from offset: Int, size: Int, in memory: inout [UInt8]
  ) throws(FileError) -> Int {
    if let feeds = try recordedLineFeedCount(in: offset..<offset + size) { return feeds }
    // `withUnsafeMutableBytes` would lose the type of the error.
    return try memory.withUnsafeMutableBufferPointer { (memory) throws(FileError) in
      let part = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: size)
      guard try scan(into: part, at: offset) == size else { throw .cutShort(path: path) }
      return UnsafeRawBufferPointer(part).lineFeedCount()
    }
  }

  /// The number of bytes of a longer range that are read at a time; they fit into the processor's
  /// cache.
  private static let piece = 256 << 10

  /// Reads a range piece by piece into the same memory, and passes each piece to the body until the
  /// body returns false.
  ///
  /// - Returns: false if the body has returned false, otherwise true.
  /// - Throws: an error if pread(2) or the body fails, or if the file ends earlier.
  package func forEachPiece(
    of range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) throws -> Bool {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(range.count, Self.piece), alignment: 64)
    defer { memory.deallocate() }
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.piece) {
      let part = UnsafeMutableRawBufferPointer(
        rebasing: memory.prefix(range.upperBound - start))
      guard try read(into: part, at: start) == part.count else {
        throw FileError.cutShort(path: path)
      }
      guard try body(UnsafeRawBufferPointer(part)) else { return false }
    }
    return true
  }
}
