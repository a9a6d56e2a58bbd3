import Synchronization

/// How another edition of a file has come.
public enum FileChange: Hashable, Sendable {
  /// It holds something else.
  case rewritten
  /// It is shorter than it was.
  case truncated
  /// Its path leads to another file.
  case replaced
  /// A compressed file has grown, and is unpacked once more.
  case grown
}

/// The file at a path, opened again as another edition when another has taken its place, or when it holds something
/// else by now; of a compressed one what it unpacks to.
///
/// A file that has grown stays the same edition where it holds what it held: all of it is compared up to 256 KiB,
/// and parts of a longer one (`FileSample`).
package final class StoreEditions: Sendable {
  private let edition: Mutex<Edition>

  /// - Parameters:
  ///   - first: what is read.
  ///   - stream: what unpacks it, if it is compressed.
  ///   - unpack: unpacks a file that comes later, if it is compressed.
  package init(
    first: FileStore, unpackedBy stream: StreamStore? = nil,
    unpack: @escaping @Sendable (FileStore) throws(FileError) -> StreamStore? = { _ in nil }
  ) {
    edition = Mutex(Edition(file: first, stream: stream, unpack: unpack))
  }

  /// Whether a file stays that another one takes the place of, so that the one goes on with the other.
  package func keepEarlier(_ keeps: Bool) { edition.withLock { $0.keepsEarlier = keeps } }

  /// Whether the file of an edition is open.
  package func holds(_ number: Int) -> Bool {
    edition.withLock { $0.file.edition == number || $0.earlier.contains { $0.edition == number } }
  }

  /// What unpacks the file that is read now, and how that has come; nil where nothing does, or nothing has.
  package var origin: (stream: StreamStore?, change: FileChange?) {
    edition.withLock { ($0.stream, $0.change) }
  }

  /// Takes note of what the file holds, so that a rewritten one is known; once the first screen stands.
  ///
  /// Cost: a read of 256 KiB at the most.
  package func noteContent() { edition.withLock { $0.noteContent() } }

  /// All files that are open, in the order in which they were at the path; the last is there now.
  ///
  /// - Throws: what fstat(2) says.
  package func all(reopening: Bool) throws(FileError) -> [OpenEdition] {
    try edition.withLock { edition throws(FileError) in
      let (file, size) = try edition.current(reopening: reopening)
      return edition.openEarlier + [OpenEdition(file: file, size: size)]
    }
  }

  /// The same where nothing has to be opened for it: see `currentAtOnce(reopening:)`.
  package func allAtOnce(reopening: Bool) -> [OpenEdition]? {
    edition.withLockIfAvailable { edition -> [OpenEdition]? in
      guard let (file, size) = edition.currentAtOnce(reopening: reopening) else { return nil }
      return edition.openEarlier + [OpenEdition(file: file, size: size)]
    } ?? nil
  }

  /// The open file and its size; another edition where it holds something else by now.
  ///
  /// - Parameter reopening: whether it is opened again if its path leads to another one. Where that fails the open
  ///   one is read on.
  /// - Throws: what fstat(2) says.
  package func current(reopening: Bool = false) throws(FileError) -> (file: FileStore, size: Int) {
    try edition.withLock { edition throws(FileError) in try edition.current(reopening: reopening) }
  }

  /// Opens what is at the path as another edition, whether or not it has changed.
  ///
  /// - Throws: why it cannot be opened; the open one is read on then.
  package func restart() throws(FileError) -> FileStore {
    try edition.withLock { edition throws(FileError) in try edition.restart() }
  }

  /// Like `current(reopening:)`, but opens no file: nil while another thread holds the lock, on a network
  /// file system, where there is another edition to be opened, or on an error.
  ///
  /// Looking at the path (stat(2)) may still wait for its folders.
  package func currentAtOnce(reopening: Bool) -> (file: FileStore, size: Int)? {
    edition.withLockIfAvailable { edition in
      edition.currentAtOnce(reopening: reopening)
    } ?? nil
  }
}

private struct Edition: Sendable {
  /// What is read.
  private(set) var file: FileStore
  /// What unpacks it, if it is compressed.
  private(set) var stream: StreamStore?
  /// How the last edition has come.
  private(set) var change: FileChange?
  /// Those that were at the path before, the oldest first.
  private(set) var earlier: [FileStore] = []
  /// Whether one that another takes the place of is kept.
  var keepsEarlier = false

  private let unpack: @Sendable (FileStore) throws(FileError) -> StreamStore?
  /// How the file on the disk was when it was looked at last, and what it held.
  private var state: FileState?
  private var sample: FileSample?

  /// Each costs a descriptor, and one that was deleted its place on the disk.
  private static let mostEarlier = 8

  init(
    file: FileStore, stream: StreamStore?,
    unpack: @escaping @Sendable (FileStore) throws(FileError) -> StreamStore?
  ) {
    (self.file, self.stream, self.unpack) = (file, stream, unpack)
  }

  /// What is at the path.
  private var disk: FileStore { stream?.packed ?? file }

  mutating func current(reopening: Bool) throws(FileError) -> (file: FileStore, size: Int) {
    if let change = try foundChange(reopening: reopening, isCachedOnly: false) {
      try open(after: change)
    }
    return try (file, file.size())
  }

  /// The same where nothing has to be opened for it.
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

  /// How the file has become another; nil where it has not, or has only grown.
  private mutating func foundChange(
    reopening: Bool, isCachedOnly: Bool
  ) throws(FileError) -> FileChange? {
    guard disk.identity != nil else { return nil }
    if reopening, !isCachedOnly { disk.renewState() }
    if reopening, disk.isReplaced() { return .replaced }
    // One without a size has to be read to find out.
    guard disk.content == nil else { return reopening ? .rewritten : nil }
    let now = try disk.state()
    guard let state, !now.isCertainlySame(as: state) else {
      self.state = now
      return nil
    }
    if now.size < state.size { return .truncated }
    // What was not compared may have grown; the bytes that tell what packs a file may have come now.
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

  // MARK: Another edition

  private mutating func open(after change: FileChange) throws(FileError) {
    guard let next = nextFile(after: change) else { return }
    let keeps = keepsEarlier && stream == nil && file.content == nil && change == .replaced
    let old = file
    try take(next)
    self.change = change
    earlier = (keeps ? earlier + [old] : []).suffix(Self.mostEarlier)
  }

  /// What is to be read from now on; nil where that is what is read.
  private func nextFile(after change: FileChange) -> FileStore? {
    guard let next = try? opened() else {
      // A deleted file that is rewritten is not at its path.
      return change == .replaced || disk.content != nil ? nil : FileStore(again: disk)
    }
    return next.content == nil || next.content != disk.content ? next : nil
  }

  private func opened() throws(FileError) -> FileStore {
    guard !disk.name.isEmpty else { throw .missing(path: disk.path) }
    return try FileStore(name: disk.name, edition: file.edition + 1, reads: disk.reads)
  }

  private mutating func take(_ next: FileStore) throws(FileError) {
    let unpacking = try unpack(next)
    stream?.stop()
    (file, stream) = (unpacking?.file ?? next, unpacking)
    (state, sample) = (nil, nil)
    if next.identity != nil, next.content == nil {
      let now = try next.state()
      (state, sample) = (now, try FileSample(of: next, size: now.size, isCachedOnly: false))
    }
  }
}

/// An open file, and how long it was when that was looked at.
package struct OpenEdition: Sendable {
  /// The file.
  package let file: FileStore
  /// Its bytes.
  package let size: Int
}
