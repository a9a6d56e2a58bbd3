import CEndless
import Dispatch
import Glibc

/// The loop of the main thread, which waits for descriptors, timers and the main queue, and calls
/// their handlers.
///
///     let loop = MainLoop()
///     try loop.run { isDone }
///
/// All work of the main actor runs in this loop. While idle, the loop sleeps in one call of poll(2)
/// and does not wake. Simultaneous events are handled in a fixed order: the watches in the order in
/// which they were added, then timers, then the main queue.
public final class MainLoop {
  private let queue = MainQueue()
  private var watches: [DescriptorWatch] = []
  /// The argument of poll(2): the descriptor of the main queue, and then those of the watches.
  private var polled: [pollfd] = []
  private var timers = LoopTimers()
  /// Called before the thread may sleep; it may change the interests of watches.
  public var willWait: (() -> Void)?
  /// Called when the loop starts, and after each wait.
  public var didWait: (() -> Void)?

  /// Creates a loop that waits only for the main queue.
  public init() { polled = [pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)] }

  /// Adds a watch, whose events are handled after those of earlier watches.
  ///
  /// The loop retains the watch until it is removed. The handler of a watch that is added twice is
  /// called twice.
  public func add(_ watch: DescriptorWatch) {
    watches.append(watch)
    polled.append(pollfd())
  }

  /// Removes a watch; its descriptor may then be closed.
  ///
  /// The watch cannot be added again. Removing it again does nothing.
  public func remove(_ watch: DescriptorWatch) { watch.isRemoved = true }

  /// A timer of a loop.
  public struct TimerID: Sendable { fileprivate let number: Int }

  /// Calls an action once, after the given time, while the loop runs; time during which the machine
  /// is suspended does not count.
  ///
  /// A negative time counts as zero: the action runs as soon as possible. Cost: O(waiting timers).
  @discardableResult
  public func after(_ time: Duration, _ action: @escaping () -> Void) -> TimerID {
    TimerID(number: timers.add(at: .now + max(time, .zero), action))
  }

  /// Cancels a timer; a timer that has fired or been cancelled is ignored.
  public func cancel(_ timer: TimerID) { timers.remove(timer.number) }

  /// Runs until `isFinished` returns true; call it on the main thread.
  ///
  /// Cost: one call of poll(2) for each turn; an idle loop takes no turns.
  ///
  /// - Parameter isFinished: called at the start and after each turn; it should be cheap.
  /// - Throws: `.system` if poll(2) fails for a reason other than an interruption; the loop may be
  ///   run again.
  public func run(until isFinished: () -> Bool) throws(EventLoopError) {
    didWait?()
    while !isFinished() { try takeTurn() }
  }

  /// Waits for an event, and handles it.
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

  /// Removes the watches that are marked for removal.
  ///
  /// It is called only before a wait, because a handler may remove any watch.
  private func forgetRemoved() {
    watches.removeAll(where: \.isRemoved)
    polled.removeLast(polled.count - 1 - watches.count)
  }

  /// Runs the actions of the timers that are due at the start of the call.
  ///
  /// A timer that one of these actions adds waits for the next turn.
  private func handleTimers() {
    let now = SuspendingClock.now
    while let action = timers.next(at: now) { action() }
  }

  /// Calls the handlers of the watches that have events; a watch that a handler adds waits until
  /// the next turn.
  private func handleWatches() {
    for index in watches.indices
    where polled[index + 1].revents != 0 && !watches[index].isRemoved {
      watches[index].handler()
    }
  }
}

extension DescriptorWatch {
  /// The argument of poll(2) for the watch.
  ///
  /// If the interest is `nothing`, the descriptor is -1, which poll(2) ignores. For any other
  /// descriptor, poll(2) always reports a hang-up, even if no event is requested.
  fileprivate var request: pollfd {
    switch interest {
    case .nothing: pollfd(fd: -1, events: 0, revents: 0)
    case .hangUp: pollfd(fd: descriptor, events: 0, revents: 0)
    case .input: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    case .output: pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    }
  }
}

/// The error of a loop that cannot wait.
public enum EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed with this error number (errno(3)).
  case system(call: String, code: Int32)

  /// The error in one line.
  public var description: String {
    switch self {
    case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))"
    }
  }
}

/// Waiting for child processes.
extension MainLoop {
  /// Calls an action when a child process has exited; the caller must still read its status
  /// (waitpid(2)).
  ///
  /// If the system has no process descriptors (Linux before 5.3), has none left, or has no such
  /// process, the action is called immediately, before this method returns. A call of waitpid(2)
  /// then blocks while the child is still running. Cost: a descriptor until the process exits.
  ///
  /// - Parameters:
  ///   - process: a child of this process.
  ///   - action: called once on the main thread.
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

/// The timers of a loop, the earliest first.
///
/// They are in an array, because a loop has only a few timers.
struct LoopTimers {
  private struct Timer {
    let number: Int
    let moment: SuspendingClock.Instant
    let action: () -> Void
  }

  /// The timers in the order in which they are due; timers for the same time are in the order in
  /// which they were added.
  private var timers: [Timer] = []
  private var count = 0

  /// Adds a timer, and returns its number.
  mutating func add(at moment: SuspendingClock.Instant, _ action: @escaping () -> Void) -> Int {
    let index = timers.firstIndex { $0.moment > moment } ?? timers.endIndex
    count += 1
    timers.insert(Timer(number: count, moment: moment, action: action), at: index)
    return count
  }

  var isEmpty: Bool { timers.isEmpty }

  mutating func remove(_ number: Int) { timers.removeAll { $0.number == number } }

  /// The timeout of poll(2) in milliseconds; without a timer it is -1, which waits forever.
  ///
  /// It is rounded up, so that the thread does not wake before a timer is due.
  var timeout: Int32 {
    guard let first = timers.first else { return -1 }
    let left = SuspendingClock.now.duration(to: first.moment)
    let bounded = max(.zero, min(left, .milliseconds(Int32.max)))
    return Int32((bounded / .milliseconds(1)).rounded(.up))
  }

  /// Removes and returns the first timer that is due at the given moment, if any.
  mutating func next(at moment: SuspendingClock.Instant) -> (() -> Void)? {
    guard let first = timers.first, first.moment <= moment else { return nil }
    return timers.removeFirst().action
  }
}

/// The main dispatch queue, for a loop of the main thread that also waits for other events.
///
/// A `RunLoop` would read the terminal through a Dispatch thread. That thread must be woken for
/// each key, and takes a tenth of the time spent on the key.
struct MainQueue {
  /// A descriptor that is readable when work is queued.
  let descriptor = endless_main_queue_descriptor()

  /// Runs the queued work; call it on the main thread.
  func drain() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    endless_drain_main_queue()
  }
}
