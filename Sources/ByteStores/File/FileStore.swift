import Bytes
import CEndless
import Glibc
import Synchronization

/// An open file: its size, and its bytes at any offset.
///
/// It is read by pread(2) and never mapped: touching what is mapped ends the process with SIGBUS
/// where the file was cut short. One that is renamed or deleted still reads; it is closed when
/// nothing refers to it.
///
/// Where the system does not tell how long it is, as of /proc and /sys, it is read whole when it is
/// opened, and stays what it was then.
public final class FileStore: Sendable {
  /// Reads at an offset, as pread(2) does.
  package typealias Read = @Sendable (Int32, UnsafeMutableRawPointer, Int, Int) -> Int

  /// The path as it was given, with U+FFFD for what is no UTF-8 in it.
  public let path: String
  /// Its bytes, with a zero at the end, as the system wants them; none where it is at no path.
  let name: [CChar]
  /// Which opening of the path it is, from 0.
  public let edition: Int

  /// Which file of the disk it is; nil for what was never one, such as a stream.
  let identity: FileIdentity?
  let reads: FileReads
  /// All of it, where the system does not tell how long it is.
  let content: [UInt8]?
  /// Whether the system does not say how long it is, as of the files in /proc: it was read whole when it was opened.
  package var isWithoutSize: Bool { content != nil }
  /// What decodes it where its bytes are in another encoding; its offsets are those of the text then.
  private let decoded: DecodedFile?
  let descriptor: Int32
  /// What closes the descriptor, where that is not this.
  private let owner: (any Sendable & AnyObject)?
  private let lost = Mutex(DroppedLines())
  private let returnsEndLines = Atomic(false)
  private let limit = Atomic(Int.max)
  /// Bytes of items before its start.
  private let leftOut = Atomic(0)
  private let scanning = ScanDescriptor()

  /// Opens a file to read.
  ///
  /// Does not wait, also where there is a pipe or a terminal: those are refused unopened.
  ///
  /// Cost: some calls of the system; of a file without a size all of its bytes.
  ///
  /// - Throws: `.missing` where there is nothing, `.unpageable` where it is not a plain file,
  ///   `.forbidden` where it may not be read, `.unsized` where it has no size and no end within
  ///   64 MiB, or `.failed` with what the system says.
  public convenience init(path: String) throws(FileError) { try self.init(path: Array(path.utf8)) }

  /// The same for a path of bytes, which need be no UTF-8; none of them may be zero.
  ///
  /// - Throws: what the initializer with a text throws.
  public convenience init(path: [UInt8]) throws(FileError) {
    let name = path.cString
    try self.init(name: name, edition: 0, reads: .system)
  }

  /// The same with all that a test decides.
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
      // The file that is opened may not be the one that was examined.
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

  /// An open file that is not at a path: somebody writes it, who keeps it open.
  init(
    spool descriptor: Int32, keeping owner: any Sendable & AnyObject, name: String, edition: Int = 0
  ) {
    (path, self.name, self.edition) = (name, [], edition)
    (identity, content, reads) = (nil, nil, .system)
    self.descriptor = descriptor
    (self.owner, decoded) = (owner, nil)
  }

  /// The text of a file in another encoding, as far as it was gone over.
  init(_ decoded: DecodedFile) {
    let file = decoded.file
    (path, name, edition) = (file.path, [], file.edition)
    (identity, content, reads) = (nil, nil, file.reads)
    descriptor = file.descriptor
    (owner, self.decoded) = (file, decoded)
  }

  /// A plain file that is open already, such as standard input; closed when nothing refers to it.
  ///
  /// It is at no path. Where this throws the descriptor stays open.
  ///
  /// - Throws: `.unpageable` where it is not a plain file, or what fstat(2) says.
  public init(descriptor: Int32, name: String) throws(FileError) {
    let state = try Self.plainState(path: name) { fstat(descriptor, &$0) }
    (path, self.name, edition) = (name, [], 0)
    (identity, content, reads, owner) = (FileIdentity(state), nil, .system, nil)
    self.descriptor = descriptor
    decoded = nil
  }

  /// The same open file as another edition, where its path does not lead to it any more.
  init(again file: FileStore) {
    (path, name, edition) = (file.path, file.name, file.edition + 1)
    (identity, content, reads, owner) = (file.identity, nil, file.reads, file)
    descriptor = file.descriptor
    decoded = nil
  }

  deinit { if owner == nil { close(descriptor) } }

  /// The offset of the first byte that there still is: beyond 0 only in a stream whose oldest lines were
  /// dropped.
  ///
  /// A line begins there.
  public var start: Int { dropped.bytes }

  /// What there was before its start: the oldest lines of a stream that were dropped.
  public var dropped: DroppedLines { lost.withLock { $0 } }

  /// Says that the first bytes are no lines of it, such as the names of columns: its start is behind them,
  /// and the first line there has number 1.
  ///
  /// To be called before anything is read of it.
  package func passOver(_ count: Int) {
    lost.withLock { $0 = DroppedLines(bytes: max($0.bytes, count), lineFeeds: $0.lineFeeds) }
  }

  /// Leaves out what is before an offset, where an item begins; what is numbered is counted from before that.
  ///
  /// To be called before anything is read of it, and after `passOver(_:)`.
  package func leaveOut(before offset: Int) {
    let before = start
    leftOut.store(max(0, offset - before), ordering: .relaxed)
    passOver(offset)
  }

  /// From where lines and records are counted: before its start where items are left out.
  package var countedStart: Int { start - leftOut.load(ordering: .relaxed) }

  /// What is before a place will not be there any more.
  func drop(_ lines: DroppedLines) { lost.withLock { $0 = lines } }

  /// Where the first line begins after an offset, or the offset itself where that is far.
  func lineStart(after offset: Int) -> Int {
    var memory = [UInt8](repeating: 0, count: 64 << 10)
    let count = memory.withUnsafeMutableBytes { (try? read(into: $0, at: offset)) ?? 0 }
    guard let feed = memory[..<count].firstIndex(of: .lineFeed) else { return offset }
    return offset + feed + 1
  }

  /// How long the file is now, in bytes.
  ///
  /// Cost: a call of the system; none where the text is held or decoded.
  ///
  /// - Throws: what fstat(2) says.
  public func size() throws(FileError) -> Int {
    if let known = content?.count ?? decoded?.size {
      return min(known, limit.load(ordering: .relaxed))
    }
    let size = try Int(Self.plainState(path: path) { fstat(descriptor, &$0) }.st_size)
    return min(size, limit.load(ordering: .relaxed))
  }

  /// Ends the file at an offset: what follows, such as the rest of a document behind its list, is not read.
  ///
  /// To be called before anything is read of it.
  package func end(at offset: Int) { limit.store(offset, ordering: .relaxed) }

  /// What tells whether it may hold something else by now.
  ///
  /// - Throws: what fstat(2) says.
  func state() throws(FileError) -> FileState {
    FileState(try Self.plainState(path: path) { fstat(descriptor, &$0) })
  }

  /// Up to this size, in bytes, a file is compared as a whole with what it held; of a longer one parts are.
  public static var wholeSampleSize: Int { FileSample.whole }

  /// Whether it is the same file on the disk as another, which was opened by the same path earlier
  /// or later: one that was truncated and started again is.
  public func isSameFile(as other: FileStore) -> Bool {
    identity != nil && identity == other.identity || self === other
  }

  /// Whether a path leads to it, by whatever name or link.
  package func isFile(at path: String) -> Bool {
    var state = stat()
    return stat(path, &state) == 0 && identity == FileIdentity(state)
  }

  /// Where it is on the disk, without links, in bytes; nil for what is at no path.
  ///
  /// Cost: a few calls of the system (realpath(3)).
  public var resolvedPath: [UInt8]? {
    guard !name.isEmpty, let path = realpath(name, nil) else { return nil }
    defer { free(path) }
    return UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) }
  }

  /// Whether its path no longer leads to a file, as after it was deleted; false for what is at no path, and where the
  /// path cannot be looked at.
  ///
  /// Cost: a call of the system (stat(2)).
  public func isDeleted() -> Bool {
    var state = stat()
    return !name.isEmpty && stat(name, &state) != 0 && errno == ENOENT
  }

  /// Whether its path leads to another file now; nothing there, or no plain file, is not another.
  ///
  /// Cost: a call of the system (stat(2)).
  public func isReplaced() -> Bool {
    guard let identity, !name.isEmpty else { return false }
    let state = try? Self.plainState(path: path) { stat(name, &$0) }
    return state.map { FileIdentity($0) != identity } ?? false
  }

  /// Asks a file system of another host how the file at the path is, which it may remember for a while.
  func renewState() {
    if !name.isEmpty, PathWatch.isSilent(name) { endless_renew_state(name) }
  }

  /// Whether it can be read as far as it is cached: false on a network file system.
  var isNear: Bool {
    var byte: UInt8 = 0
    guard content == nil, let read = reads.cached else { return false }
    return read(descriptor, &byte, 1, 0) >= 0 || errno == EAGAIN
  }

  /// Reads into memory from an offset on, and returns how many bytes came: fewer only at the end, and 0 behind it.
  ///
  /// It may wait for a disk. Cost: one call of the system mostly, and decoding where the text is decoded. An offset
  /// below 0 is a programmer's mistake.
  ///
  /// - Throws: what pread(2) says.
  public func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try read(into: memory, at: offset, of: descriptor, by: reads.any)
  }

  /// Reads each carriage return as a line feed from now on, as where a text has no other line ends.
  ///
  /// A text that has both would have a blank line behind each. Offsets stay as they are. Cost: a look at each byte that
  /// is read.
  public func readReturnsAsLineFeeds() { returnsEndLines.store(true, ordering: .relaxed) }

  /// Reads as one of many parts of the whole file, each of which is read once.
  ///
  /// What is read so is not kept in memory at the cost of other files.
  ///
  /// - Throws: what pread(2) says.
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

  private func readAsWritten(
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

  /// How many line feeds there are in a range, where that is noted; nil where they have to be counted.
  func notedLineFeedCount(in range: Range<Int>) throws(FileError) -> Int? {
    guard let decoded, !returnsEndLines.load(ordering: .relaxed), range.upperBound <= decoded.size
    else { return nil }
    return try decoded.lineFeedCount(in: range, by: decoded.file.read)
  }

  /// Reads a range into a new array.
  ///
  /// - Parameter cachedOnly: whether it fails where it would have to wait for a disk.
  /// - Throws: what pread(2) says, or that the file ends before.
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

  /// Bytes that are read at a time of a longer range: what the processor's cache holds.
  private static let piece = 256 << 10

  /// Reads a range piece by piece into the same memory, until the body says no.
  ///
  /// - Returns: whether it never did.
  /// - Throws: what pread(2) says, that the file ends before, or what the body throws.
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
