import Glibc
public import Paging

/// A source that only goes forward, scrolled back: each page is kept in a file when it has come,
/// and read from there when it is wanted again.
///
///     let pages = try SpilledSource(stream, folder: cacheFolder)
///
/// The source itself is asked once for each page, one page at a time, and its answer is never lost:
/// it is kept also where the load was cancelled meanwhile. In memory it costs some hundred bytes a
/// page, and on disk what the pages are as bytes, up to a bound: beyond that the newest take the
/// place of the oldest. The file has no name and is gone with the program.
///
/// A page that is read again is as it was when it came. Cost of that: one read, and its decoding.
///
/// *The start* comes from the file, too, so that a list can jump there, and a refresh finds nothing
/// new. Where it has been overwritten, the oldest page that is kept stands for it. Above that page
/// a load fails and tells how many items are no longer kept. A key does not start such a list
/// again, as it does where a cursor has expired, because that would bring nothing older.
///
/// *A full disk* is a failed load that says so, and may pass. What was kept stays, and the page
/// that could not be written stays in memory until the next request for it, which tries to write it
/// again.
public struct SpilledSource<Source: PagingSource>: PagingSource {
  /// What a page holds.
  public typealias Item = Source.Item
  /// A page by the number of its load.
  public typealias Cursor = SpillCursor

  private let reader: SpillReader<Source>

  /// Creates a source that keeps what another one gives.
  ///
  /// The file is made here: some calls of the system, which wait for the disk.
  ///
  /// - Parameters:
  ///   - source: one that need not go back, nor answer the same request twice.
  ///   - folder: where the file is made, such as the program's cache folder; made if need be.
  ///   - limit: how large the file may become, in bytes, at least 1; one larger page is kept all the same.
  ///   - asksAgain: whether the source can be asked for its start again, so that a refresh finds
  ///     what is new there, and a jump to the start leads to what it is by now. Such a source's
  ///     loads are cancelled with the requests for them.
  ///   - executor: where a source that is asked once is read, because those loads outlive the
  ///     pager's; the shared pool of threads by default.
  ///   - coding: how items become bytes in the file.
  /// - Throws: `SpillError.failed`, where the system can make no file in the folder.
  public init(
    _ source: Source, folder: String, limit: Int = 256 << 20, asksAgain: Bool = false,
    executor: (any TaskExecutor)? = nil, coding: SpillCoding<Item>
  ) throws(SpillError) {
    let ring = try SpillRing(folder: folder, limit: limit)
    self.init(source, in: ring, asksAgain: asksAgain, executor: executor, coding: coding)
  }

  /// Creates one over a file that has been made.
  package init(
    _ source: Source, in ring: consuming SpillRing, asksAgain: Bool = false,
    executor: (any TaskExecutor)? = nil, coding: SpillCoding<Item>
  ) {
    reader = SpillReader(
      source, asksAgain: asksAgain, executor: executor,
      pages: SpilledPages(in: ring, coding: coding))
  }

  /// A chain, whatever the source can do: what is kept was loaded from the start on.
  public var traits: PagingTraits { .chain }

  /// Sends an element when the source itself does; nil where that cannot tell.
  public func updates() -> AsyncStream<Void>? { reader.source.updates() }

  /// Loads a page from the source, or from the file where it was loaded before.
  ///
  /// - Throws: what the source throws, that a page cannot be kept now, which may be tried again, or is no longer kept,
  ///   what its coding throws, or that the task was cancelled. Also where the end or a numbered item is asked for.
  public func load(
    _ request: PageRequest<SpillCursor>
  ) async throws(PagingError) -> Page<Item, SpillCursor> {
    try await reader.load(request)
  }
}

/// The place of a page that was loaded before, by the number of its load.
public struct SpillCursor: Hashable, Sendable {
  /// Counts the pages that were kept, from 0.
  let page: Int
}

/// Why pages cannot be kept or read again.
public enum SpillError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system did not make the file in a folder or write to it, with a number of errno(3).
  case failed(folder: String, code: Int32)
  /// The system did not read what was written, with a number of errno(3).
  case unreadable(folder: String, code: Int32)

  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .failed(let folder, let code):
      "cannot keep pages in \(folder): \(String(cString: strerror(code)))"
    case .unreadable(let folder, let code):
      "cannot read a page kept in \(folder): \(String(cString: strerror(code)))"
    }
  }

  /// The failure of a load; space may become free on a full disk, and the page is kept in memory
  /// until then.
  var asFailedLoad: PagingError {
    switch self {
    case .failed: PagingError(description, isRetryable: true)
    case .unreadable: PagingError(description, isRetryable: false)
    }
  }
}
