import Glibc

/// The state of a database file at one moment, examined without a connection.
///
/// Cost: about ten system calls.
struct SQLiteLook {
  /// The full path of the file with symbolic links resolved, because SQLite keeps the log next to
  /// the target.
  let name: [UInt8]
  /// A mark that shows whether the file has changed.
  let mark: SQLiteMark
  private let mode: mode_t
  /// The log; nil if it is missing or empty, or if the database file is empty.
  let log: SQLiteMark.Log?
  /// The log, possibly empty; nil if it is missing, or if the database file is empty.
  private let logFile: SQLiteMark.Log?
  /// Whether another connection is writing pages to the file, which is then inconsistent.
  ///
  /// That connection then holds an exclusive lock on bytes of the file
  /// (<https://www.sqlite.org/lockingv3.html>, section 3). A journal need not exist, because SQLite
  /// can keep it in memory.
  let isBeingWritten: Bool
  /// Whether a program exited during a transaction; the file may then contain a part of the
  /// transaction.
  ///
  /// SQLite would roll the transaction back from the journal, and would thus write to the file.
  let hasHotJournal: Bool

  /// Examines a file; returns nil if this fails, with the reason in errno(3).
  init?(at name: [UInt8]) {
    var facts = stat()
    guard name.withPath({ stat($0, &facts) }) == 0 else { return nil }
    (self.name, mode) = (name, facts.st_mode)
    var header: [UInt8] = []
    var descriptor: Int32 = -1
    if Self.isFile(facts.st_mode) {
      let kept = name.withPath { KeptFiles.descriptor(of: facts, at: $0) }
      guard let kept else { return nil }
      descriptor = kept
      header = Self.header(of: descriptor)
    }
    // A log next to an empty file is ignored, because SQLite would delete it.
    let logFile = facts.st_size > 0 ? SQLiteMark.Log(beside: name) : nil
    self.logFile = logFile
    log = logFile.flatMap { $0.size > 0 ? $0 : nil }
    mark = SQLiteMark(facts, header: header, log: log)
    isBeingWritten = Self.isLocked(descriptor, from: Self.sharedStart, count: Self.sharedCount)
    hasHotJournal =
      Self.hasJournal(beside: name) && !Self.isLocked(descriptor, from: Self.reservedByte, count: 1)
  }

  /// Whether the file and the log are still the same files, even if they have changed.
  func hasFiles(of other: SQLiteLook) -> Bool {
    mark.isSameFile(as: other.mark) && logFile?.file == other.logFile?.file
  }

  var isFile: Bool { Self.isFile(mode) }
  private static func isFile(_ mode: mode_t) -> Bool { mode & S_IFMT == S_IFREG }

  /// The kind of the file, if it is not a regular file.
  var kindOfOther: String {
    switch mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  private static func header(of descriptor: Int32) -> [UInt8] {
    let room = 100
    return [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
      count = max(0, pread(descriptor, bytes.baseAddress, room, 0))
    }
  }

  // MARK: Transactions of other connections

  private static let reservedByte: off_t = 0x4000_0001
  private static let sharedStart: off_t = 0x4000_0002
  private static let sharedCount: off_t = 510

  /// `F_OFD_GETLK`, which the headers define only with _GNU_SOURCE.
  private static let inquiry: Int32 = 36

  /// Whether another connection, in this process or in another one, holds a write lock on any of
  /// the bytes (fcntl(2)).
  private static func isLocked(_ descriptor: Int32, from start: off_t, count: off_t) -> Bool {
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_RDLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (start, count)
    // This command also sees locks of this process, which `F_GETLK` does not.
    guard descriptor >= 0, fcntl(descriptor, inquiry, &lock) == 0 else { return false }
    return lock.l_type != Int16(F_UNLCK)
  }

  /// Whether an active journal exists: a finished one is empty, or begins with zeros.
  private static func hasJournal(beside name: [UInt8]) -> Bool {
    let journal = name + Array("-journal".utf8)
    let descriptor = journal.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var first: UInt8 = 0
    return pread(descriptor, &first, 1, 0) == 1 && first != 0
  }
}

/// A mark that changes with the file: the identity, size and time of the file and of its log, and
/// the first bytes of the file.
///
/// Two commits within one tick of the file system's clock can leave the same time and size. The
/// counter in bytes 24 to 27 changes with every commit that does not use a log
/// (<https://www.sqlite.org/fileformat2.html>, section 1.3.7).
struct SQLiteMark: Hashable, Sendable {
  /// A log next to a database.
  struct Log: Hashable, Sendable {
    fileprivate let file: KeptFiles.Identity
    let size: Int64
    fileprivate let time: Time

    /// Examines the log next to a database; nil if there is none.
    ///
    /// - Parameter name: the path of the database.
    init?(beside name: [UInt8]) {
      var facts = stat()
      guard (name + Array("-wal".utf8)).withPath({ stat($0, &facts) }) == 0 else { return nil }
      (file, size, time) = (.init(facts), Int64(facts.st_size), Time(facts.st_mtim))
    }
  }

  struct Time: Hashable, Sendable {
    private let seconds: Int
    private let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

    /// Whether the next write is certain to give the file a different time.
    var isPast: Bool {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let passed = (now.tv_sec - seconds) * 1_000 + (now.tv_nsec - nanoseconds) / 1_000_000
      // A time in the future must have been set explicitly, so the next write changes it.
      return !(0..<Self.tick).contains(passed)
    }

    /// An upper bound for the tick of the kernel's clock, in milliseconds.
    private static let tick = 20
  }

  private let file: KeptFiles.Identity
  private let size: Int64
  private let time: Time
  private let header: [UInt8]
  private let log: Log?

  init(_ facts: stat, header: [UInt8], log: Log?) {
    (file, size, time) = (.init(facts), Int64(facts.st_size), Time(facts.st_mtim))
    (self.header, self.log) = (header, log)
  }

  /// Whether two marks belong to the same file, even if the file has changed.
  func isSameFile(as other: SQLiteMark) -> Bool { file == other.file }

  /// Whether every future change will change the mark.
  ///
  /// A commit to a log may leave the counter unchanged, and so may a commit to a file whose header
  /// names a log that has been removed.
  var isSettled: Bool {
    let namesLog = header.count > 19 && header[19] == 2
    return (log == nil && !namesLog || time.isPast) && log?.time.isPast ?? true
  }
}
