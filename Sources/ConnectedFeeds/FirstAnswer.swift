import ByteStores
import Dispatch
import EventLoop
import Feeds
import HTTPSources
import Synchronization
import Viewers

/// The first answer of an address, which shows what kind of source the address is; it is requested
/// on a separate thread.
struct FirstAnswer: Sendable {
  /// The kind of an address.
  enum Found: Sendable {
    /// A list of pages.
    case list(HTTPSource)
    /// Text or a document, which has its own screen.
    case other(any Feed)
  }

  private let asked: AskedAddress
  private let options: ViewerOptions
  private let found: PendingValue<Result<Found, Failure>>

  /// Sends the request.
  init(_ asked: AskedAddress, _ options: ViewerOptions) {
    (self.asked, self.options) = (asked, options)
    found = PendingValue {
      do throws(Failure) {
        return .success(try await Self.found(asked, options))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Sends the request again, and returns the answer to wait for.
  func again() -> FirstAnswer { FirstAnswer(asked, options) }

  /// Whether the request may be repeated automatically; a POST may not, unless an option allows it.
  var mayRetry: Bool { !asked.template.isPost || asked.options.retriesPosts }

  /// The result; the calling task waits for it.
  ///
  /// - Throws: an error if nothing can be shown.
  func value() async throws(Failure) -> Found { try await found.value.get() }

  /// The result, or nil if it does not arrive in time; the calling thread waits for it, without a
  /// limit if `time` is nil.
  func value(within time: Duration?) -> Result<Found, Failure>? { found.value(within: time) }

  // MARK: Kind of answer

  private static func found(
    _ asked: AskedAddress, _ options: ViewerOptions
  ) async throws(Failure) -> Found {
    let opened: HTTPSource.Opened
    do throws(HTTPError) {
      opened = try await HTTPSource.open(
        asked.template, pageSize: options.paging.pageSize, asked.options)
    } catch {
      throw Failure(error)
    }
    switch opened {
    case .pages(let source): return .list(source)
    case .document(let bytes, _):
      let stream = try stream(asked) { BytesProducer(bytes) }
      return .other(try TextFeed.feed(of: stream, notice: asked.notice, options))
    case .text(let text): return .other(try feed(of: text, asked, options))
    }
  }

  private static func feed(
    of text: HTTPText, _ asked: AskedAddress, _ options: ViewerOptions
  ) throws(Failure) -> any Feed {
    if text.isWebPage, asked.wantsData(options) { throw .source(HTTPText.noDataWords) }
    var stream = try stream(asked, onStop: { text.cancel() }) { TextProducer(text.makeReader()) }
    do throws(FileError) {
      switch text.form {
      // A list in a document is found only when the whole document has arrived.
      case .document: try stream.waitForEnd(atMost: DocumentFeed.mostForList)
      case .plain:
        let decoding = options.decoding.declared(text.charset)
        stream = try StreamStore(unpacking: stream, decoding: decoding) ?? stream
      // The first event is not awaited, because it may take a long time to arrive, and events are
      // not compressed anyway.
      case .events, .sequence: break
      }
    } catch {
      throw Failure(error)
    }
    return try TextFeed.feed(of: stream, notice: asked.notice, options)
  }

  private static func stream(
    _ asked: AskedAddress, onStop: @escaping @Sendable () -> Void = {},
    producer: @escaping @Sendable () -> any ByteProducer
  ) throws(Failure) -> StreamStore {
    do throws(FileError) {
      return try StreamStore(name: asked.title, onStop: onStop, producer: producer)
    } catch {
      throw Failure(error)
    }
  }
}

extension StreamStore {
  /// Waits until the stream ends or exceeds the given number of bytes.
  ///
  /// An early end is reported by the screen that shows the stream.
  fileprivate func waitForEnd(atMost most: Int) throws(FileError) {
    while mayGrow {
      let size = try file.size()
      guard size <= most, (try? waitForMore(after: size)) == true else { return }
    }
  }
}

extension Failure {
  /// Creates a failure from an HTTP error.
  init(_ error: HTTPError) {
    self =
      switch error {
      case .invalid: .usage(error.description)
      case .passing, .resting, .cancelled: .passing(error.description)
      case .noLibrary, .failed, .noHost, .tooLarge: .source(error.description)
      }
  }

  /// Whether a retry may succeed.
  var isPassing: Bool { self == .passing(text) }
}

/// A producer that returns the bytes of a text as they arrive.
private final class TextProducer: ByteProducer {
  private let reader: HTTPTextReader

  init(_ reader: HTTPTextReader) { self.reader = reader }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    do throws(HTTPError) {
      return try reader.read(into: memory)
    } catch {
      throw .interrupted(said: error.description, isTemporary: error.isPassing)
    }
  }
}

/// A value that a separate thread computes.
struct PendingValue<Value: Sendable>: Sendable {
  private let task: Task<Value, Never>
  private let arrived = DispatchSemaphore(value: 0)
  private let come: Come

  private final class Come: Sendable {
    let value: Mutex<Value?> = Mutex(nil)
  }

  init(_ body: @escaping @Sendable () async -> Value) {
    let (come, arrived) = (Come(), arrived)
    self.come = come
    // The shared executor is not used, because all of its threads may be blocked in
    // `value(within:)`.
    task = Task(executorPreference: BackgroundExecutor()) {
      let value = await body()
      come.value.withLock { $0 = value }
      arrived.signal()
      return value
    }
  }

  /// The value; the calling task waits for it.
  var value: Value { get async { await task.value } }

  /// The value, or nil if it is not available in time; the calling thread waits for it, without a
  /// limit if `time` is nil.
  ///
  /// This can be called only once.
  func value(within time: Duration?) -> Value? {
    let deadline = time.map { DispatchTime.now() + .milliseconds(Int($0 / .milliseconds(1))) }
    _ = arrived.wait(timeout: deadline ?? .distantFuture)
    return come.value.withLock { $0 }
  }
}
