import CEndless
import Glibc
import Processes
import Synchronization

/// A stream, read into a file without a name while it comes, so that any place of it can be read.
///
///     let stream = try StreamStore(reading: STDIN_FILENO, name: "standard input")
///     let pages = TextFileSource(stream.file)
///
/// A thread reads it, no further than `lookAhead` bytes beyond what is wanted: whoever writes it waits then,
/// as for any reader. The file holds a tenth of what was free on its disk, at most 10 GiB; beyond that the
/// oldest lines are dropped, and `file.start` says up to where.
public final class StreamStore: Sendable {
  /// How far a stream is.
  public enum State: Hashable, Sendable {
    /// More comes, or may come.
    case arriving
    /// As much was read as is wanted for now.
    case paused
    /// All has come.
    case ended
    /// There will be no more because of an error.
    case failed(FileError)
  }

  /// What has come so far; it grows.
  public let file: FileStore
  /// Readable for poll(2) when there is news, until `takeNews()`.
  public let newsDescriptor: Int32

  /// How the file is compressed that it unpacks, as `gzip`; nil where it unpacks none.
  public let compression: String?
  private let text: DecodedText
  /// The file that it unpacks or decodes; nil where it reads something else.
  package let packed: FileStore?
  /// The run of the program that writes it, where one does.
  private let run: ProgramRun?
  /// Called when the stream is stopped, to end a source of bytes that is not a program.
  private let onStop: (@Sendable () -> Void)?
  private let lookAhead: Int
  /// Wakes the thread that reads where it waits for somebody who wants more.
  private let demand: Int32
  private let progress: Mutex<Progress>
  /// Tasks that wait for bytes behind an offset.
  private let waiters = Mutex(Waiters())

  private struct Waiters {
    var all: [Waiter] = []
    var count = 0
  }

  private struct Waiter {
    let number: Int
    let offset: Int
    let task: CheckedContinuation<Void, Never>
  }

  private struct Progress {
    var state = State.arriving
    /// The offset up to which somebody wants to see it; nil before anybody has said so.
    var wanted: Int?
    var isClosed = false
  }

  /// Bytes read beyond what is wanted: `yes | endless` costs little, and a log of a day is there.
  public static let usualLookAhead = 256 << 20
  /// The same before anybody has said what they want: a screenful.
  ///
  /// Whoever draws the first one needs the processor, which a producer and a reader at full speed would
  /// take.
  private static let firstLook = 64 << 10
  /// The same of a compressed file, which waits for no other program: less than a tenth of a second.
  static let packedLookAhead = 16 << 20

  /// Reads a descriptor to its end, and then closes it.
  ///
  /// Where this throws the descriptor stays open.
  ///
  /// - Parameters:
  ///   - descriptor: a pipe, a socket, a terminal or a file.
  ///   - name: what messages call it.
  ///   - decoding: how its bytes become characters.
  /// - Throws: why there can be no temporary file, or no thread to read it.
  public convenience init(
    reading descriptor: Int32, name: String, decoding: TextDecoding = .none
  ) throws(FileError) {
    try self.init(name: name, decoding: decoding) { descriptor }
  }

  /// Reads a descriptor that is opened by the thread that reads it.
  convenience init(
    name: String, decoding: TextDecoding,
    open: @escaping @Sendable () throws(FileError) -> Int32
  ) throws(FileError) {
    let run = decoding.program == nil ? nil : ProgramRun()
    try self.init(
      name: name, spool: Spool(), lookAhead: Self.usualLookAhead, run: run, decoding: decoding
    ) { () throws(FileError) in
      let descriptor = try open()
      guard let run, let words = decoding.program else {
        return DescriptorProducer(descriptor, name: name)
      }
      defer { close(descriptor) }
      return try CommandProducer(words, input: descriptor, name: name, run: run)
    }
  }

  /// - Parameter producer: makes what is read, on the thread that reads it.
  convenience init(
    name: String, spool: Spool, lookAhead: Int, run: ProgramRun? = nil,
    compression: String? = nil, decoding: TextDecoding = .none, packed: FileStore? = nil,
    onStop: (@Sendable () -> Void)? = nil,
    producer: @escaping @Sendable () throws(FileError) -> any ByteProducer
  ) throws(FileError) {
    let text = DecodedText()
    let file = FileStore(
      spool: spool.descriptor, keeping: spool, name: name, edition: packed?.edition ?? 0)
    // What is in sight is not dropped because of bytes that were not requested.
    try self.init(
      name: name, file: file, lookAhead: min(lookAhead, spool.limit / 2), text: text, run: run,
      compression: compression, packed: packed, onStop: onStop
    ) { () throws(FileError) in
      SpooledTransfer(try decoding.decoded(by: producer, text), to: spool, readBy: file)
    }
  }

  /// - Parameter transfer: made and used by the thread that reads.
  init(
    name: String, file: FileStore, lookAhead: Int, text: DecodedText, run: ProgramRun? = nil,
    compression: String? = nil, packed: FileStore?, onStop: (@Sendable () -> Void)? = nil,
    transfer: @escaping @Sendable () throws(FileError) -> any StreamTransfer
  ) throws(FileError) {
    (self.file, self.run, self.text, self.lookAhead) = (file, run, text, lookAhead)
    (self.compression, self.packed, self.onStop) = (compression, packed, onStop)
    newsDescriptor = endless_event_counter(0)
    demand = endless_event_counter(1)
    progress = Mutex(Progress())
    guard newsDescriptor >= 0, demand >= 0 else { throw FileError(code: errno, path: name) }
    do throws(ProcessError) {
      try WaitingThread.start(name) { [self] in pump(transfer) }
    } catch {
      throw FileError(code: error.code, path: name)
    }
  }

  deinit {
    close(newsDescriptor)
    close(demand)
  }

  /// How the characters are encoded that it decodes; nil where it passes bytes on, or does not know yet.
  public var encoding: TextEncoding? { text.encoding }

  /// How many characters could not be decoded so far, each of which is U+FFFD.
  public var undecodedCount: Int { text.faults }

  /// How the command has ended that writes it; nil before, and where none does.
  public var commandEnd: CommandEnd? {
    run?.end.map { CommandEnd(status: $0.status, lastLine: $0.lastLine) }
  }

  /// How far it is now.
  public var state: State { progress.withLock(\.state) }

  /// Whether more of it may come: it arrives, or waits until more is wanted.
  public var mayGrow: Bool {
    switch state {
    case .arriving, .paused: true
    case .ended, .failed: false
    }
  }

  /// Says up to where it is wanted, in bytes from its start: more is read if that is further than before, or less
  /// ahead.
  ///
  /// Cost: next to nothing.
  public func requestBytes(upTo offset: Int) {
    let isMore = progress.withLock { progress in
      defer { progress.wanted = offset }
      return progress.wanted.map { offset > $0 } ?? true
    }
    if isMore { Self.signal(demand) }
  }

  /// Ends the reading as soon as the next bytes come, and the command that writes them at once; what has come stays.
  ///
  /// It does not wait, and a second call does nothing more.
  public func stop() {
    progress.withLock { $0.isClosed = true }
    run?.stop()
    onStop?()
    Self.signal(demand)
  }

  /// Takes note of the news, so that the descriptor tells of the next; says how far it is, and does not wait.
  public func takeNews() -> State {
    var count: UInt64 = 0
    _ = read(newsDescriptor, &count, MemoryLayout<UInt64>.size)
    return state
  }

  /// Waits until there are bytes behind an offset, and says whether any came; for where nothing else is done.
  ///
  /// It holds its thread, and takes the news that others may wait for.
  ///
  /// - Throws: why there will be no more.
  public func waitForMore(after offset: Int) throws(FileError) -> Bool {
    requestBytes(upTo: offset)
    while true {
      let state = takeNews()
      if try file.size() > offset { return true }
      if case .failed(let error) = state { throw error }
      if state == .ended { return false }
      var asked = pollfd(fd: newsDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&asked, 1, -1)
    }
  }

  /// Returns when there are bytes behind an offset, when no more come, or when the task is cancelled; blocks no thread.
  public func waitForGrowth(after offset: Int) async {
    requestBytes(upTo: offset)
    let number = waiters.withLock { waiters in
      waiters.count += 1
      return waiters.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        waiters.withLock { $0.all.append(Waiter(number: number, offset: offset, task: task)) }
        Self.signal(demand)
        // What has happened before it was known to wait is not told again.
        if Task.isCancelled { resumeWaiters { $0.number == number } }
        resumeWaiters(before: try? file.size())
      }
    } onCancel: {
      resumeWaiters { $0.number == number }
    }
  }

  /// Resumes those that wait for bytes before an offset; all of them when no more come, or where it is nil.
  private func resumeWaiters(before end: Int?) {
    let end = mayGrow ? end : nil
    resumeWaiters { waiter in end.map { waiter.offset < $0 } ?? true }
  }

  private func resumeWaiters(where isDue: (Waiter) -> Bool) {
    let due = waiters.withLock { waiters in
      defer { waiters.all.removeAll(where: isDue) }
      return waiters.all.filter(isDue)
    }
    for waiter in due { waiter.task.resume() }
  }

  /// Waits until there is news, or until a time has come; takes it.
  ///
  /// It holds its thread, for a minute at most, however far the time is, and may return without news after a signal.
  public func waitForNews(until deadline: SuspendingClock.Instant) {
    let left = SuspendingClock.now.duration(to: deadline) / .milliseconds(1)
    var asked = pollfd(fd: newsDescriptor, events: Int16(POLLIN), revents: 0)
    poll(&asked, 1, Int32(max(0, min(left, 60_000)).rounded(.up)))
    _ = takeNews()
  }

  // MARK: The thread that reads

  private func pump(_ makeTransfer: () throws(FileError) -> any StreamTransfer) {
    do throws(FileError) {
      // Whoever writes it is told before anybody hears that it is over.
      try transferAll(by: makeTransfer())
      finish(.ended)
    } catch {
      finish(.failed(error))
    }
  }

  private func transferAll(by transfer: any StreamTransfer) throws(FileError) {
    var end = 0
    while waitForDemand(at: end) {
      guard let next = try transfer.next() else { return }
      end = next
      tellNews(at: end)
    }
  }

  /// Waits until more is wanted; false where nothing is any more.
  private func waitForDemand(at end: Int) -> Bool {
    while true {
      // What a task waits for is wanted, whatever others have said since.
      let awaited = waiters.withLock { $0.all.contains { $0.offset >= end } }
      let (isClosed, isWanted) = progress.withLock { progress in
        let ahead = progress.wanted == nil ? min(Self.firstLook, lookAhead) : lookAhead
        let isWanted = awaited || end - ahead < progress.wanted ?? 0
        progress.state = isWanted ? .arriving : .paused
        return (progress.isClosed, isWanted)
      }
      if isClosed { return false }
      if isWanted { return true }
      tellNews(at: end)
      var count: UInt64 = 0
      _ = read(demand, &count, MemoryLayout<UInt64>.size)
    }
  }

  private func finish(_ state: State) {
    progress.withLock { $0.state = state }
    tellNews(at: nil)
  }

  private func tellNews(at end: Int?) {
    Self.signal(newsDescriptor)
    resumeWaiters(before: end)
  }

  private static func signal(_ counter: Int32) {
    var one: UInt64 = 1
    _ = write(counter, &one, MemoryLayout<UInt64>.size)
  }
}
