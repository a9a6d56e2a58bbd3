public import ByteStores
import Glibc
public import Paging
import Synchronization

/// A source of the values of a JSON document as rows of a tree that can be folded.
///
///     let source = DocumentSource(try FileStore(path: "package.json"))
///     source.change { $0.toggle(row) }
///     pager.exchange(source, at: .after(top.id))
///
/// The document is read as far as needed, and never held as a whole: the first page of a document
/// of 300 MB on one line costs as much as that of a short document. Positions are remembered, so
/// that little is read again when the reader goes back. Going to the end, or past a folded value,
/// reads the bytes up to that place once.
public final class DocumentSource: PagingSource {
  /// The item of a page: a value.
  public typealias Item = DocumentRow
  /// A position in the file.
  public typealias Cursor = FileOffset

  private let file: FileStore
  private let stream: StreamStore?
  private let state = Mutex(State())

  private struct State {
    var folds = DocumentFolds()
    /// Known positions, in the order of the file.
    var places: [DocumentPlace] = []
    /// The number of changes to the folds; positions found before a change are not valid after it.
    var changes = 0
  }

  private static let spacing = 64 << 10
  private static let mostPlaces = 4_096

  /// Creates a source for a document.
  ///
  /// - Parameters:
  ///   - file: the document.
  ///   - stream: the stream that fills the file, if any; a load waits until its rows have arrived.
  public init(_ file: FileStore, _ stream: StreamStore? = nil) {
    (self.file, self.stream) = (file, stream)
  }

  /// The abilities of the source: it can be opened at its end, which costs one pass over the
  /// document.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// The current folds.
  public var folds: DocumentFolds { state.withLock { $0.folds } }

  /// Changes the folds; the caller has to load the rows again.
  ///
  /// All remembered positions are discarded. The body is called under a lock, and must not call the
  /// source.
  public func change(_ body: (inout DocumentFolds) -> Void) {
    state.withLock { state in
      body(&state.folds)
      state.changes += 1
      // A remembered position may now be within a folded value, and not between two rows.
      state.places = []
    }
  }

  /// Loads a page; for a stream, waits until its rows have arrived.
  ///
  /// - Throws: a one-line error if a system call fails, the task is cancelled, or a row is
  ///   requested by its number.
  @concurrent public func load(
    _ request: PageRequest<FileOffset>
  ) async throws(PagingError) -> Page<DocumentRow, FileOffset> {
    do throws(FileError) {
      while true {
        // Check this before reading, so that bytes that arrive after the check are read in the next
        // round.
        let isComplete = stream?.mayGrow != true
        let size = try file.size()
        if isComplete || request.position != .end {
          let run = try rows(request, size: size, isComplete: isComplete)
          if isComplete || !run.rows.isEmpty { return page(run) }
        }
        await stream?.waitForGrowth(after: size)
        if Task.isCancelled { throw .cancelled }
      }
    } catch {
      throw error.pagingError
    }
  }

  /// Loads a page from memory; returns nil if this would read from the disk or scan more than 1 MiB
  /// to reach the page, or if the stream may still grow.
  public func cachedPage(for request: PageRequest<FileOffset>) -> Page<DocumentRow, FileOffset>? {
    guard stream?.mayGrow != true, let size = try? file.size(),
      let run = try? rows(request, size: size, isComplete: true, isCachedOnly: true)
    else { return nil }
    return page(run)
  }

  /// The complete JSON text of a value.
  ///
  /// Cost: reads the bytes of the value twice on the calling thread.
  ///
  /// - Parameters:
  ///   - row: the row of the value.
  ///   - most: the maximum number of bytes; if the value is longer, one byte more is returned.
  /// - Throws: an error if a system call fails.
  public func bytes(of row: DocumentRow, atMost most: Int) throws(FileError) -> [UInt8] {
    let (start, size) = (row.valueOffset, try file.size())
    var walk = DocumentWalk(
      file, size: size - start > most ? start + most + 1 : size, from: DocumentPlace(offset: start),
      DocumentFolds())
    return try file.whole(start..<walk.endOfValue(start))
  }

  // MARK: Rows

  private struct Run {
    var rows: [DocumentRow]
    /// Whether no row precedes the first one.
    var isFirst: Bool
    /// The offset after the last row.
    var end: Int
    var isAtEnd: Bool
  }

  private func page(_ run: Run) -> Page<DocumentRow, FileOffset> {
    let edition = file.edition
    let first = run.rows.first?.id
    var page = Page(
      items: run.rows,
      before: run.isFirst || first == nil
        ? .end : .more(first ?? FileOffset(bytes: 0, edition: edition)),
      after: run.isAtEnd ? .end : .more(FileOffset(bytes: run.end, edition: edition)))
    if run.isAtEnd, case .failed(let error)? = stream?.state { page.failure = error.pagingError }
    return page
  }

  private func rows(
    _ request: PageRequest<FileOffset>, size: Int, isComplete: Bool, isCachedOnly: Bool = false
  ) throws(FileError) -> Run {
    let count = max(1, request.count)
    switch request.position {
    case .start: return try rows(from: file.start, count, size, isComplete, isCachedOnly)
    case .after(let place):
      return try rows(from: place.bytes, count, size, isComplete, isCachedOnly)
    case .before(let place): return try rows(before: place.bytes, count, size, isCachedOnly)
    case .end: return try rows(before: .max, count, size, isCachedOnly)
    case .number: throw .uncounted(path: file.path)
    }
  }

  /// Reads up to `count` rows from an offset on.
  ///
  /// - Parameter isComplete: whether no more bytes will arrive; otherwise the last row may still
  ///   change.
  private func rows(
    from offset: Int, _ count: Int, _ size: Int, _ isComplete: Bool, _ isCachedOnly: Bool
  ) throws(FileError) -> Run {
    let (start, folds, changes) = start(upTo: offset)
    var walk = DocumentWalk(file, size: size, from: start, folds, isCachedOnly: isCachedOnly)
    try check(offset - start.offset, isCachedOnly)
    var run = Run(rows: [], isFirst: true, end: start.offset, isAtEnd: false)
    var noted = start.offset
    while run.rows.count < count {
      let before = walk.place
      guard let row = try walk.next() else { break }
      if walk.place.offset - noted > Self.spacing { noted = note(before, changes) }
      if row.id.bytes >= offset { run.rows.append(row) } else { run.isFirst = false }
      if Task.isCancelled { throw .cancelled }
    }
    run.isFirst = run.isFirst && start.offset == file.start && start.parent == nil
    if !isComplete, walk.isAtEnd {
      run.end = run.rows.popLast()?.id.bytes ?? offset
      return run
    }
    note(walk.place, changes)
    run.end = walk.place.offset
    if isComplete { run.isAtEnd = try isAtEnd(walk) }
    return run
  }

  /// Whether no row follows.
  private func isAtEnd(_ walk: DocumentWalk) throws(FileError) -> Bool {
    var rest = walk
    return try rest.next() == nil
  }

  private func rows(
    before offset: Int, _ count: Int, _ size: Int, _ isCachedOnly: Bool
  ) throws(FileError) -> Run {
    var (start, folds, changes) = start(upTo: offset - 1)
    try check(min(offset, size) - start.offset, isCachedOnly)
    var (rows, limit) = ([DocumentRow](), offset)
    while true {
      var walk = DocumentWalk(file, size: size, from: start, folds, isCachedOnly: isCachedOnly)
      var (part, noted) = ([DocumentRow](), start.offset)
      while walk.place.offset < limit {
        let before = walk.place
        guard let row = try walk.next(), row.id.bytes < limit else { break }
        if walk.place.offset - noted > Self.spacing { noted = note(before, changes) }
        part.append(row)
        // Only the last rows are needed at the end of a long document.
        if part.count > 4 * count { part.removeFirst(2 * count) }
        if Task.isCancelled { throw .cancelled }
      }
      rows = part + rows
      guard rows.count < count, start.offset > file.start else { break }
      limit = rows.first?.id.bytes ?? start.offset
      (start, folds, changes) = self.start(upTo: start.offset - 1)
    }
    let isFirst = start.offset <= file.start && rows.count <= count
    return Run(
      rows: rows.suffix(count), isFirst: isFirst, end: offset == .max ? size : min(offset, size),
      isAtEnd: offset == .max)
  }

  /// Throws an error if a load that must not block would read too far.
  private func check(_ distance: Int, _ isCachedOnly: Bool) throws(FileError) {
    if isCachedOnly, distance > 16 * Self.spacing { throw FileError(code: EAGAIN, path: file.path) }
  }

  // MARK: Positions

  /// The last known position at or before an offset, with the current folds and the number of
  /// changes to them.
  private func start(upTo offset: Int) -> (DocumentPlace, DocumentFolds, Int) {
    state.withLock { state in
      let place = state.places.last { $0.offset <= offset }
      return (place ?? DocumentPlace(offset: file.start), state.folds, state.changes)
    }
  }

  @discardableResult private func note(_ place: DocumentPlace, _ changes: Int) -> Int {
    state.withLock { state in
      guard state.changes == changes else { return }
      let index = state.places.firstIndex { $0.offset >= place.offset } ?? state.places.count
      if index < state.places.count, state.places[index].offset == place.offset { return }
      state.places.insert(place, at: index)
      guard state.places.count > Self.mostPlaces else { return }
      state.places = state.places.indices.filter { $0.isMultiple(of: 2) }.map { state.places[$0] }
    }
    return place.offset
  }
}
