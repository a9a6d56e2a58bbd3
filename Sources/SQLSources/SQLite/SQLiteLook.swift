import Glibc

/// What is known of a database file at one moment, without a connection to it.
///
/// Cost: some ten calls of the system.
struct SQLiteLook {
  /// The full path of the file, where links lead: SQLite has the log beside that.
  let name: [UInt8]
  /// What tells whether the file has changed.
  let mark: SQLiteMark
  private let mode: mode_t
  /// The log; nil where none is, or an empty one.
  let log: SQLiteMark.Log?
  /// The same, which may be empty.
  private let logFile: SQLiteMark.Log?
  /// Whether another connection is writing the pages of the file now, so that they do not belong together.
  ///
  /// It holds an exclusive lock on bytes of the file then (<https://www.sqlite.org/lockingv3.html>, 3). A journal need not
  /// be there: SQLite can keep it in memory.
  let isBeingWritten: Bool
  /// Whether a program has ended in the middle of a transaction, so that the file has a part of it: SQLite would take it back
  /// from the journal, and so write.
  let hasHotJournal: Bool

  /// Looks; nil where it cannot, and errno(3) says why.
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
    // SQLite would remove a log beside an empty file.
    let logFile = facts.st_size > 0 ? SQLiteMark.Log(beside: name) : nil
    self.logFile = logFile
    log = logFile.flatMap { $0.size > 0 ? $0 : nil }
    mark = SQLiteMark(facts, header: header, log: log)
    isBeingWritten = Self.isLocked(descriptor, from: Self.sharedStart, count: Self.sharedCount)
    hasHotJournal =
      Self.hasJournal(beside: name) && !Self.isLocked(descriptor, from: Self.reservedByte, count: 1)
  }

  /// Whether the file and the log are the same, which may have changed.
  func hasFiles(of other: SQLiteLook) -> Bool {
    mark.isSameFile(as: other.mark) && logFile?.file == other.logFile?.file
  }

  var isFile: Bool { Self.isFile(mode) }
  private static func isFile(_ mode: mode_t) -> Bool { mode & S_IFMT == S_IFREG }

  /// What lies there instead of a file.
  var kindOfOther: String {
    switch mode & S_IFMT {
    case S_IFDIR: "it is a folder"
    case S_IFIFO: "it is a pipe"
    case S_IFSOCK: "it is a socket"
    default: "it is a device"
    }
  }

  private static func header(of descriptor: Int32) -> [UInt8] {
    let room = 100
    return [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
      count = max(0, pread(descriptor, bytes.baseAddress, room, 0))
    }
  }

  // MARK: Transactions of others

  private static let reservedByte: off_t = 0x4000_0001
  private static let sharedStart: off_t = 0x4000_0002
  private static let sharedCount: off_t = 510

  /// `F_OFD_GETLK`, which the headers have for programs of GNU's alone.
  private static let inquiry: Int32 = 36

  /// Whether any other holder, this process's own connections among them, has a lock for writing (fcntl(2)).
  private static func isLocked(_ descriptor: Int32, from start: off_t, count: off_t) -> Bool {
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_RDLCK), Int16(SEEK_SET))
    (lock.l_start, lock.l_len) = (start, count)
    // An open file description's own kind of lock, because for the other kind this process would not see its own.
    guard descriptor >= 0, fcntl(descriptor, inquiry, &lock) == 0 else { return false }
    return lock.l_type != Int16(F_UNLCK)
  }

  /// Whether there is a journal that is not over: one that is has zeros where it begins, or is empty.
  private static func hasJournal(beside name: [UInt8]) -> Bool {
    let journal = name + Array("-journal".utf8)
    let descriptor = journal.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var first: UInt8 = 0
    return pread(descriptor, &first, 1, 0) == 1 && first != 0
  }
}

/// What tells whether a file has changed: which one it is, its size, its time, its first bytes, and the same of its log.
///
/// Two commits within a tick of the file system's clock leave the same time and size. The count in bytes 24 to 27 is
/// changed by every commit outside of a log (<https://www.sqlite.org/fileformat2.html>, 1.3.7).
struct SQLiteMark: Hashable, Sendable {
  /// A log beside a database.
  struct Log: Hashable, Sendable {
    fileprivate let file: KeptFiles.Identity
    let size: Int64
    fileprivate let time: Time

    /// - Parameter name: of the database.
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

    /// Whether what is written now has another time.
    var isPast: Bool {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let passed = (now.tv_sec - seconds) * 1_000 + (now.tv_nsec - nanoseconds) / 1_000_000
      // A time in the future was set by hand.
      return !(0..<Self.tick).contains(passed)
    }

    /// Milliseconds between two times of the kernel's, with some to spare.
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

  /// Whether it is of the same file, which may have changed.
  func isSameFile(as other: SQLiteMark) -> Bool { file == other.file }

  /// Whether every change from now on changes the mark.
  ///
  /// A commit to a log may leave the count; so may one whose log is gone again, of a file whose header names a log.
  var isSettled: Bool {
    let namesLog = header.count > 19 && header[19] == 2
    return (log == nil && !namesLog || time.isPast) && log?.time.isPast ?? true
  }
}
