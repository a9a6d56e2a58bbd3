import ByteStores
import EventLoop
import Glibc

/// The source of further bytes of a growing text.
nonisolated protocol Arrivals: Sendable {
  /// Whether more bytes may arrive.
  var mayGrow: Bool { get }
  /// Waits for bytes after an offset; returns false if none can arrive anymore.
  ///
  /// - Throws: an error if the text is incomplete.
  func hasMore(behind offset: Int) async throws(FileError) -> Bool
  /// Waits for the end, if there is one; otherwise returns immediately.
  ///
  /// - Throws: an error if the text is incomplete.
  func waitForEnd() throws(FileError)
}

extension StreamStore: Arrivals {
  nonisolated func hasMore(behind offset: Int) async throws(FileError) -> Bool {
    guard mayGrow else { return try file.size() > offset }
    await waitForGrowth(after: offset)
    if case .failed(let error) = state { throw error }
    return try file.size() > offset || mayGrow
  }

  nonisolated func waitForEnd() throws(FileError) {
    _ = try waitForMore(after: .max - StreamStore.usualLookAhead)
  }
}

/// A file that is followed without a screen, like `tail -f`; without an error, it ends only when the
/// reader of the output closes the pipe.
nonisolated struct FollowedFile: Arrivals {
  let file: FileStore
  /// The descriptor for the output; a pipe reports when its reader has closed it.
  let output: Int32
  private let executor = BackgroundExecutor()

  init(_ file: FileStore, writingTo output: Int32) { (self.file, self.output) = (file, output) }

  var mayGrow: Bool { true }

  func waitForEnd() {}

  func hasMore(behind offset: Int) async throws(FileError) -> Bool {
    while !Task.isCancelled {
      let task = Task(executorPreference: executor) { news(behind: offset) }
      if let hasMore = try await task.value.get() { return hasMore }
    }
    throw .cancelled
  }

  /// The interval in milliseconds for checking a file whose changes the system does not report.
  private static let pause: Int32 = 1_000

  /// Whether more bytes have arrived; false if the output is closed, and nil if the file has to be
  /// checked again.
  private func news(behind offset: Int) -> Result<Bool?, FileError> {
    // The watch is created before the size is read, so that no change between the two is missed.
    let watch = PathWatch(of: file)
    do throws(FileError) {
      let size = try file.size()
      if size > offset { return .success(true) }
      if size < offset { return .failure(.cutShort(path: file.path)) }
    } catch {
      return .failure(error)
    }
    var asked = [
      pollfd(fd: output, events: 0, revents: 0),
      pollfd(fd: watch?.newsDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&asked, nfds_t(asked.count), Self.pause)
    return .success(asked[0].revents & Int16(POLLERR) != 0 ? false : nil)
  }
}
