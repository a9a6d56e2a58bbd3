import CCurl
import CEndless
import Glibc
import Processes
import Synchronization

/// A client that sends requests, several at a time, on one thread (libcurl's multi interface).
///
/// Connections are reused. Proxies are taken from the environment, such as `https_proxy` and
/// `no_proxy`. Redirects are returned as answers, because the caller decides which header fields
/// may be sent elsewhere.
///
///     let client = try HTTPClient()
///     let answer = try await client.answer(to: HTTPRequest(url: "https://api.example/items"))
///
/// Cost: one thread, which sleeps while no request is active.
public final class HTTPClient: Sendable {
  private let link: ClientLink

  /// Starts a client.
  ///
  /// Its thread loads libcurl, which takes a few milliseconds. If libcurl is missing, each request
  /// fails with `noLibrary`.
  ///
  /// - Throws: `passing` if the system cannot create a descriptor or a thread.
  public init(_ options: HTTPClientOptions = HTTPClientOptions()) throws(HTTPError) {
    let link = ClientLink(options)
    self.link = link
    guard link.wake >= 0 else {
      throw .passing("cannot open a connection: Too many open files")
    }
    do throws(ProcessError) {
      // TLS needs a larger stack than other waiting threads.
      try WaitingThread.start("http", stackSize: 1 << 20) {
        do throws(HTTPError) {
          try ClientThread(link).run()
        } catch {
          link.refuseAll(error)
        }
      }
    } catch {
      throw .passing(error.description)
    }
  }

  /// Starts loading libcurl on another thread, so that the first request starts sooner.
  public static func prepare() {
    try? WaitingThread.start("libcurl") { _ = try? CurlLibrary.loaded() }
  }

  deinit { link.stop() }

  /// The number of requests so far.
  public var requestCount: Int { link.requestCount }

  /// Sends a request and collects its answer, which may have any status.
  ///
  /// If the task is cancelled, the request ends.
  ///
  /// - Throws: an `HTTPError` if no complete answer arrives.
  public func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
    let most = link.options.mostBody
    let number = link.nextNumber()
    let result: Result<HTTPAnswer, HTTPError> = await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        link.add(
          ClientOrder(number: number, request: request, choose: { _ in .memory(atMost: most) }) {
            task.resume(returning: $0)
          })
        // If the task was cancelled before the request was registered, the handler found nothing to
        // cancel.
        if Task.isCancelled { link.cancel(number) }
      }
    } onCancel: {
      link.cancel(number)
    }
    return try result.get()
  }

  /// The beginning of an answer.
  public enum Opened: Sendable {
    /// A complete answer.
    case answer(HTTPAnswer)
    /// A header, and a body that is read as it arrives.
    case stream(HTTPHead, HTTPBody)
  }

  /// Sends a request and waits for the header of its answer.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - isStream: decides from the header whether the body is read as it arrives or is collected.
  /// - Throws: an `HTTPError` if no answer arrives.
  public func open(
    _ request: HTTPRequest, isStream: @escaping @Sendable (HTTPHead) -> Bool
  ) async throws(HTTPError) -> Opened {
    let (number, link) = (link.nextNumber(), link)
    let result: Result<Opened, HTTPError> = await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        let opening = Opening(task)
        let choose: @Sendable (HTTPHead) -> HTTPTransfer.Sink = { head in
          // The body keeps the client alive, and releasing the body ends the request.
          guard isStream(head),
            let pipe = HTTPBodyWriter.pipe(onClose: { [self] in self.link.cancel(number) })
          else { return .memory(atMost: link.options.mostBody) }
          opening.finish(.success(.stream(head, pipe.body)))
          return .pipe(pipe.writer)
        }
        link.add(
          ClientOrder(number: number, request: request, choose: choose) { result in
            opening.finish(result.map { .answer($0) })
          })
        if Task.isCancelled { link.cancel(number) }
      }
    } onCancel: {
      link.cancel(number)
    }
    return try result.get()
  }
}

/// The wait for the beginning of an answer; only the first result counts.
private final class Opening: Sendable {
  private let task: Mutex<CheckedContinuation<Result<HTTPClient.Opened, HTTPError>, Never>?>

  init(_ task: CheckedContinuation<Result<HTTPClient.Opened, HTTPError>, Never>) {
    self.task = Mutex(task)
  }

  func finish(_ result: Result<HTTPClient.Opened, HTTPError>) {
    let waiting = task.withLock { task in
      defer { task = nil }
      return task
    }
    waiting?.resume(returning: result)
  }
}

/// A request in the queue of the client's thread.
struct ClientOrder: Sendable {
  let number: Int
  let request: HTTPRequest
  let choose: @Sendable (HTTPHead) -> HTTPTransfer.Sink
  let finish: @Sendable (Result<HTTPAnswer, HTTPError>) -> Void
}

/// The state shared by a client and its thread.
final class ClientLink: Sendable {
  let options: HTTPClientOptions
  /// The descriptor that wakes the thread.
  let wake = endless_event_counter(0)
  private let state = Mutex(State())

  private struct State {
    var orders: [ClientOrder] = []
    var cancelled: [Int] = []
    var lastNumber = 0
    var requestCount = 0
    var isStopped = false
    /// The reason why the client cannot work; nil if it can.
    var refusal: HTTPError?
  }

  init(_ options: HTTPClientOptions) { self.options = options }
  deinit { close(wake) }

  var requestCount: Int { state.withLock(\.requestCount) }

  func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  func add(_ order: ClientOrder) {
    let refusal: HTTPError? = state.withLock { state in
      if let refusal = state.refusal { return refusal }
      guard !state.isStopped else { return .cancelled }
      state.orders.append(order)
      state.requestCount += 1
      return nil
    }
    if let refusal { order.finish(.failure(refusal)) } else { Self.signal(wake) }
  }

  func cancel(_ number: Int) {
    state.withLock { $0.cancelled.append(number) }
    Self.signal(wake)
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    Self.signal(wake)
  }

  /// Fails all current and future requests with an error.
  func refuseAll(_ error: HTTPError) {
    state.withLock { $0.refusal = error }
    for order in take().orders { order.finish(.failure(error)) }
  }

  /// Removes and returns the requests and cancellations that have been added since the last call.
  func take() -> (orders: [ClientOrder], cancelled: [Int], isStopped: Bool) {
    var count: UInt64 = 0
    _ = read(wake, &count, MemoryLayout<UInt64>.size)
    return state.withLock { state in
      defer { (state.orders, state.cancelled) = ([], []) }
      return (state.orders, state.cancelled, state.isStopped)
    }
  }

  static func signal(_ counter: Int32) {
    var one: UInt64 = 1
    _ = write(counter, &one, MemoryLayout<UInt64>.size)
  }
}

/// The thread of a client.
private final class ClientThread {
  private struct Running {
    let transfer: HTTPTransfer
    let finish: @Sendable (Result<HTTPAnswer, HTTPError>) -> Void
  }

  private let curl: CurlLibrary
  private let link: ClientLink
  private let multi: UnsafeMutableRawPointer
  private var running: [Int: Running] = [:]
  /// The maximum time to sleep if libcurl sets no timer, in milliseconds.
  private static let longest: Int32 = 3_600_000

  init(_ link: ClientLink) throws(HTTPError) {
    let curl = try CurlLibrary.loaded()
    guard let multi = curl.functions.multi_init() else {
      throw .passing("cannot open a connection: out of memory")
    }
    (self.curl, self.link, self.multi) = (curl, link, multi)
  }

  func run() {
    var isStopped = false
    while !isStopped {
      let news = link.take()
      isStopped = news.isStopped
      news.orders.forEach(begin)
      news.cancelled.forEach { end($0, .failure(.cancelled)) }
      guard !isStopped else { break }
      var count: Int32 = 0
      _ = curl.functions.multi_perform(multi, &count)
      finishEnded()
      endSilent()
      wait()
    }
    for number in running.keys { end(number, .failure(.cancelled)) }
    _ = curl.functions.multi_cleanup(multi)
  }

  private func begin(_ order: ClientOrder) {
    guard
      let transfer = HTTPTransfer(
        order.number, order.request, link.options, curl, choose: order.choose),
      curl.functions.multi_add_handle(multi, transfer.handle) == CURLM_OK
    else { return order.finish(.failure(.passing("cannot send a request: out of memory"))) }
    running[order.number] = Running(transfer: transfer, finish: order.finish)
  }

  private func end(_ number: Int, _ result: Result<HTTPAnswer, HTTPError>) {
    guard let ended = running.removeValue(forKey: number) else { return }
    _ = curl.functions.multi_remove_handle(multi, ended.transfer.handle)
    ended.transfer.endPipe(result.map { _ in })
    ended.finish(result)
  }

  private func finishEnded() {
    var left: Int32 = 0
    while let message = curl.functions.multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE else { continue }
      let (handle, code) = (message.pointee.easy_handle, endless_curl_result(message))
      guard let found = running.first(where: { $0.value.transfer.handle == handle }) else {
        continue
      }
      end(found.key, found.value.transfer.outcome(code))
    }
  }

  private func endSilent() {
    let now = ContinuousClock.now
    let silent = running.filter { $0.value.transfer.deadline.map { $0 <= now } ?? false }
    for (number, ended) in silent { end(number, .failure(ended.transfer.silence)) }
  }

  /// The time, in milliseconds, until the earliest deadline of a transfer; at most `longest`.
  private var mostSleep: Int32 {
    guard let next = running.values.compactMap(\.transfer.deadline).min() else {
      return Self.longest
    }
    let left = (next - ContinuousClock.now) / .milliseconds(1)
    return Int32(min(max(1, left.rounded(.up)), Double(Self.longest)))
  }

  /// Sleeps until the network, a full pipe, or the queue of requests needs attention.
  private func wait() {
    let paused = running.values.map(\.transfer).filter { $0.fullPipe != nil }
    var extra = [curl_waitfd(fd: link.wake, events: Int16(CURL_WAIT_POLLIN), revents: 0)]
    extra += paused.map {
      curl_waitfd(fd: $0.fullPipe ?? -1, events: Int16(CURL_WAIT_POLLOUT), revents: 0)
    }
    var count: Int32 = 0
    _ = curl.functions.multi_poll(multi, &extra, UInt32(extra.count), mostSleep, &count)
    for (transfer, asked) in zip(paused, extra.dropFirst()) where asked.revents != 0 {
      transfer.resume()
    }
  }
}
