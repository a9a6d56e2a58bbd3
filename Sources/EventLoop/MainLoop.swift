import CEndless
import Dispatch
import Glibc

/// The main thread's loop: waits for descriptors, for timers and for the main queue, and does what
/// happens; everything of the main actor happens in here.
///
///     let loop = MainLoop()
///     try loop.run { isDone }
///
/// An idle loop waits in one call of poll(2), and nothing wakes it. What happens at once is done in
/// a fixed order: the watches in the order in which they were added, timers, the main queue last.
public final class MainLoop {
  private let queue = MainQueue()
  private var watches: [DescriptorWatch] = []
  /// What poll(2) is asked: the main queue's descriptor, and after it those of the watches.
  private var polled: [pollfd] = []
  private var timers = LoopTimers()
  /// Called before the thread may sleep; it may change what is waited for.
  public var willWait: (() -> Void)?
  /// Called when the loop begins to run, and after each wait.
  public var didWait: (() -> Void)?

  /// Creates a loop that waits for the main queue.
  public init() { polled = [pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)] }

  /// Waits at a descriptor, too; what happens there is done after what happens at those before it.
  ///
  /// The loop holds the watch until it is removed. One that is added twice is called twice.
  public func add(_ watch: DescriptorWatch) {
    watches.append(watch)
    polled.append(pollfd())
  }

  /// Waits at a descriptor no more; it may be closed then.
  ///
  /// For good: a watch that is added after that is not waited at. Removing it again does nothing.
  public func remove(_ watch: DescriptorWatch) { watch.isRemoved = true }

  /// Something that is to be done after a time.
  public struct TimerID: Sendable { fileprivate let number: Int }

  /// Does something once after a time, which does not go on while the machine sleeps; only while the
  /// loop runs.
  ///
  /// What is below zero is due in the next turn. Cost: the timers that wait.
  @discardableResult
  public func after(_ time: Duration, _ action: @escaping () -> Void) -> TimerID {
    TimerID(number: timers.add(at: .now + time, action))
  }

  /// Cancels a timer; does nothing if it has fired or was cancelled.
  public func cancel(_ timer: TimerID) { timers.remove(timer.number) }

  /// Runs until told; to be called on the main thread.
  ///
  /// Cost: one call of the system a turn, and none while idle.
  ///
  /// - Parameter isFinished: asked at the start and whenever something has happened; it should cost
  ///   next to nothing.
  /// - Throws: `.system` where poll(2) fails, but for an interruption; it may be run again.
  public func run(until isFinished: () -> Bool) throws(EventLoopError) {
    didWait?()
    while !isFinished() { try takeTurn() }
  }

  /// Waits until something happens, and does it.
  private func takeTurn() throws(EventLoopError) {
    willWait?()
    if watches.contains(where: \.isRemoved) { forgetRemoved() }
    for (index, watch) in watches.enumerated() { polled[index + 1] = watch.request }
    let count = poll(&polled, nfds_t(polled.count), timers.timeout)
    let code = errno
    didWait?()
    guard count >= 0 || code == EINTR else { throw .system(call: "poll", code: code) }
    if count > 0 { handleWatches() }
    if !timers.isEmpty { handleTimers() }
    if count > 0, polled[0].revents != 0 { queue.drain() }
  }

  /// Between two turns, because a handler may remove any.
  private func forgetRemoved() {
    watches.removeAll(where: \.isRemoved)
    polled.removeLast(polled.count - 1 - watches.count)
  }

  /// Only those that are due by now: one that adds another must not keep the loop from the rest.
  private func handleTimers() {
    let now = SuspendingClock.now
    while let action = timers.next(at: now) { action() }
  }

  /// By index, because a handler may add another watch.
  private func handleWatches() {
    for index in watches.indices
    where polled[index + 1].revents != 0 && !watches[index].isRemoved {
      watches[index].handler()
    }
  }
}

extension DescriptorWatch {
  /// What poll(2) is asked: it passes over what is below zero, and tells of a hang-up whatever is
  /// asked for.
  fileprivate var request: pollfd {
    switch interest {
    case .nothing: pollfd(fd: -1, events: 0, revents: 0)
    case .hangUp: pollfd(fd: descriptor, events: 0, revents: 0)
    case .input: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    case .output: pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    }
  }
}

/// Why a loop cannot wait.
public enum EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A call of the system failed, with that `errno`.
  case system(call: String, code: Int32)

  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))"
    }
  }
}

/// Waiting for the end of programs that were started.
extension MainLoop {
  /// Does something when a child process has ended; its status is still to be asked for (waitpid(2)).
  ///
  /// Where the system has no descriptors of processes (Linux before 5.3), none left, or no such process, it is done at
  /// once, before this returns, and asking for the status waits. Cost: a descriptor until then.
  ///
  /// - Parameters:
  ///   - process: a child of this process.
  ///   - action: called on the main thread, once.
  public func whenEnded(_ process: Int32, _ action: @escaping () -> Void) {
    let descriptor = endless_process_descriptor(process)
    guard descriptor >= 0 else { return action() }
    var watch: DescriptorWatch?
    let ended = DescriptorWatch(descriptor, for: .input) { [weak self] in
      if let watch { self?.remove(watch) }
      watch = nil
      close(descriptor)
      action()
    }
    watch = ended
    add(ended)
  }
}

/// What a loop does after a time, the earliest first.
///
/// There are few at a time, so they stand in a list.
struct LoopTimers {
  private struct Timer {
    let number: Int
    let moment: SuspendingClock.Instant
    let action: () -> Void
  }

  /// In the order in which they are due, and of the same moment in that in which they were added.
  private var timers: [Timer] = []
  private var count = 0

  /// Adds one, and returns its number.
  mutating func add(at moment: SuspendingClock.Instant, _ action: @escaping () -> Void) -> Int {
    let index = timers.firstIndex { $0.moment > moment } ?? timers.endIndex
    count += 1
    timers.insert(Timer(number: count, moment: moment, action: action), at: index)
    return count
  }

  var isEmpty: Bool { timers.isEmpty }

  mutating func remove(_ number: Int) { timers.removeAll { $0.number == number } }

  /// How long poll(2) may wait, in milliseconds: forever, which is -1, if there is none.
  ///
  /// Rounded up, so that the thread is not woken before there is something to do.
  var timeout: Int32 {
    guard let first = timers.first else { return -1 }
    let left = SuspendingClock.now.duration(to: first.moment)
    let bounded = max(.zero, min(left, .milliseconds(Int32.max)))
    return Int32((bounded / .milliseconds(1)).rounded(.up))
  }

  /// Takes out the first one that is due at a moment, if any is.
  mutating func next(at moment: SuspendingClock.Instant) -> (() -> Void)? {
    guard let first = timers.first, first.moment <= moment else { return nil }
    return timers.removeFirst().action
  }
}

/// The main queue, in a loop of the main thread that also waits for other things.
///
/// A `RunLoop` hears of the terminal from a thread of Dispatch: one thread more to wake for each
/// key, a tenth of its time.
struct MainQueue {
  /// Can be read when something waits.
  let descriptor = endless_main_queue_descriptor()

  /// Does what waits; to be called on the main thread.
  func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    endless_drain_main_queue()
  }
}
