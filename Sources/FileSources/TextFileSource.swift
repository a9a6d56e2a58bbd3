public import ByteStores
public import Paging
public import Records

/// A source of the lines of a text file of any size, in both directions and from any position.
///
///     let log = try TextFileSource(path: "/var/log/syslog")
///     let pager = Pager(source: log)
///
/// Nothing is indexed, counted or read in advance. Cost of a page of 50 ordinary lines, at any
/// position: one read of 16 KiB. A page ends after 256 KiB, even if more lines are requested.
///
/// **A growing file.** The end of the file is `unknown`, because a log may grow. If the last line
/// has no line end, the cursor leads to the start of that line, so that the line is read again
/// completely and updated in place.
///
/// **A replaced file.** A deleted file stays readable. When the start or the end is requested and
/// the path leads to another file, as after a rotation, that file is opened as a new *edition*,
/// whose lines have different identities. A file that was truncated or rewritten in place also
/// becomes a new edition, with the next page of any kind. A rewritten file is detected once
/// `noteContent()` has been called: if the size or the times of the file have changed, the content
/// is compared before and after a page is read. A file of up to 256 KiB is compared completely, a
/// longer one by samples. A request for an earlier edition, or for a position after the end, fails
/// with an error that is not retryable. If earlier editions are kept (`keepEarlierEditions(_:)`),
/// they stay readable, each is followed by the next one, and the list begins with the oldest. A
/// refresh at the head of the same edition returns `unchanged`, so that the list changes only with
/// the file.
///
/// **A file without a size**, as in /proc, is held in memory and does not grow. It is read again
/// when the start or the end is requested, and becomes a new edition if its content differs.
public struct TextFileSource: PagingSource {
  /// The item of a page: a line, or a piece of a long line.
  public typealias Item = TextLine
  /// A position in the file; a position within a line stands for the start of the line.
  public typealias Cursor = FileOffset

  let editions: StoreEditions
  private let lineCarry: LineCarry?
  let current: CurrentItemRule

  /// Opens a file.
  ///
  /// - Throws: `.missing` if the file does not exist, `.unpageable` if it is not a regular file,
  ///   `.forbidden` if it is not readable, `.unsized` if it has neither a size nor an end within 64
  ///   MiB, or `.failed` with the system error.
  public init(path: String) throws(FileError) {
    self.init(try FileStore(path: path))
  }

  /// Creates a source for an open file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - items: the format, which determines the items; `read(as:)` changes it.
  ///   - carry: the state that is carried from line to line, if the items are lines; it costs a
  ///     read of 16 KiB for each page that does not begin at the start of the file.
  public init(_ file: FileStore, as items: RecordFormat = .text, carry: LineCarry? = nil) {
    self.init(file, ItemRule(items), carry)
  }

  /// Creates a source with the given size of a piece.
  package init(
    _ file: FileStore, as items: RecordFormat, pieceSize: Int, joinsPieces: Bool = false
  ) {
    self.init(file, ItemRule(items, pieceSize: pieceSize, joinsPieces: joinsPieces))
  }

  /// Creates a source with functions for reading, which tests replace.
  package init(
    path: String, pieceSize: Int, read: @escaping FileStore.Read, cached: FileStore.Read? = nil
  ) throws(FileError) {
    self.init(
      try FileStore(path: path, edition: 0, read: read, cached: cached),
      ItemRule(.text, pieceSize: pieceSize))
  }

  private init(_ file: FileStore, _ rule: ItemRule, _ carry: LineCarry? = nil) {
    editions = StoreEditions(first: file)
    (current, lineCarry) = (CurrentItemRule(rule), carry)
  }

  /// Creates a source for a file that is decompressed or decoded while it is read, and for later
  /// files at its path.
  ///
  /// - Parameters:
  ///   - file: the file from which lines are read.
  ///   - stream: the stream that fills the file; nil if the file is read as it is.
  ///   - carry: the state that is carried from line to line, such as a color; nil if there is
  ///     none.
  ///   - unpack: decompresses or decodes a later file at the path; returns nil if that file can be
  ///     read as it is.
  public init(
    _ file: FileStore, unpackedBy stream: StreamStore?, carry: LineCarry? = nil,
    unpack: @escaping @Sendable (FileStore) throws(FileError) -> StreamStore?
  ) {
    editions = StoreEditions(first: file, unpackedBy: stream, unpack: unpack)
    (current, lineCarry) = (CurrentItemRule(ItemRule(.text)), carry)
  }

  /// The current format of the items.
  public var items: RecordFormat { current.rule.items }

  /// Changes the format of the items from the next load on, for example when more of a stream has
  /// arrived.
  ///
  /// It applies to all copies of the source. The caller has to load the items again.
  ///
  /// - Parameters:
  ///   - items: the new format.
  ///   - joinsPieces: whether a record of more than 64 KiB is one item in which long values are
  ///     cut; if not, it is divided into pieces.
  public func read(as items: RecordFormat, joinsPieces: Bool = true) {
    current.change(to: items, joinsPieces: joinsPieces)
  }

  /// Whether a record of more than 64 KiB is one item.
  public var joinsPieces: Bool { current.rule.longRecords != nil }

  /// The state that is carried between lines; nil for records.
  var carry: LineCarry? { items.isOfText ? lineCarry : nil }

  /// The abilities of the source: it can be opened at its end, which costs one read.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// The current file, for example to count its lines.
  ///
  /// - Throws: an error if the file, or a new edition of it, cannot be examined or read.
  @concurrent public func file() async throws(FileError) -> FileStore {
    try editions.current().file
  }

  /// The file at the path, reopened if it was replaced or truncated.
  ///
  /// Later loads use this file. If the new file cannot be opened, the old one stays in use.
  ///
  /// - Throws: an error if the file, or a new edition of it, cannot be examined or read.
  @concurrent public func reopenedFile() async throws(FileError) -> FileStore {
    try editions.current(reopening: true).file
  }

  /// The file at the path if it is still the current file, and if this can be verified from memory;
  /// nil otherwise, in which case call `reopenedFile()`.
  ///
  /// It does not read file content from a disk; stat(2) may read the folders of the path.
  public func unchangedFile() -> FileStore? { editions.currentAtOnce(reopening: true)?.file }

  /// The stream that fills the current file, and the reason why the file became a new edition.
  ///
  /// The stream is nil if the file is read as it is; the reason is nil for the first edition.
  public var origin: (stream: StreamStore?, change: FileChange?) { editions.origin }

  /// Stores samples of the content; call it after the first screen is shown.
  ///
  /// From then on, a file that was rewritten is distinguished from one that has grown. Cost: a read
  /// of at most 256 KiB.
  @concurrent public func noteContent() async { editions.noteContent() }

  /// Sets whether a file stays readable after another one has replaced it at the path; the lines of
  /// the new file then follow those of the old one.
  ///
  /// A limited number of files is kept open; a truncated file is not kept.
  public func keepEarlierEditions(_ keeps: Bool) { editions.keepEarlier(keeps) }

  /// Whether the file of a position is open.
  public func holds(_ place: FileOffset) -> Bool { editions.holds(place.edition) }

  /// Reopens the file at the path as a new edition, even if it seems unchanged, for example when a
  /// program may have rewritten it in place.
  ///
  /// - Throws: an error if the file cannot be opened, in which case the old one stays in use.
  @concurrent public func restartedFile() async throws(FileError) -> FileStore {
    try editions.restart()
  }

  /// Whether a record certainly begins at a position that this source has returned; always true if
  /// all lines are records.
  ///
  /// It is false after a jump into a text whose quotes are ambiguous, or into the middle of a JSON
  /// array.
  public func isBorderProved(at place: FileOffset) -> Bool {
    let known = current.rule.borders?.known
    return known?.last(upTo: place.bytes, edition: place.edition)?.isProved ?? true
  }

  /// The position at a fraction of the file, from 0 to 1: the start of the line or piece at that
  /// fraction.
  ///
  /// Use the position with `.after` to request the page that begins with it. Cost: usually a read
  /// of a few KiB.
  ///
  /// - Throws: an error if a system call fails.
  @concurrent public func cursor(at fraction: Double) async throws(FileError) -> FileOffset {
    let (file, size) = try editions.current()
    return try LineReader(file: file, size: size, rule: current.rule).cursor(at: fraction)
  }

  /// The start of the line or piece at an offset in bytes, counted from 0.
  ///
  /// A negative offset counts as 0. Cost: usually a read of a few KiB.
  ///
  /// - Throws: an error if a system call fails, or `.cutShort` if the file is shorter.
  @concurrent public func cursor(atByte offset: Int) async throws(FileError) -> FileOffset {
    let (file, size) = try editions.current()
    guard offset <= size else { throw .cutShort(path: file.path) }
    return try LineReader(file: file, size: size, rule: current.rule).cursor(atByte: offset)
  }

  /// The position at a fraction, from 0 to 1, if it can be found without waiting for a disk; nil
  /// otherwise.
  public func cursorAtOnce(at fraction: Double) -> FileOffset? {
    try? cachedReader(reopening: false)?.cursor(at: fraction)
  }

  /// Loads a page.
  ///
  /// - Throws: a one-line error if a system call fails, the file was truncated or rewritten during
  ///   the load, the position was dropped or is in an edition that was closed, or a line was
  ///   requested by its number.
  @concurrent public func load(
    _ request: PageRequest<FileOffset>
  ) async throws(PagingError) -> Page<TextLine, FileOffset> {
    do throws(FileError) {
      return try await certain(reopening: request.position.isAnEnd) { lines throws(FileError) in
        try page(for: request, of: lines)
      }
    } catch {
      throw error.pagingError
    }
  }

  /// Reads lines, and then verifies that the file was not rewritten during the read.
  ///
  /// - Throws: the error of `read`, or an error if the file was rewritten during the read; if
  ///   `reopening` is true, only if it was rewritten during each of three attempts.
  func certain<Read>(
    reopening: Bool, _ read: (EditionLines) async throws(FileError) -> Read
  ) async throws(FileError) -> Read {
    for _ in 1...Self.mostTries {
      let lines = lines(of: try editions.all(reopening: reopening))
      let read = try await read(lines)
      let (file, _) = try editions.current()
      if file === lines.current.file { return read }
      guard reopening else { throw .replaced(path: file.path) }
    }
    throw .replaced(path: try editions.current().file.path)
  }

  /// The maximum number of attempts for one page if the file keeps being rewritten.
  private static let mostTries = 3

  /// Loads a page of a local file if the system has the page in memory; returns nil otherwise.
  public func cachedPage(
    for request: PageRequest<FileOffset>
  ) -> Page<TextLine, FileOffset>? {
    guard let all = editions.allAtOnce(reopening: request.position.isAnEnd) else { return nil }
    let page = try? page(for: request, of: lines(of: all, isCachedOnly: true))
    return editions.currentAtOnce(reopening: false)?.file === all.last?.file ? page : nil
  }

  private func cachedReader(reopening: Bool) -> LineReader? {
    editions.currentAtOnce(reopening: reopening).map { file, size in
      LineReader(file: file, size: size, rule: current.rule, isCachedOnly: true)
    }
  }

  func lines(of editions: [OpenEdition], isCachedOnly: Bool = false) -> EditionLines {
    let rule = current.rule
    return EditionLines(
      editions.map {
        LineReader(file: $0.file, size: $0.size, rule: rule, isCachedOnly: isCachedOnly)
      })
  }

  private func page(
    for request: PageRequest<FileOffset>, of lines: EditionLines
  ) throws(FileError) -> Page<TextLine, FileOffset> {
    if request.validator == lines.current.file.validator { return .unchanged }
    try check(request, of: lines)
    var run = try lines.run(request.position, count: max(request.count, 1))
    if let carry { try lines.apply(carry, to: &run.lines) }
    var page = Page(items: run.lines, before: run.before, after: run.after)
    page.validator = lines.current.file.validator
    return page
  }

  /// Rejects a request for lines after a gap, because the list would show them as consecutive.
  func check(_ request: PageRequest<FileOffset>, of lines: EditionLines) throws(FileError) {
    if request.reason == .append, case .after(let place) = request.position,
      place.bytes < lines.current.file.start
    {
      throw .dropped(path: lines.current.file.path)
    }
  }
}

extension FileStore {
  /// The validator of a first page: it changes with the edition.
  var validator: String { "edition \(edition)" }
}

extension PageRequest.Position {
  var isAnEnd: Bool {
    switch self {
    case .start, .end: true
    case .after, .before, .number: false
    }
  }
}

extension LineReader {
  fileprivate func cursor(at fraction: Double) throws(FileError) -> FileOffset {
    // NaN counts as the start.
    let share = fraction > 0 ? min(fraction, 1) : 0
    return try cursor(atByte: file.start + Int(Double(size - file.start) * share))
  }

  fileprivate func cursor(atByte offset: Int) throws(FileError) -> FileOffset {
    let inside = max(file.start, min(offset, size - 1))
    return FileOffset(bytes: try boundary(at: inside), edition: file.edition)
  }
}

extension FileError {
  /// The error as a `PagingError`, which tells the list whether a retry may succeed.
  public var pagingError: PagingError {
    let hasExpired = if case .replaced = self { true } else { false }
    return PagingError(description, isRetryable: isRetryable, hasExpired: hasExpired)
  }
}
