import Bytes
import CEndless
import Glibc
import Synchronization

/// How the bytes of a file are read.
struct FileReads: Sendable {
  /// Waits for the disk.
  let any: FileStore.Read
  /// Reads what the system has in memory and fails where it would wait; nil where a test reads.
  let cached: FileStore.Read?

  static let system = FileReads(
    any: { pread($0, $1, $2, $3) },
    cached: { endless_read_cached($0, $1, UInt($2), $3) })

  init(any: @escaping FileStore.Read, cached: FileStore.Read? = nil) {
    (self.any, self.cached) = (any, cached)
  }
}

/// A second opening of a file, for reading all of it once.
///
/// The system reads further ahead there, and does not take what is read for what is used: a search of a large
/// file pushes nothing else out of memory. What a reader looks at is read by the first opening, as ever.
final class ScanDescriptor: Sendable {
  private let opened = Mutex<Int32?>(nil)

  deinit {
    if let descriptor = opened.withLock({ $0 }) { close(descriptor) }
  }

  /// The descriptor, opened when it is first asked for; the file's own one where that cannot be.
  ///
  /// The way by `/proc` leads to the same file though it was renamed or deleted.
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

/// An open file whose size the system does not tell, because its content is made while it is read:
/// one of /proc has the size 0 (proc(5)), one of /sys that of a page of memory.
struct UnsizedFile {
  private let path: String
  private let descriptor: Int32
  private let read: FileStore.Read

  /// More than any text of /proc, and less than matters in memory.
  private static let mostBytes = 64 << 20
  private static let chunk = 64 << 10

  init(path: String, descriptor: Int32, read: @escaping FileStore.Read) {
    (self.path, self.descriptor, self.read) = (path, descriptor, read)
  }

  /// All that it holds now, or nil where the system tells its size.
  ///
  /// Costs no more than a call where there is something on a disk.
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

  /// Whether there is a byte where none should be, or none where there should be the last.
  private func isUnsized(_ state: stat) throws(FileError) -> Bool {
    var byte: UInt8 = 0
    let came = read(descriptor, &byte, 1, max(0, Int(state.st_size) - 1))
    // One that cannot be read would else look empty.
    guard came >= 0 || errno == EINTR else { throw FileError(code: errno, path: path) }
    guard came >= 0, (came > 0) != (state.st_size > 0) else { return false }
    // An ordinary file may have grown or been cut short in between.
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
  /// How many line feeds there are in a range; costs a read of it.
  ///
  /// - Throws: what the system says, or that the file ends before.
  package func lineFeedCount(in range: Range<Int>) throws(FileError) -> Int {
    var memory = [UInt8](repeating: 0, count: min(256 << 10, range.count))
    var (feeds, offset) = (0, range.lowerBound)
    while offset < range.upperBound {
      let size = min(memory.count, range.upperBound - offset)
      feeds += try lineFeedCount(from: offset, size: size, in: &memory)
      offset += size
    }
    return feeds
  }

  /// Counts in a part of the file, which is read into memory that is there already.
  package func lineFeedCount(
    from offset: Int, size: Int, in memory: inout [UInt8]
  ) throws(FileError) -> Int {
    if let feeds = try notedLineFeedCount(in: offset..<offset + size) { return feeds }
    // `withUnsafeMutableBytes` would forget the type of the error.
    return try memory.withUnsafeMutableBufferPointer { (memory) throws(FileError) in
      let part = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: size)
      guard try scan(into: part, at: offset) == size else { throw .cutShort(path: path) }
      return UnsafeRawBufferPointer(part).lineFeedCount()
    }
  }
}
