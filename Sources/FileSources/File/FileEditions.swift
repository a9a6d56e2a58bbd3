import Synchronization

/// The file at a path, opened again when another has taken its place; one without a size, when it
/// holds something else by now.
final class FileEditions: Sendable {
  private struct Edition: Sendable {
    var file: TextFile
    /// The greatest size seen: a log that has less now was truncated and started again.
    var greatestSize = 0

    mutating func current(reopening: Bool) throws(FileError) -> (file: TextFile, size: Int) {
      var size = try file.size()
      if reopening, isOther(size), let next = reopened() {
        file = next
        size = try file.size()
        greatestSize = 0
      }
      greatestSize = max(greatestSize, size)
      return (file, size)
    }

    /// Whether there may be other lines by now: of what has no size only reading tells.
    private func isOther(_ size: Int) -> Bool {
      size < greatestSize || file.content != nil || file.isReplaced()
    }

    private func reopened() -> TextFile? {
      let next = try? TextFile(name: file.name, edition: file.edition + 1, reads: file.reads)
      return next?.content == nil || next?.content != file.content ? next : nil
    }
  }

  private let edition: Mutex<Edition>

  init(first: TextFile) { edition = Mutex(Edition(file: first)) }

  /// The open file and its size.
  ///
  /// - Parameter reopening: whether it is opened again if its path leads to another one, or if it was
  ///   cut short. Where that fails the open one is read on.
  /// - Throws: what fstat(2) says.
  func current(reopening: Bool = false) throws(FileError) -> (file: TextFile, size: Int) {
    try edition.withLock { edition throws(FileError) in try edition.current(reopening: reopening) }
  }

  /// The same without waiting: nil where another thread is looking, where the file is not on a disk
  /// of this machine, or where it fails.
  func currentAtOnce(reopening: Bool) -> (file: TextFile, size: Int)? {
    edition.withLockIfAvailable { edition in
      edition.file.isNear ? try? edition.current(reopening: reopening) : nil
    } ?? nil
  }
}
