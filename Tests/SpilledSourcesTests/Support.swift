import Foundation
import Glibc
import Paging
import SpilledJSON
import SpilledSources
import Synchronization

/// A reader who goes through a list and looks at only one entry at a time.
@MainActor struct Walk {
  let pager: Pager<Stream.Item, SpillCursor>

  /// Opens a list at its start.
  init(_ pages: SpilledSource<Stream>, pageSize: Int, keep: Int) async throws {
    let configuration = try PagerConfiguration(
      pageSize: pageSize, prefetchDistance: 10, keep: keep, retry: .never)
    pager = Pager(source: pages, configuration: configuration)
    pager.refresh()
    await until { pager.state(of: .refresh) != .loading }
  }

  /// The first and the last held number; empty if nothing is held.
  var ends: [Int?] { pager.count == 0 ? [] : [pager[0].item?.id, pager[pager.count - 1].item?.id] }

  /// Moves toward an edge until no more pages arrive.
  ///
  /// - Returns: the final state of the load at the edge.
  func go(to edge: Edge) async -> LoadState {
    let reason: LoadReason = edge == .leading ? .prepend : .append
    while [.idle, .loading].contains(pager.state(of: reason)), !Task.isCancelled {
      pager.viewportChanged(edge == .leading ? 0..<1 : pager.count - 1..<pager.count)
      await until { pager.state(of: reason) != .loading }
    }
    return pager.state(of: reason)
  }

  /// Jumps to the start; returns the final state of the load.
  func jump() async -> LoadState {
    pager.jump(to: .start)
    await until { pager.state(of: .refresh) != .loading }
    return pager.state(of: .refresh)
  }

  /// Refreshes the list; returns the final state of the load.
  func refresh() async -> LoadState {
    pager.refresh()
    await until { pager.state(of: .refresh) != .loading }
    return pager.state(of: .refresh)
  }

  func until(_ holds: () -> Bool) async {
    while !holds(), !Task.isCancelled { await Task.yield() }
  }
}

extension PagingSource {
  /// Loads a page of ten.
  func load(
    _ position: PageRequest<Cursor>.Position
  ) async throws(PagingError) -> Page<Item, Cursor> {
    try await load(PageRequest(reason: .append, position: position, count: 10))
  }
}

/// A place where one task waits until a test lets it continue.
final class Gate: Sendable {
  private let waiter = Mutex<CheckedContinuation<Bool, Never>?>(nil)
  private let stops = Mutex(0)

  /// Whether a task waits.
  var isTaken: Bool { waiter.withLock { $0 != nil } }
  /// The number of tasks that were cancelled while they waited.
  var stopCount: Int { stops.withLock { $0 } }

  /// Waits; returns false if the task is cancelled.
  func pass() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.withLock { $0 = continuation }
        if Task.isCancelled { stop() }
      }
    } onCancel: {
      stop()
    }
  }

  /// Lets the waiting task continue.
  func open() { take()?.resume(returning: true) }

  private func stop() {
    guard let stopped = take() else { return }
    stops.withLock { $0 += 1 }
    stopped.resume(returning: false)
  }

  private func take() -> CheckedContinuation<Bool, Never>? {
    waiter.withLock { waiter in
      defer { waiter = nil }
      return waiter
    }
  }
}

/// An executor that runs tasks when a test says so, until each of them waits or is done.
final class HandExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// A disk that a test fills.
///
/// A write uses the remaining space; if no space is left, it goes to `/dev/full`, so that the error
/// comes from the system.
final class Disk: Sendable {
  private let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
  private let state = Mutex<(room: Int?, taken: [UInt8])>((nil, []))

  deinit { close(full) }

  /// The number of bytes that still fit; nil for no limit.
  var room: Int? {
    get { state.withLock { $0.room } }
    set { state.withLock { $0.room = newValue } }
  }

  /// All bytes that were written, in order.
  var taken: [UInt8] { state.withLock { $0.taken } }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    state.withLock { state in
      let taken = bytes.prefix(state.room ?? bytes.count)
      guard !taken.isEmpty else { return pwrite(full, bytes.baseAddress, bytes.count, 0) }
      let count = pwrite(descriptor, bytes.baseAddress, taken.count, off_t(place))
      state.room = state.room.map { $0 - count }
      state.taken += taken
      return count
    }
  }
}

/// A folder for one test, which is removed when the test ends.
final class Folder {
  let path = NSTemporaryDirectory() + "SpilledSourcesTests-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
