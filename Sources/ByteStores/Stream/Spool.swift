import Bytes
import CEndless
import Glibc

/// A file without a name for what has come of a stream, of which the oldest is given back where it would
/// grow too large.
///
/// Its offsets are those of the stream.
final class Spool: Sendable {
  let descriptor: Int32
  /// Bytes that it may hold.
  let limit: Int

  /// At most a tenth of what is free, and no more than anybody scrolls through.
  private static let largest = 10 << 30
  private static let share = 10
  /// What even a full disk is asked for.
  private static let least = 1 << 20

  /// Opens one in a folder, `$TMPDIR` or else `/var/tmp`, because `/tmp` may be memory.
  ///
  /// - Parameter limit: bytes that it may hold; a tenth of what is free there by default.
  /// - Throws: what the system says of the folder.
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

  /// Adds bytes at an offset, all of them.
  ///
  /// - Throws: what the system says, as of a full disk.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let count = pwrite(descriptor, start + done, bytes.count - done, offset + done)
      guard count > 0 || errno == EINTR else {
        // A limit on the size of a file (RLIMIT_FSIZE) is to a reader what a full disk is.
        throw [ENOSPC, EDQUOT, EFBIG].contains(errno)
          ? .spoolFull : FileError(code: errno, path: "the temporary file")
      }
      done += max(0, count)
    }
  }

  /// Gives back what is before an offset, in whole pages; where the file system cannot, it stays.
  func drop(before offset: Int) {
    let end = offset & ~(Self.page - 1)
    if end > 0 { _ = endless_punch_hole(descriptor, 0, end) }
  }

  private static let page = 1 << 16
}

/// What makes the bytes of a stream readable at their offsets, as they come.
protocol StreamTransfer: AnyObject {
  /// Waits for the next bytes; returns where they end, or nil at the end.
  ///
  /// For one thread.
  ///
  /// - Throws: why there will be no more.
  func next() throws(FileError) -> Int?
}

/// What a producer makes, written to a spool.
final class SpooledTransfer: StreamTransfer {
  private let producer: any ByteProducer
  private let spool: Spool
  private let file: FileStore
  private var (end, feeds) = (0, LineFeedMarks())
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)

  /// What a pipe holds, and what the processor's cache does.
  private static let chunk = 256 << 10

  /// - Parameter file: what the spool is read by; told what is dropped.
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

  /// Drops lines in steps, because each costs a call, and never a part of one.
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

/// How many line feeds there are before some places of a stream, noted while it comes, so that it is known of
/// what is dropped.
struct LineFeedMarks {
  /// Bytes between two places.
  private static let spacing = 4 << 20

  /// What there is before each place noted, the first place of all among them.
  private var marks = [DroppedLines()][...]
  private var end = DroppedLines()

  /// Takes note of the bytes that come next.
  mutating func note(_ bytes: UnsafeRawBufferPointer) {
    end = DroppedLines(
      bytes: end.bytes + bytes.count, lineFeeds: end.lineFeeds + bytes.lineFeedCount())
    if let last = marks.last, end.bytes - last.bytes >= Self.spacing { marks.append(end) }
  }

  /// What there is before the last place noted up to an offset; forgets the places before it.
  mutating func last(upTo offset: Int) -> DroppedLines {
    while let next = marks.dropFirst().first, next.bytes <= offset { marks.removeFirst() }
    return marks.first ?? DroppedLines()
  }
}

/// What a stream has no more of: its oldest lines.
public struct DroppedLines: Hashable, Sendable {
  /// Bytes before the first that there still is.
  public let bytes: Int
  /// How many line feeds were among them.
  public let lineFeeds: Int

  /// Nothing by default.
  package init(bytes: Int = 0, lineFeeds: Int = 0) {
    (self.bytes, self.lineFeeds) = (bytes, lineFeeds)
  }
}
