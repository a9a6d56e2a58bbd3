import Synchronization

/// The file at a path, opened again when another has taken its place; one without a size, when it
/// holds something else by now.
package final class StoreEditions: Sendable {
  private struct Edition: Sendable {
    var file: FileStore
    /// The greatest size seen: a log that has less now was truncated and started again.
    var greatestSize = 0
    /// Those that were at the path before, the oldest first.
    var earlier: [FileStore] = []
    /// Whether one that another takes the place of is kept.
    var keepsEarlier = false

    mutating func current(reopening: Bool) throws(FileError) -> (file: FileStore, size: Int) {
      var size = try file.size()
      if reopening, isOther(size), let next = reopened() {
        earlier = keepsEarlier && file.content == nil && file.isReplaced() ? earlier + [file] : []
        earlier = earlier.suffix(StoreEditions.mostEarlier)
        (file, greatestSize) = (next, 0)
        size = try file.size()
      }
      greatestSize = max(greatestSize, size)
      return (file, size)
    }

    /// The same where nothing has to be opened for it.
    mutating func currentAtOnce(reopening: Bool) -> (file: FileStore, size: Int)? {
      guard file.isNear, let size = try? file.size(), !(reopening && isOther(size)) else {
        return nil
      }
      greatestSize = max(greatestSize, size)
      return (file, size)
    }

    var openEarlier: [OpenEdition] {
      earlier.compactMap { file in
        (try? file.size()).map { OpenEdition(file: file, size: $0) }
      }
    }

    /// Whether there may be other lines by now: a file without a size has to be read to find out.
    private func isOther(_ size: Int) -> Bool {
      file.identity != nil
        && (size < greatestSize || file.content != nil || file.isReplaced())
    }

    mutating func restart() throws(FileError) -> FileStore {
      file = try FileStore(name: file.name, edition: file.edition + 1, reads: file.reads)
      (greatestSize, earlier) = (0, [])
      return file
    }

    private func reopened() -> FileStore? {
      let next = try? FileStore(name: file.name, edition: file.edition + 1, reads: file.reads)
      return next?.content == nil || next?.content != file.content ? next : nil
    }
  }

  private let edition: Mutex<Edition>

  /// Each costs a descriptor, and one that was deleted its place on the disk.
  private static let mostEarlier = 8

  package init(first: FileStore) { edition = Mutex(Edition(file: first)) }

  /// Whether a file stays that another one takes the place of, so that the one goes on with the other.
  package func keepEarlier(_ keeps: Bool) { edition.withLock { $0.keepsEarlier = keeps } }

  /// Whether the file of an edition is open.
  package func holds(_ number: Int) -> Bool {
    edition.withLock { $0.file.edition == number || $0.earlier.contains { $0.edition == number } }
  }

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

  /// The open file and its size.
  ///
  /// - Parameter reopening: whether it is opened again if its path leads to another one, or if it was
  ///   cut short. Where that fails the open one is read on.
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
  /// file system, or on an error.
  ///
  /// Looking at the path (stat(2)) may still wait for its folders.
  package func currentAtOnce(reopening: Bool) -> (file: FileStore, size: Int)? {
    edition.withLockIfAvailable { edition in
      edition.currentAtOnce(reopening: reopening)
    } ?? nil
  }
}

/// An open file, and how long it was when that was looked at.
package struct OpenEdition: Sendable {
  /// The file.
  package let file: FileStore
  /// Its bytes.
  package let size: Int
}
