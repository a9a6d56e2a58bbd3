import ByteStores
import EventLoop
import Glibc
import Synchronization

/// The source of further bytes of a growing text.
nonisolated protocol Arrivals: Sendable {
  /// Whether more bytes may arrive.
  var mayGrow: Bool { get }
  /// Whether all bytes are converted from a file, so that further ones arrive without a pause.
  var comesFromFile: Bool { get }
  /// The error because of which the text is incomplete; nil if there is none.
  var failure: FileError? { get }
  /// Requests bytes after an offset, and does not wait for them.
  func request(behind offset: Int)
  /// Waits for bytes after an offset; returns false if none can arrive anymore.
  ///
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call fails.
  func hasMore(behind offset: Int) async throws(FileError) -> Bool
  /// Waits for the end, if there is one; otherwise returns immediately.
  ///
  /// - Throws: an error if the text is incomplete.
  func waitForEnd() throws(FileError)
}

extension StreamStore: Arrivals {
  nonisolated var comesFromFile: Bool { packed != nil }

  nonisolated var failure: FileError? { if case .failed(let error) = state { error } else { nil } }

  nonisolated func request(behind offset: Int) { requestBytes(upTo: offset) }

  nonisolated func hasMore(behind offset: Int) async throws(FileError) -> Bool {
    guard mayGrow else { return try file.size() > offset }
    await waitForGrowth(after: offset)
    return try file.size() > offset || mayGrow
  }

  nonisolated func waitForEnd() throws(FileError) {
    _ = try waitForMore(after: .max - StreamStore.usualLookAhead)
  }
}

/// A file that is followed without a screen, as by `tail -f`, until the reader of the output closes
/// the pipe, or until the file is truncated.
nonisolated final class FollowedFile: Arrivals {
  let file: FileStore
  /// The descriptor for the output; a pipe reports when its reader has closed it.
  let output: Int32
  private let executor = BackgroundExecutor()
  private let cut = Atomic(false)

  init(_ file: FileStore, writingTo output: Int32) { (self.file, self.output) = (file, output) }

  var mayGrow: Bool { true }

  /// Whether further bytes arrive without a pause: false, because another program writes them.
  var comesFromFile: Bool { false }

  var failure: FileError? { nil }

  /// Whether the file was found to be truncated.
  var isCutShort: Bool { cut.load(ordering: .relaxed) }

  /// Does nothing, because the bytes of a file arrive without a request.
  func request(behind offset: Int) {}

  func waitForEnd() {}

  func hasMore(behind offset: Int) async throws(FileError) -> Bool {
    while !Task.isCancelled {
      let task = Task(executorPreference: executor) { [self] in news(behind: offset) }
      if let hasMore = try await task.value.get() { return hasMore }
    }
    throw .cancelled
  }

  /// Waits on the calling thread for bytes after an offset; returns false if none can arrive
  /// anymore.
  func wait(behind offset: Int) throws(FileError) -> Bool {
    while true {
      if let hasMore = try news(behind: offset).get() { return hasMore }
    }
  }

  /// The interval in milliseconds for checking a file whose changes the system does not report.
  private static let pause: Int32 = 1_000

  /// Waits for a change, and returns whether more bytes have arrived; false if the output is closed
  /// or the file was truncated, and nil if the file has to be checked again.
  private func news(behind offset: Int) -> Result<Bool?, FileError> {
    // The watch is created before the size is read, so that no change between the two is missed.
    let watch = PathWatch(of: file)
    do throws(FileError) {
      let size = try file.size()
      if size > offset { return .success(true) }
      if size < offset {
        cut.store(true, ordering: .relaxed)
        return .success(false)
      }
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
