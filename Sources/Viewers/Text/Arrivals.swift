import ByteStores
import EventLoop
import Glibc

/// What may bring more behind the items that are there.
nonisolated protocol Arrivals: Sendable {
  /// Whether more may come.
  var mayGrow: Bool { get }
  /// Waits until there are bytes behind an offset, or no more come; says which.
  ///
  /// - Throws: why there will be no more.
  func hasMore(behind offset: Int) async throws(FileError) -> Bool
  /// Waits until all is there, where it has an end; else goes on with what there is.
  ///
  /// - Throws: why there will be no more.
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

/// A file that is followed without a screen, as `tail -f` does: it has no end until its reader leaves.
nonisolated struct FollowedFile: Arrivals {
  let file: FileStore
  /// The descriptor that is written to: a pipe tells when its reader has closed it.
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

  /// Milliseconds after which a file is looked at whose changes the system does not report.
  private static let pause: Int32 = 1_000

  /// Whether there is more; nil where that is not known after a while.
  private func news(behind offset: Int) -> Result<Bool?, FileError> {
    // Made before the size is asked, so that no change comes between.
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
