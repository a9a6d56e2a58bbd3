import Bytes
import CEndless
import Glibc
import Synchronization

/// An open file: its size, and its bytes at any offset.
///
/// It is read by pread(2) and never mapped, because access to mapped memory terminates the process
/// with SIGBUS if the file was truncated. A file that is renamed or deleted can still be read; it
/// is closed when nothing refers to the store.
///
/// If the system does not report the size of the file, as for files of /proc and /sys, the file is
/// read completely when it is opened, and later changes are ignored.
public final class FileStore: Sendable {
  /// A function that reads at an offset, like pread(2).
  package typealias Read = @Sendable (Int32, UnsafeMutableRawPointer, Int, Int) -> Int

  /// The path as it was given, with U+FFFD in place of invalid UTF-8.
  public let path: String
  /// The bytes of the path with a terminating zero, for system calls; empty if the store has no
  /// path.
  let name: [CChar]
  /// The number of the edition: 0 at first, and one more whenever the path is opened again.
  public let edition: Int

  /// The identity of the file on its disk; nil for a stream and for decoded text.
  let identity: FileIdentity?
  let reads: FileReads
  /// The complete contents, if the system does not report the size.
  let content: [UInt8]?
  /// Whether the system does not report the size of the file, as for files of /proc; such a file is
  /// read completely when it is opened.
  package var isWithoutSize: Bool { content != nil }
  /// The decoder if the file has another encoding; offsets are then offsets in the decoded text.
  let decoded: DecodedFile?
  let descriptor: Int32
  /// The object that closes the descriptor; nil if this object closes it.
  private let owner: (any Sendable & AnyObject)?
  private let lost = Mutex(DroppedLines())
  let returnsEndLines = Atomic(false)
  private let limit = Atomic(Int.max)
  /// The number of bytes in the omitted items before the start.
  private let leftOut = Atomic(0)
  let scanning = ScanDescriptor()

  /// Opens a file for reading.
  ///
  /// It does not wait, even for a pipe or a terminal, which are refused without being opened.
  ///
  /// Cost: some system calls; a file without a size is read completely.
  ///
  /// - Throws: `.missing` if nothing exists there, `.unpageable` if it is not a regular file,
  ///   `.forbidden` if its permissions do not allow reading, `.unsized` if it has no size and does
  ///   not end within 64 MiB, or `.failed` with the system error.
  public convenience init(path: String) throws(FileError) { try self.init(path: Array(path.utf8)) }

  /// Opens a file by a path given as bytes; they need not be UTF-8, but none of them may be zero.
  ///
  /// - Throws: the same errors as the initializer with a string.
  public convenience init(path: [UInt8]) throws(FileError) {
    let name = path.cString
    try self.init(name: name, edition: 0, reads: .system)
  }

  /// Opens a file with parameters for tests.
  package convenience init(
    path: String, edition: Int, read: @escaping Read, cached: Read? = nil
  ) throws(FileError) {
    let reads = FileReads(any: read, cached: cached)
    try self.init(name: Array(path.utf8CString), edition: edition, reads: reads)
  }

  init(name: [CChar], edition: Int, reads: FileReads) throws(FileError) {
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    _ = try Self.plainState(path: path) { stat(name, &$0) }
    let opened = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard opened >= 0 else { throw FileError(code: errno, path: path) }
    do throws(FileError) {
      // The opened file may differ from the examined one.
      let state = try Self.plainState(path: path) { fstat(opened, &$0) }
      identity = FileIdentity(state)
      content = try UnsizedFile(path: path, descriptor: opened, read: reads.any).content(state)
    } catch {
      close(opened)
      throw error
    }
    (self.path, self.name) = (path, name)
    self.edition = edition
    self.reads = reads
    descriptor = opened
    (owner, decoded) = (nil, nil)
  }

  /// Creates a store for an open file without a path, which another object writes and keeps open.
  init(
    spool descriptor: Int32, keeping owner: any Sendable & AnyObject, name: String, edition: Int = 0
  ) {
    (path, self.name, self.edition) = (name, [], edition)
    (identity, content, reads) = (nil, nil, .system)
    self.descriptor = descriptor
    (self.owner, decoded) = (owner, nil)
  }

  /// Creates a store for the text of a decoded file; the store ends where the measured part of the
  /// text ends.
  init(_ decoded: DecodedFile) {
    let file = decoded.file
    (path, name, edition) = (file.path, [], file.edition)
    (identity, content, reads) = (nil, nil, file.reads)
    descriptor = file.descriptor
    (owner, self.decoded) = (file, decoded)
  }

  /// Creates a store for a regular file that is already open, such as standard input; the file is
  /// closed when nothing refers to the store.
  ///
  /// The file has no path. If this throws, the descriptor stays open.
  ///
  /// - Throws: the errors of `init(path:)`, except `.missing` and `.forbidden`.
  public init(descriptor: Int32, name: String) throws(FileError) {
    let state = try Self.plainState(path: name) { fstat(descriptor, &$0) }
    content = try UnsizedFile(path: name, descriptor: descriptor).content(state)
    (path, self.name, edition) = (name, [], 0)
    (identity, reads) = (FileIdentity(state), .system)
    (self.descriptor, owner, decoded) = (descriptor, nil, nil)
  }

  /// Creates another edition of an open file, for use if the file cannot be opened by its path.
  init(again file: FileStore) {
    (path, name, edition) = (file.path, file.name, file.edition + 1)
    (identity, content, reads, owner) = (file.identity, nil, file.reads, file)
    descriptor = file.descriptor
    decoded = nil
  }

  deinit { if owner == nil { close(descriptor) } }

  /// The offset of the first available byte: beyond 0 if the oldest lines of a stream were dropped,
  /// or if the first bytes are excluded.
  ///
  /// The first available line begins there.
  public var start: Int { dropped.bytes }

  /// The part before the start: the oldest lines of a stream, which were dropped, or excluded
  /// bytes, whose line feeds are not counted.
  public var dropped: DroppedLines { lost.withLock { $0 } }

  /// Excludes the first bytes, such as the names of columns: the file starts after them, and the
  /// first line there has number 1.
  ///
  /// Call it before anything is read.
  package func passOver(_ count: Int) {
    lost.withLock { $0 = DroppedLines(bytes: max($0.bytes, count), lineFeeds: $0.lineFeeds) }
  }

  /// Omits everything before an offset, where an item begins; the numbers of later items still
  /// include the omitted ones.
  ///
  /// Call it before anything is read, and after `passOver(_:)`.
  package func leaveOut(before offset: Int) {
    let before = start
    leftOut.store(max(0, offset - before), ordering: .relaxed)
    passOver(offset)
  }

  /// The offset from which lines and records are counted: before the start if items are omitted.
  package var countedStart: Int { start - leftOut.load(ordering: .relaxed) }

  /// Records the part of a stream that has been dropped.
  func drop(_ lines: DroppedLines) { lost.withLock { $0 = lines } }

  /// The start of the first line after an offset, or the offset itself if no line begins in the
  /// next 64 KiB.
  func lineStart(after offset: Int) -> Int {
    var memory = [UInt8](repeating: 0, count: 64 << 10)
    let count = memory.withUnsafeMutableBytes { (try? read(into: $0, at: offset)) ?? 0 }
    guard let feed = memory[..<count].firstIndex(of: .lineFeed) else { return offset }
    return offset + feed + 1
  }

  /// The current length of the file in bytes.
  ///
  /// Cost: a system call, or none if the text is in memory or decoded.
  ///
  /// - Throws: an error if fstat(2) fails.
  public func size() throws(FileError) -> Int {
    if let known = content?.count ?? decoded?.size {
      return min(known, limit.load(ordering: .relaxed))
    }
    let size = try Int(Self.plainState(path: path) { fstat(descriptor, &$0) }.st_size)
    return min(size, limit.load(ordering: .relaxed))
  }

  /// Limits the file to the bytes before an offset: later bytes, such as those after the list in a
  /// document, are not read.
  ///
  /// Call it before anything is read.
  package func end(at offset: Int) { limit.store(offset, ordering: .relaxed) }

  /// The state from which a possible change to the contents is detected.
  ///
  /// - Throws: an error if fstat(2) fails.
  func state() throws(FileError) -> FileState {
    FileState(try Self.plainState(path: path) { fstat(descriptor, &$0) })
  }

  /// The size in bytes up to which the complete contents of a file are compared with earlier
  /// contents; of a longer file only parts are compared.
  public static var wholeSampleSize: Int { FileSample.whole }

  /// Whether the file is the same file on the disk as that of another store, even if it was
  /// truncated and written again.
  public func isSameFile(as other: FileStore) -> Bool {
    identity != nil && identity == other.identity || self === other
  }

  /// Whether a path leads to the file, by any name or link.
  package func isFile(at path: String) -> Bool {
    var state = stat()
    return stat(path, &state) == 0 && identity == FileIdentity(state)
  }

  /// Whether an open descriptor, such as that of standard output, refers to the file.
  package func isFile(of descriptor: Int32) -> Bool {
    var state = stat()
    return fstat(descriptor, &state) == 0 && identity == FileIdentity(state)
  }

  /// The path of the file without links, in bytes; nil if it is not known or cannot be resolved.
  ///
  /// Cost: a few system calls (realpath(3)).
  public var resolvedPath: [UInt8]? {
    guard !name.isEmpty, let path = realpath(name, nil) else { return nil }
    defer { free(path) }
    return UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) }
  }

  /// Whether nothing exists at the path of the file now, as after the file was deleted; false if
  /// the file has no path, or if the path cannot be examined.
  ///
  /// Cost: a system call (stat(2)).
  public func isDeleted() -> Bool {
    var state = stat()
    return !name.isEmpty && stat(name, &state) != 0 && errno == ENOENT
  }

  /// Whether the path of the file now leads to another regular file; false if nothing, or another
  /// kind of file, is there.
  ///
  /// Cost: a system call (stat(2)).
  public func isReplaced() -> Bool {
    guard let identity, !name.isEmpty else { return false }
    let state = try? Self.plainState(path: path) { stat(name, &$0) }
    return state.map { FileIdentity($0) != identity } ?? false
  }

  /// Requests the current state of the file at the path from a network file system, which may cache
  /// it for a while.
  func renewState() {
    if !name.isEmpty, PathWatch.isSilent(name) { endless_renew_state(name) }
  }

  /// Whether cached parts of the file can be read without waiting; false on most network file
  /// systems, and for a file without a size.
  var isNear: Bool {
    var byte: UInt8 = 0
    guard content == nil, let read = reads.cached else { return false }
    return read(descriptor, &byte, 1, 0) >= 0 || errno == EAGAIN
  }

  /// Reads into memory from an offset on; returns the number of bytes read, which is smaller than
  /// requested only at the end, and 0 after it.
  ///
  /// It may wait for a disk. Cost: usually one system call, and the decoding if the text is
  /// decoded. A negative offset is a programming error.
  ///
  /// - Throws: an error if pread(2) fails.
  public func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try read(into: memory, at: offset, of: descriptor, by: reads.any)
  }

  /// Makes all later reads return each carriage return as a line feed, because the text has no
  /// other line ends.
  ///
  /// If the lines ended with both characters, a blank line would appear after each of them. Offsets
  /// do not change. Cost: a comparison for each byte read.
  public func readReturnsAsLineFeeds() { returnsEndLines.store(true, ordering: .relaxed) }

  /// Reads a part of the file for a scan, which reads the whole file once.
  ///
  /// The system does not keep these parts in memory at the expense of other files.
  ///
  /// - Throws: an error if pread(2) fails.
  package func scan(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try read(
      into: memory, at: offset, of: scanning.descriptor(of: descriptor), by: reads.any)
  }

  private func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int, of descriptor: Int32,
    by readBytes: Read
  ) throws(FileError) -> Int {
    let most = max(0, limit.load(ordering: .relaxed) - offset)
    let memory = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(most))
    let count = try readAsWritten(into: memory, at: offset, of: descriptor, by: readBytes)
    if returnsEndLines.load(ordering: .relaxed) {
      for index in 0..<count where memory[index] == .carriageReturn { memory[index] = .lineFeed }
    }
    return count
  }

  func readAsWritten(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int, of descriptor: Int32,
    by readBytes: Read
  ) throws(FileError) -> Int {
    guard let start = memory.baseAddress else { return 0 }
    if let decoded {
      return try decoded.read(into: memory, at: offset) { (memory, offset) throws(FileError) in
        try decoded.file.readAsWritten(into: memory, at: offset, of: descriptor, by: readBytes)
      }
    }
    if let content {
      let part = content.dropFirst(offset).prefix(memory.count)
      memory.copyBytes(from: part)
      return part.count
    }
    var count = 0
    while count < memory.count {
      let came = readBytes(descriptor, start + count, memory.count - count, offset + count)
      if came == 0 { break }
      guard came > 0 || errno == EINTR else { throw FileError(code: errno, path: path) }
      count += max(came, 0)
    }
    return count
  }

  /// Whether the file has another encoding, and is decoded when it is read.
  package var isDecoded: Bool { decoded != nil }

  /// Reads a range into a new array.
  ///
  /// - Parameter cachedOnly: whether the read fails instead of waiting for a disk.
  /// - Throws: an error if pread(2) fails or if the file ends earlier.
  package func whole(_ range: Range<Int>, cachedOnly: Bool = false) throws(FileError) -> [UInt8] {
    let reads = cachedOnly ? reads.cached : reads.any
    guard let reads else { throw FileError(code: EAGAIN, path: path) }
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { memory, count in
      do throws(FileError) {
        let memory = UnsafeMutableRawBufferPointer(memory)
        count = try read(into: memory, at: range.lowerBound, of: descriptor, by: reads)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard bytes.count == range.count else { throw .cutShort(path: path) }
    return bytes
  }

  private static func plainState(
    path: String, _ call: (inout stat) -> Int32
  ) throws(FileError) -> stat {
    var state = stat()
    guard call(&state) == 0 else { throw FileError(code: errno, path: path) }
    let kind = FileKind(state)
    guard kind == .plain else { throw .unpageable(path: path, kind: kind) }
    return state
  }
}
