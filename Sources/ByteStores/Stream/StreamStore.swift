import CEndless
import Glibc
import Processes
import Synchronization

/// A stream that is copied into a file without a name while it arrives, so that any part of it can
/// be read.
///
///     let stream = try StreamStore(reading: STDIN_FILENO, name: "standard input")
///     let pages = TextFileSource(stream.file)
///
/// A thread reads up to `usualLookAhead` bytes beyond the requested ones; then the writer of the
/// stream waits, as it does for any slow reader. The file uses at most about a tenth of the space
/// that was free on its disk, and at most about 10 GiB. If the stream is longer, the oldest lines
/// are dropped, and `file.start` is the offset of the first available one.
public final class StreamStore: Sendable {
  /// The progress of a stream.
  public enum State: Hashable, Sendable {
    /// More bytes may arrive.
    case arriving
    /// All requested bytes have been read.
    case paused
    /// The stream has ended.
    case ended
    /// The stream has ended with an error.
    case failed(FileError)
  }

  /// The bytes read so far; the file grows while more bytes arrive.
  public let file: FileStore
  /// A descriptor that is readable for poll(2) when the state or the file has changed, until
  /// `takeNews()` is called.
  public let newsDescriptor: Int32

  /// The compression of the file or stream that this stream unpacks, such as `gzip`; nil if it
  /// unpacks nothing.
  public let compression: String?
  private let text: DecodedText
  /// The file that this stream unpacks or decodes; nil for other streams.
  package let packed: FileStore?
  /// The run of the program that writes the stream, if any.
  private let run: ProgramRun?
  /// Called when the stream is stopped, to end a producer that is not a program.
  private let onStop: (@Sendable () -> Void)?
  private let lookAhead: Int
  /// A descriptor that wakes the reading thread when more is requested.
  private let demand: Int32
  private let progress: Mutex<Progress>
  /// Tasks that wait for bytes after an offset.
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
    /// The latest requested offset; nil before the first request.
    var wanted: Int?
    var isClosed = false
  }

  /// The number of bytes read beyond the requested ones: few enough that `yes | endless` stays
  /// cheap, and enough for a day's log.
  public static let usualLookAhead = 256 << 20
  /// The number of bytes read before the first request: a screenful.
  ///
  /// Drawing the first screen needs processor time, which the producer and the reading thread would
  /// take if they ran at full speed.
  private static let firstLook = 64 << 10
  /// The number of bytes read beyond the requested ones from a file that is unpacked; reading them usually takes less than a tenth of a second.
  static let packedLookAhead = 16 << 20

  /// Reads a descriptor to its end, and then closes it.
  ///
  /// If this throws, the descriptor stays open.
  ///
  /// - Parameters:
  ///   - descriptor: a pipe, a socket, a terminal or a file.
  ///   - name: its name in messages.
  ///   - decoding: the way in which its bytes are decoded.
  /// - Throws: an error if no temporary file or no thread can be created.
  public convenience init(
    reading descriptor: Int32, name: String, decoding: TextDecoding = .none
  ) throws(FileError) {
    try self.init(name: name, decoding: decoding) { descriptor }
  }

  /// Reads a descriptor to its end, and closes it even if this throws.
  ///
  /// - Parameter folder: the folder of the temporary file; nil for the default.
  /// - Throws: an error if no temporary file or no thread can be created.
  package convenience init(
    taking descriptor: Int32, name: String, decoding: TextDecoding = .none, folder: String? = nil
  ) throws(FileError) {
    do throws(FileError) {
      try self.init(name: name, decoding: decoding, folder: folder) { descriptor }
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Reads a descriptor that is opened by the reading thread.
  convenience init(
    name: String, decoding: TextDecoding, folder: String? = nil,
    open: @escaping @Sendable () throws(FileError) -> Int32
  ) throws(FileError) {
    let run = decoding.program == nil ? nil : ProgramRun()
    try self.init(
      name: name, spool: Spool(folder: folder), lookAhead: Self.usualLookAhead, run: run,
      decoding: decoding
    ) { () throws(FileError) in
      let descriptor = try open()
      guard let run, let words = decoding.program else {
        return DescriptorProducer(descriptor, name: name)
      }
      if decoding.isDecodedByLine {
        let input = DescriptorProducer(descriptor, name: name)
        input.widen(to: LineDecoder.chunk)
        return LineDecoder(input, through: words, name: name)
      }
      defer { close(descriptor) }
      return try CommandProducer(words, input: descriptor, name: name, run: run)
    }
  }

  /// - Parameter producer: creates the producer, on the thread that reads it.
  convenience init(
    name: String, spool: Spool, lookAhead: Int, run: ProgramRun? = nil,
    compression: String? = nil, decoding: TextDecoding = .none, packed: FileStore? = nil,
    onStop: (@Sendable () -> Void)? = nil,
    producer: @escaping @Sendable () throws(FileError) -> any ByteProducer
  ) throws(FileError) {
    let text = DecodedText()
    let file = FileStore(
      spool: spool.descriptor, keeping: spool, name: name, edition: packed?.edition ?? 0)
    // Lines on the screen must not be dropped in favor of bytes that were not requested.
    try self.init(
      name: name, file: file, lookAhead: min(lookAhead, spool.limit / 2), text: text, run: run,
      compression: compression, packed: packed, onStop: onStop
    ) { () throws(FileError) in
      SpooledTransfer(try decoding.decoded(by: producer, text), to: spool, readBy: file)
    }
  }

  /// - Parameter transfer: created and used by the reading thread.
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

  /// The encoding from which the stream is decoded; nil if its bytes are passed on unchanged, or if
  /// the encoding is not known yet.
  public var encoding: TextEncoding? { text.encoding }

  /// The number of characters that could not be decoded so far; U+FFFD replaces each of them.
  public var undecodedCount: Int { text.faults }

  /// The outcome of the command that writes the stream; nil before the command has exited, or if no
  /// command writes the stream.
  public var commandEnd: CommandEnd? {
    run?.end.map { CommandEnd(status: $0.status, lastLine: $0.lastLine) }
  }

  /// The current state.
  public var state: State { progress.withLock(\.state) }

  /// Whether more bytes may arrive, even if they must be requested first.
  public var mayGrow: Bool {
    switch state {
    case .arriving, .paused: true
    case .ended, .failed: false
    }
  }

  /// Requests the bytes up to an offset, counted from the start; more bytes are read if the offset
  /// exceeds that of the previous request.
  ///
  /// It is cheap, so it may be called often.
  public func requestBytes(upTo offset: Int) {
    let isMore = progress.withLock { progress in
      defer { progress.wanted = offset }
      return progress.wanted.map { offset > $0 } ?? true
    }
    if isMore { Self.signal(demand) }
  }

  /// Immediately terminates the command that writes the stream, and stops reading when the next
  /// bytes arrive; the bytes read so far stay.
  ///
  /// It does not wait, and a second call has no effect.
  public func stop() {
    progress.withLock { $0.isClosed = true }
    run?.stop()
    onStop?()
    Self.signal(demand)
  }

  /// Clears the news, so that the descriptor reports the next change; returns the state, and does
  /// not wait.
  public func takeNews() -> State {
    var count: UInt64 = 0
    _ = read(newsDescriptor, &count, MemoryLayout<UInt64>.size)
    return state
  }

  /// Waits until bytes after an offset are available; returns whether any are.
  ///
  /// It blocks its thread, which should have no other work, and clears news that another object may
  /// be waiting for.
  ///
  /// - Throws: an error if the stream fails.
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

  /// Returns when bytes after an offset are available, when the stream has ended, or when the task
  /// is cancelled; it blocks no thread.
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
        // A cancellation that came before the registration is not reported again.
        if Task.isCancelled { resumeWaiters { $0.number == number } }
        resumeWaiters(before: try? file.size())
      }
    } onCancel: {
      resumeWaiters { $0.number == number }
    }
  }

  /// Resumes the tasks that wait for bytes before an offset; resumes all tasks if the stream has
  /// ended, or if the offset is nil.
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

  /// Waits until there is news or the deadline has passed; clears the news.
  ///
  /// It blocks its thread for at most a minute, even if the deadline is later, and may return
  /// without news after a signal.
  public func waitForNews(until deadline: SuspendingClock.Instant) {
    let left = SuspendingClock.now.duration(to: deadline) / .milliseconds(1)
    var asked = pollfd(fd: newsDescriptor, events: Int16(POLLIN), revents: 0)
    poll(&asked, 1, Int32(max(0, min(left, 60_000)).rounded(.up)))
    _ = takeNews()
  }

  // MARK: The reading thread

  private func pump(_ makeTransfer: () throws(FileError) -> any StreamTransfer) {
    do throws(FileError) {
      // The transfer is released, which closes its descriptor, before any reader learns that the
      // stream has ended.
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

  /// Waits until more is requested; returns false if the stream was stopped.
  private func waitForDemand(at end: Int) -> Bool {
    while true {
      // Bytes that a task waits for count as requested, even if a later request was for fewer
      // bytes.
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
