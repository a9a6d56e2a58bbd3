import Glibc

/// A database file as it lies on the disk, beside what SQLite may put next to it.
struct SQLiteFile: Sendable {
  /// The path, as bytes, because a name need not be UTF-8.
  let path: [UInt8]

  /// How a file can be read without writing anything.
  enum Way: Hashable {
    /// Nobody writes now: no lock is taken, and whether it has changed is looked at before and after each page.
    case immutable
    /// Another program keeps a log beside it: SQLite reads both, and may put an index of the log there.
    case shared
    /// The same where the folder takes no index: the file is read without what is in the log.
    case withoutLog
  }

  /// What tells whether a file has changed: which one it is, its size, its time and SQLite's own count of changes.
  struct Mark: Hashable, Sendable {
    fileprivate var device: UInt64 = 0
    fileprivate var node: UInt64 = 0
    fileprivate var size: Int64 = 0
    fileprivate var seconds: Int64 = 0
    fileprivate var nanoseconds: Int64 = 0
    fileprivate var changes: UInt32 = 0

    /// Whether it is of the same file, which may have changed.
    func isSameFile(as other: Mark) -> Bool { device == other.device && node == other.node }
  }

  /// How the file has to be read now.
  var way: Way {
    guard size(of: "-wal") ?? 0 > 0 else { return .immutable }
    return size(of: "-shm") != nil || isFolderWritable ? .shared : .withoutLog
  }

  /// The mark of what is at the path now.
  ///
  /// Where the file is shared its count is not read, because closing a descriptor of a file lets go of all locks that this
  /// process holds on it (fcntl(2)), also of SQLite's.
  ///
  /// - Throws: that nothing is.
  func mark(for way: Way) throws(SQLError) -> Mark {
    var facts = stat()
    guard withPath("", { stat($0, &facts) }) == 0 else { throw Self.failure }
    var mark = Mark()
    (mark.device, mark.node) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
    (mark.size, mark.seconds) = (Int64(facts.st_size), Int64(facts.st_mtim.tv_sec))
    mark.nanoseconds = Int64(facts.st_mtim.tv_nsec)
    if way != .shared { mark.changes = changeCount }
    return mark
  }

  private static var failure: SQLError {
    let words = String(cString: strerror(errno))
    return SQLError(.unwritable, words.prefix(1).lowercased() + words.dropFirst())
  }

  /// The count in bytes 24 to 27, which every commit changes outside of a log
  /// (<https://www.sqlite.org/fileformat2.html>, 1.3.7).
  ///
  /// Two commits within a tick of the file system's clock leave the same time and size.
  private var changeCount: UInt32 {
    let descriptor = withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    guard pread(descriptor, &bytes, 4, 24) == 4 else { return 0 }
    return UInt32(bytes.0) << 24 | UInt32(bytes.1) << 16 | UInt32(bytes.2) << 8 | UInt32(bytes.3)
  }

  // MARK: Transactions of others

  /// Whether another program is writing the pages of the file now, so that they do not belong together.
  ///
  /// It holds an exclusive lock on bytes of its own then (<https://www.sqlite.org/lockingv3.html>, 3).
  var isBeingWritten: Bool {
    guard size(of: "-journal") != nil else { return false }
    return isLocked(from: Self.sharedStart, count: Self.sharedCount)
  }

  /// Whether a program has ended in the middle of a transaction, so that the file has a part of it: SQLite would take it back
  /// from the journal, and so write.
  var hasHotJournal: Bool {
    guard size(of: "-journal") ?? 0 > 0, hasJournalHead else { return false }
    return !isLocked(from: Self.reservedByte, count: 1)
  }

  private static let reservedByte: off_t = 0x4000_0001
  private static let sharedStart: off_t = 0x4000_0002
  private static let sharedCount: off_t = 510

  private func isLocked(from start: off_t, count: off_t) -> Bool {
    let descriptor = withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_RDLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (start, count)
    guard fcntl(descriptor, F_GETLK, &lock) == 0 else { return false }
    return lock.l_type != Int16(F_UNLCK)
  }

  /// A journal that is over has zeros where it begins, or is empty.
  private var hasJournalHead: Bool {
    let descriptor = withPath("-journal") { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var first: UInt8 = 0
    return pread(descriptor, &first, 1, 0) == 1 && first != 0
  }

  // MARK: Names

  /// The file as a URI of SQLite's (<https://www.sqlite.org/uri.html>).
  func uri(_ way: Way) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text = Array("file:".utf8)
    // An empty authority, because a path of two slashes would have one.
    if path.first == UInt8(ascii: "/") { text += Array("//".utf8) }
    for byte in path {
      let isPlain = byte >= 0x80 || Self.plain.contains(byte)
      text +=
        isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    text += Array((way == .shared ? "?mode=ro" : "?mode=ro&immutable=1").utf8)
    return String(decoding: text, as: UTF8.self)
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~".utf8)

  private func size(of suffix: String) -> Int? {
    var facts = stat()
    guard withPath(suffix, { stat($0, &facts) }) == 0 else { return nil }
    return Int(facts.st_size)
  }

  private var isFolderWritable: Bool {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { Array(path[..<max(1, $0)]) } ?? [UInt8(ascii: ".")]
    return (folder + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { access($0, W_OK) } == 0 }
    }
  }

  private func withPath<Result>(
    _ suffix: String = "", _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    (path + Array(suffix.utf8)).map { CChar(bitPattern: $0) }.withCString(body)
  }
}

extension Array<CChar> {
  /// The bytes with a zero behind them.
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (self + [0]).withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }
}
