import Bytes
import CEndless
import Glibc

/// A file without a name that stores a stream; its oldest part is released if the file would
/// otherwise grow too large.
///
/// Its offsets are those of the stream.
final class Spool: Sendable {
  let descriptor: Int32
  /// The number of bytes stored before the oldest ones are released in steps.
  let limit: Int

  /// The maximum of the default limit, which is more than anyone scrolls through.
  private static let largest = 10 << 30
  private static let share = 10
  /// The minimum of the default limit, even on a full disk.
  private static let least = 1 << 20

  /// Creates a spool in a folder, by default `$TMPDIR` or else `/var/tmp`, because `/tmp` may be in
  /// memory.
  ///
  /// - Parameter limit: the number of bytes stored before the oldest ones are released; a tenth of
  ///   the free space by default, between 1 MiB and 10 GiB.
  /// - Throws: `.noTemporaryFile` if no file can be created in the folder.
  init(folder: String? = nil, limit: Int? = nil) throws(FileError) {
    let folder = folder ?? Self.folder
    descriptor = try Self.open(in: folder)
    self.limit = limit ?? Self.limit(in: descriptor)
  }

  deinit { close(descriptor) }

  private static var folder: String {
    guard let name = getenv("TMPDIR"), name.pointee != 0 else { return "/var/tmp" }
    return String(cString: name)
  }

  private static func open(in folder: String) throws(FileError) -> Int32 {
    let descriptor = endless_unnamed_file(folder)
    guard descriptor >= 0 else { throw .noTemporaryFile(folder: folder, code: errno) }
    return descriptor
  }

  private static func limit(in descriptor: Int32) -> Int {
    var state = statvfs()
    guard fstatvfs(descriptor, &state) == 0 else { return least }
    let free = Int(clamping: state.f_bavail).multipliedReportingOverflow(by: Int(state.f_frsize))
    return max(least, min(largest, (free.overflow ? .max : free.partialValue) / share))
  }

  /// Writes all given bytes at an offset.
  ///
  /// - Throws: an error if a system call fails, for example if the disk is full.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let count = pwrite(descriptor, start + done, bytes.count - done, offset + done)
      guard count > 0 || errno == EINTR else {
        // A limit on file sizes (RLIMIT_FSIZE) is reported like a full disk.
        throw [ENOSPC, EDQUOT, EFBIG].contains(errno)
          ? .spoolFull : .spoolFailed(code: errno)
      }
      done += max(0, count)
    }
  }

  /// Releases the space before an offset, in multiples of 64 KiB, if the file system supports this.
  func drop(before offset: Int) {
    let end = offset & ~(Self.page - 1)
    if end > 0 { _ = endless_punch_hole(descriptor, 0, end) }
  }

  private static let page = 1 << 16
}

/// A transfer that makes the bytes of a stream available at their offsets as they arrive.
protocol StreamTransfer: AnyObject {
  /// Waits for the next bytes; returns the offset after them, or nil at the end of the stream.
  ///
  /// Only one thread may call it.
  ///
  /// - Throws: an error if the stream fails.
  func next() throws(FileError) -> Int?
}

/// A transfer that writes the output of a producer to a spool.
final class SpooledTransfer: StreamTransfer {
  private let producer: any ByteProducer
  private let spool: Spool
  private let file: FileStore
  private var (end, feeds) = (0, LineFeedMarks())
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)

  /// The maximum number of bytes read at a time; they fit into the processor's cache.
  private static let chunk = 256 << 10

  /// - Parameter file: the file through which the spool is read; it is informed of dropped lines.
  init(_ producer: any ByteProducer, to spool: Spool, readBy file: FileStore) {
    (self.producer, self.spool, self.file) = (producer, spool, file)
  }

  deinit { memory.deallocate() }

  func next() throws(FileError) -> Int? {
    let count = try producer.read(into: memory)
    guard count > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: memory[..<count])
    try spool.write(bytes, at: end)
    feeds.note(bytes)
    end += count
    try drop(before: end - spool.limit)
    return end
  }

  /// Drops the oldest lines, in large steps, because each step takes a system call.
  private func drop(before offset: Int) throws(FileError) {
    let before = file.dropped
    guard offset - before.bytes > spool.limit / 16 else { return }
    let start = file.lineStart(after: offset)
    let mark = feeds.last(upTo: start)
    let known = mark.bytes > before.bytes ? mark : before
    let more = try file.lineFeedCount(in: known.bytes..<start)
    file.drop(DroppedLines(bytes: start, lineFeeds: known.lineFeeds + more))
    spool.drop(before: start - 1)
  }
}

/// The numbers of line feeds before certain places in a stream, recorded while it arrives, so that
/// dropped lines can be counted.
struct LineFeedMarks {
  /// The minimum distance between two recorded places, in bytes.
  private static let spacing = 4 << 20

  /// The counts for each recorded place, including the start of the stream.
  private var marks = [DroppedLines()][...]
  private var end = DroppedLines()

  /// Counts the line feeds in the next bytes, and records their number at certain places.
  mutating func note(_ bytes: UnsafeRawBufferPointer) {
    end = DroppedLines(
      bytes: end.bytes + bytes.count, lineFeeds: end.lineFeeds + bytes.lineFeedCount())
    if let last = marks.last, end.bytes - last.bytes >= Self.spacing { marks.append(end) }
  }

  /// Returns the counts for the last recorded place up to an offset, and discards earlier places.
  mutating func last(upTo offset: Int) -> DroppedLines {
    while let next = marks.dropFirst().first, next.bytes <= offset { marks.removeFirst() }
    return marks.first ?? DroppedLines()
  }
}

/// The dropped part of a stream: its oldest lines.
public struct DroppedLines: Hashable, Sendable {
  /// The number of dropped bytes.
  public let bytes: Int
  /// The number of line feeds in them.
  public let lineFeeds: Int

  /// Creates a count; by default, that of a stream from which nothing was dropped.
  package init(bytes: Int = 0, lineFeeds: Int = 0) {
    (self.bytes, self.lineFeeds) = (bytes, lineFeeds)
  }
}
