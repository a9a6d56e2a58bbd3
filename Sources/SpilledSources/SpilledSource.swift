import Glibc
public import Paging

/// A source that makes a forward-only source scrollable in both directions: each page is stored in
/// a file when it arrives, and later read from there.
///
///     let pages = try SpilledSource(stream, folder: cacheFolder)
///
/// The source is asked once for each page, one page at a time. Its answer is stored even if the
/// load was cancelled in the meantime. The cost is a few hundred bytes of memory for each page, and
/// its encoded bytes on disk, up to a limit beyond which new pages overwrite the oldest. The file
/// has no name, and disappears with the program.
///
/// A page that is read again has the items that it had when it arrived. Cost: reads and decodes the
/// page.
///
/// *The start* is also read from the file, so that a list can go back to it, and a refresh finds
/// nothing new. If it was overwritten, the oldest stored page takes its place. A load of earlier
/// pages fails, and reports how many items were dropped. Unlike after an expired cursor, no key
/// then restarts the list, because a restart would not bring back older items.
///
/// *A full disk* makes a load fail with an error that is retryable. The page that could not be
/// written stays in memory until the next request for it, which tries to write it again.
///
/// This text describes a source that can be asked only once. For other sources, see `asksAgain` in
/// the initializer.
public struct SpilledSource<Source: PagingSource>: PagingSource {
  /// The item of a page.
  public typealias Item = Source.Item
  /// A page, identified by the number of its load.
  public typealias Cursor = SpillCursor

  private let reader: SpillReader<Source>

  /// Creates a source that stores the pages of another source.
  ///
  /// The file is created here with a few system calls, which may wait for the disk.
  ///
  /// - Parameters:
  ///   - source: the source to read from; it need not load earlier pages or answer the same
  ///     request twice.
  ///   - folder: the folder for the file, such as the program's cache folder; created if it is
  ///     missing.
  ///   - limit: the maximum size of the file in bytes, at least 1; a larger page is stored alone.
  ///   - asksAgain: whether the source can be asked for its start again; a refresh then finds new
  ///     items, and a jump to the start shows the current start of the source. Loads from such a
  ///     source are cancelled with their requests.
  ///   - restarts: whether a source that can be asked only once, such as a query, can still begin
  ///     again before its first page has arrived. Its first load is cancelled with its request.
  ///   - executor: the executor on which the source is read if it can be asked only once, because
  ///     its loads outlive those of the pager; the shared thread pool by default.
  ///   - coding: converts items to bytes and back.
  /// - Throws: `SpillError.failed` if the system cannot create a file in the folder.
  public init(
    _ source: Source, folder: String, limit: Int = 256 << 20, asksAgain: Bool = false,
    restarts: Bool = false, executor: (any TaskExecutor)? = nil, coding: SpillCoding<Item>
  ) throws(SpillError) {
    let ring = try SpillRing(folder: folder, limit: limit)
    self.init(
      source, in: ring, asksAgain: asksAgain, restarts: restarts, executor: executor,
      coding: coding)
  }

  /// Creates a source that uses an existing file.
  package init(
    _ source: Source, in ring: consuming SpillRing, asksAgain: Bool = false,
    restarts: Bool = false, executor: (any TaskExecutor)? = nil, coding: SpillCoding<Item>
  ) {
    reader = SpillReader(
      source, asksAgain: asksAgain, restarts: restarts, executor: executor,
      pages: SpilledPages(in: ring, coding: coding))
  }

  /// The abilities of a chain, regardless of those of the source, because all stored pages were
  /// loaded in order from the start.
  public var traits: PagingTraits { .chain }

  /// A stream of updates of the wrapped source; nil if it has none.
  public func updates() -> AsyncStream<Void>? { reader.source.updates() }

  /// Loads a page from the file, or from the source if it was not loaded before.
  ///
  /// - Throws: the error of the source or of the coding; a retryable error if a page cannot be
  ///   stored now; or an error if a page was overwritten, if the task is cancelled, or if the
  ///   request is for the end or for an item by number.
  public func load(
    _ request: PageRequest<SpillCursor>
  ) async throws(PagingError) -> Page<Item, SpillCursor> {
    try await reader.load(request)
  }
}

/// The position of a loaded page, which is identified by the number of its load.
public struct SpillCursor: Hashable, Sendable {
  /// The number of the page, from 0.
  let page: Int
}

/// The reason why pages cannot be stored or read.
public enum SpillError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file in a folder could not be created or written; the code is that of errno(3).
  case failed(folder: String, code: Int32)
  /// The file could not be read; the code is that of errno(3).
  case unreadable(folder: String, code: Int32)

  /// The error on one line.
  public var description: String {
    switch self {
    case .failed(let folder, let code):
      "cannot store pages in \(folder): \(String(cString: strerror(code)))"
    case .unreadable(let folder, let code):
      "cannot read a page stored in \(folder): \(String(cString: strerror(code)))"
    }
  }

  /// The error of a load.
  ///
  /// A failure to store is retryable, because disk space may become free, and the page is kept in
  /// memory until then; a failure to read is not.
  var asFailedLoad: PagingError {
    switch self {
    case .failed: PagingError(description, isRetryable: true)
    case .unreadable: PagingError(description, isRetryable: false)
    }
  }
}
