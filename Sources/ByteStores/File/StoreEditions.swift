import Synchronization

/// The reason for a new edition of a file.
public enum FileChange: Hashable, Sendable {
  /// The contents of the file were replaced.
  case rewritten
  /// The file became shorter.
  case truncated
  /// The path of the file leads to another file.
  case replaced
  /// A file that is unpacked or decoded has grown, and is read again.
  case grown
}

/// The file at a path, or the unpacked contents of a compressed one; it is opened again as a new
/// edition when another file has replaced it or its contents were rewritten.
///
/// A file that has grown stays the same edition if it is neither unpacked nor decoded, and if its
/// old contents are unchanged: all of them are compared up to 256 KiB, and parts of a longer file
/// (`FileSample`).
package final class StoreEditions: Sendable {
  private let edition: Mutex<Edition>

  /// - Parameters:
  ///   - first: the file to read.
  ///   - stream: the stream that unpacks or decodes it, if any.
  ///   - unpack: a closure that unpacks or decodes a later file; it returns nil if that file can be
  ///     read as it is.
  package init(
    first: FileStore, unpackedBy stream: StreamStore? = nil,
    unpack: @escaping @Sendable (FileStore) throws(FileError) -> StreamStore? = { _ in nil }
  ) {
    edition = Mutex(Edition(file: first, stream: stream, unpack: unpack))
  }

  /// Sets whether a replaced file is kept, so that the new file continues it.
  package func keepEarlier(_ keeps: Bool) { edition.withLock { $0.keepsEarlier = keeps } }

  /// Whether the file of an edition is open.
  package func holds(_ number: Int) -> Bool {
    edition.withLock { $0.file.edition == number || $0.earlier.contains { $0.edition == number } }
  }

  /// The stream that unpacks or decodes the current file, or nil; and the reason for the edition,
  /// nil for the first one.
  package var origin: (stream: StreamStore?, change: FileChange?) {
    edition.withLock { ($0.stream, $0.change) }
  }

  /// Records a sample of the contents to detect a rewritten file; call it after the first screen is
  /// shown.
  ///
  /// Cost: a read of at most 256 KiB.
  package func noteContent() { edition.withLock { $0.noteContent() } }

  /// All open files in the order in which they were at the path; the last one is the current one.
  ///
  /// - Throws: an error if the file, or a new edition of it, cannot be examined or read.
  package func all(reopening: Bool) throws(FileError) -> [OpenEdition] {
    try edition.withLock { edition throws(FileError) in
      let (file, size) = try edition.current(reopening: reopening)
      return edition.openEarlier + [OpenEdition(file: file, size: size)]
    }
  }

  /// All open files; nil in the same cases as `currentAtOnce(reopening:)`.
  package func allAtOnce(reopening: Bool) -> [OpenEdition]? {
    edition.withLockIfAvailable { edition -> [OpenEdition]? in
      guard let (file, size) = edition.currentAtOnce(reopening: reopening) else { return nil }
      return edition.openEarlier + [OpenEdition(file: file, size: size)]
    } ?? nil
  }

  /// The open file and its size; a new edition if the file was rewritten or truncated, or if it is
  /// unpacked or decoded and has grown.
  ///
  /// - Parameter reopening: whether to open the path again if it leads to another file. If that
  ///   fails, the open file is kept.
  /// - Throws: an error if the file, or a new edition of it, cannot be examined or read.
  package func current(reopening: Bool = false) throws(FileError) -> (file: FileStore, size: Int) {
    try edition.withLock { edition throws(FileError) in try edition.current(reopening: reopening) }
  }

  /// Opens the file at the path as a new edition, even if it seems unchanged.
  ///
  /// - Throws: an error if the file cannot be opened; the old one is then kept.
  package func restart() throws(FileError) -> FileStore {
    try edition.withLock { edition throws(FileError) in try edition.restart() }
  }

  /// Like `current(reopening:)`, but opens no file.
  ///
  /// It returns nil while another thread holds the lock, if a new edition must be opened, on an
  /// error, and always on most network file systems and for files without a size.
  /// Examining the path (stat(2)) may still wait for its folders.
  package func currentAtOnce(reopening: Bool) -> (file: FileStore, size: Int)? {
    edition.withLockIfAvailable { edition in
      edition.currentAtOnce(reopening: reopening)
    } ?? nil
  }
}

private struct Edition: Sendable {
  /// The file to read.
  private(set) var file: FileStore
  /// The stream that unpacks or decodes it, if any.
  private(set) var stream: StreamStore?
  /// The reason for the last edition.
  private(set) var change: FileChange?
  /// The kept files that were at the path before, oldest first.
  private(set) var earlier: [FileStore] = []
  /// Whether a replaced file is kept.
  var keepsEarlier = false

  private let unpack: @Sendable (FileStore) throws(FileError) -> StreamStore?
  /// The last examined state of the file on the disk, and a sample of its contents.
  private var state: FileState?
  private var sample: FileSample?

  /// The maximum number of earlier files: each one needs a descriptor, and a deleted file still
  /// occupies disk space.
  private static let mostEarlier = 8

  init(
    file: FileStore, stream: StreamStore?,
    unpack: @escaping @Sendable (FileStore) throws(FileError) -> StreamStore?
  ) {
    (self.file, self.stream, self.unpack) = (file, stream, unpack)
  }

  /// The file on the disk, which may be compressed.
  private var disk: FileStore { stream?.packed ?? file }

  mutating func current(reopening: Bool) throws(FileError) -> (file: FileStore, size: Int) {
    if let change = try foundChange(reopening: reopening, isCachedOnly: false) {
      try open(after: change)
    }
    return try (file, file.size())
  }

  /// The open file and its size; nil if a new edition must be opened, on an error, and always on
  /// most network file systems and for files without a size.
  mutating func currentAtOnce(reopening: Bool) -> (file: FileStore, size: Int)? {
    do throws(FileError) {
      guard file.isNear, try foundChange(reopening: reopening, isCachedOnly: true) == nil else {
        return nil
      }
      return try (file, file.size())
    } catch {
      return nil
    }
  }

  var openEarlier: [OpenEdition] {
    earlier.compactMap { file in
      (try? file.size()).map { OpenEdition(file: file, size: $0) }
    }
  }

  mutating func restart() throws(FileError) -> FileStore {
    try take(opened())
    (change, earlier) = (.rewritten, [])
    return file
  }

  mutating func noteContent() {
    guard disk.identity != nil, disk.content == nil,
      (try? foundChange(reopening: false, isCachedOnly: false)) == .some(nil), let state
    else { return }
    sample = try? FileSample(of: disk, size: state.size, isCachedOnly: false)
  }

  // MARK: Changes

  /// The reason for a new edition; nil if none is needed.
  private mutating func foundChange(
    reopening: Bool, isCachedOnly: Bool
  ) throws(FileError) -> FileChange? {
    guard disk.identity != nil else { return nil }
    if reopening, !isCachedOnly { disk.renewState() }
    if reopening, disk.isReplaced() { return .replaced }
    // Changes to a file without a size can be found only by reading it again.
    guard disk.content == nil else { return reopening ? .rewritten : nil }
    let now = try disk.state()
    guard let state, !now.isCertainlySame(as: state) else {
      self.state = now
      return nil
    }
    if now.size < state.size { return .truncated }
    // If the compared parts are unchanged, the file is assumed to have only grown. The bytes that
    // identify a compression may be among the new ones.
    if let sample, try !sample.isHeld(by: disk, isCachedOnly: isCachedOnly) { return .rewritten }
    if now.size > state.size, mayUnpackMore(than: state.size) { return .grown }
    if let sample, sample.size != now.size {
      self.sample = try FileSample(of: disk, size: now.size, isCachedOnly: isCachedOnly)
    }
    self.state = now
    return nil
  }

  private func mayUnpackMore(than size: Int) -> Bool {
    stream != nil || size < Compression.magicLength && Compression(of: disk) != nil
  }

  // MARK: A new edition

  private mutating func open(after change: FileChange) throws(FileError) {
    guard let next = nextFile(after: change) else { return }
    let keeps = keepsEarlier && stream == nil && file.content == nil && change == .replaced
    let old = file
    try take(next)
    self.change = change
    earlier = (keeps ? earlier + [old] : []).suffix(Self.mostEarlier)
  }

  /// The file to read from now on; nil if the current one stays in use.
  private func nextFile(after change: FileChange) -> FileStore? {
    guard let next = try? opened() else {
      // A deleted file that is being rewritten is not at its path.
      return change == .replaced || disk.content != nil ? nil : FileStore(again: disk)
    }
    return next.content == nil || next.content != disk.content ? next : nil
  }

  private func opened() throws(FileError) -> FileStore {
    guard !disk.name.isEmpty else { throw .missing(path: disk.path) }
    return try FileStore(name: disk.name, edition: file.edition + 1, reads: disk.reads)
  }

  private mutating func take(_ next: FileStore) throws(FileError) {
    // If this fails, the current file stays in use.
    let taken = try examined(next)
    let unpacking = try unpack(next)
    stream?.stop()
    (file, stream) = (unpacking?.file ?? next, unpacking)
    (state, sample) = (taken?.state, taken?.sample)
  }

  /// The state of a file and a sample of its content; nil if the system does not report its size.
  ///
  /// The sample is nil if a part of the content cannot be read; other parts may still be readable.
  private func examined(
    _ next: FileStore
  ) throws(FileError) -> (state: FileState, sample: FileSample?)? {
    guard next.identity != nil, next.content == nil else { return nil }
    let state = try next.state()
    return (state, try? FileSample(of: next, size: state.size, isCachedOnly: false))
  }
}

/// An open file, and its size when it was examined.
package struct OpenEdition: Sendable {
  package let file: FileStore
  /// The size of the file in bytes.
  package let size: Int
}
