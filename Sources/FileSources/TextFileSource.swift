public import ByteStores
public import Paging
public import Records

/// Pages a text file or log of any size by its lines, in both directions and from anywhere.
///
///     let log = try TextFileSource(path: "/var/log/syslog")
///     let pager = Pager(source: log)
///
/// Nothing is indexed, counted or read ahead. Cost of a page of 50 ordinary lines, at any place:
/// one read of 16 KiB; a page ends after 256 KiB, however many lines are asked for.
///
/// **A file that changes.** The end of the file is `unknown`, as a log may grow; where the last
/// line has no line end, the cursor there leads to its beginning, so that it is read again whole
/// and renewed in place. One that is deleted still reads. When the start or the end is asked for
/// and the path leads to another file by then, as after a rotation, it is opened again: a new
/// *edition*, whose lines are others than those before. So is a file that was cut short or rewritten
/// in place, with whatever page is asked for next: before a page is read, and after it, what the file
/// holds is compared with what it held, if its size or its times have changed (all of it up to
/// 256 KiB, parts of a longer one), once `noteContent()` was called. What is asked of an
/// earlier edition, and a place that the file ends before, is an error that does not pass; but where
/// earlier editions are kept (`keepEarlierEditions(_:)`) they are read on, each goes on with the one
/// after it, and the start is that of the first. A
/// refresh of the head of the same edition answers `unchanged`: so a list whose refresh replaces it
/// stays as it is, unless the file is another one. A file whose size the system does not tell, as
/// of /proc, is held whole and never grows; it is read again with the start or the end, and is a
/// new edition if it says something else.
public struct TextFileSource: PagingSource {
  /// A line, or a piece of a long one.
  public typealias Item = TextLine
  /// A place in the file; one within a line stands for the line's beginning.
  public typealias Cursor = FileOffset

  let editions: StoreEditions
  private let lineCarry: LineCarry?
  let current: CurrentItemRule

  /// Opens a file.
  ///
  /// - Throws: `.missing` where there is nothing, `.unpageable` where it is not a plain file,
  ///   `.forbidden` where it may not be read, `.unsized` where it has no size and no end within
  ///   64 MiB, or `.failed` with what the system says.
  public init(path: String) throws(FileError) {
    self.init(try FileStore(path: path))
  }

  /// Pages a file that is open already.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - items: how it is written, which says what its items are; `read(as:)` changes that.
  ///   - carry: what each line hands on to the next one, where the items are lines; it costs a read of 16 KiB
  ///     for each page that does not begin with the file.
  public init(_ file: FileStore, as items: RecordFormat = .text, carry: LineCarry? = nil) {
    self.init(file, ItemRule(items), carry)
  }

  /// The same with the size of a piece.
  package init(
    _ file: FileStore, as items: RecordFormat, pieceSize: Int, joinsPieces: Bool = false
  ) {
    self.init(file, ItemRule(items, pieceSize: pieceSize, joinsPieces: joinsPieces))
  }

  /// The same with all that a test decides.
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

  /// Pages a file that is unpacked while it is read, and what it unpacks to when it is another one.
  ///
  /// - Parameters:
  ///   - file: what the lines are read from.
  ///   - stream: what unpacks it; nil where it is not compressed.
  ///   - carry: what lines hand on to the next one, as a colour that was not ended; nil for nothing.
  ///   - unpack: unpacks a file that comes later; nil where that is not compressed.
  public init(
    _ file: FileStore, unpackedBy stream: StreamStore?, carry: LineCarry? = nil,
    unpack: @escaping @Sendable (FileStore) throws(FileError) -> StreamStore?
  ) {
    editions = StoreEditions(first: file, unpackedBy: stream, unpack: unpack)
    (current, lineCarry) = (CurrentItemRule(ItemRule(.text)), carry)
  }

  /// What its items are now.
  public var items: RecordFormat { current.rule.items }

  /// Has other items from the next load on, as when more of a stream tells what it is made of.
  ///
  /// All copies of the source change. What was loaded before has to be loaded again.
  ///
  /// - Parameters:
  ///   - items: what its items are from now on.
  ///   - joinsPieces: whether a record of more than 64 KiB is one item, the rest of its long values left out, or comes in
  ///     pieces that have all of it.
  public func read(as items: RecordFormat, joinsPieces: Bool = true) {
    current.change(to: items, joinsPieces: joinsPieces)
  }

  /// Whether a record of more than 64 KiB is one item.
  public var joinsPieces: Bool { current.rule.longRecords != nil }

  /// What a line hands on to the next one; records hand on nothing.
  var carry: LineCarry? { items.isOfText ? lineCarry : nil }

  /// The end is a read away.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// The file that is read now, as for counting its lines.
  ///
  /// - Throws: what fstat(2) says.
  @concurrent public func file() async throws(FileError) -> FileStore {
    try editions.current().file
  }

  /// The file at the path, opened again if it is another one by now, or was cut short.
  ///
  /// What is loaded from then on is of that file. Where it cannot be opened the open one is read
  /// on.
  ///
  /// - Throws: what fstat(2) says.
  @concurrent public func reopenedFile() async throws(FileError) -> FileStore {
    try editions.current(reopening: true).file
  }

  /// The file at the path where it is the one that is read and nothing has to be compared but what is in memory; nil
  /// where it may be another, which `reopenedFile()` tells.
  ///
  /// It does not wait for a disk, but for the folders of the path (stat(2)).
  public func unchangedFile() -> FileStore? { editions.currentAtOnce(reopening: true)?.file }

  /// What unpacks the file that is read now, and how that has come to be at the path; nil where nothing unpacks
  /// it, and where it was there from the start.
  public var origin: (stream: StreamStore?, change: FileChange?) { editions.origin }

  /// Takes note of what the file holds, once the first screen stands: from then on a file that has grown is told from
  /// one that holds something else and is longer.
  ///
  /// Cost: a read of 256 KiB at the most.
  @concurrent public func noteContent() async { editions.noteContent() }

  /// Says whether a file stays readable that another one takes the place of at the path: what was added
  /// to it by then is followed by the new file's lines.
  ///
  /// Some of the last are kept open; one that is cut short is not.
  public func keepEarlierEditions(_ keeps: Bool) { editions.keepEarlier(keeps) }

  /// Whether the file of a place is open.
  public func holds(_ place: FileOffset) -> Bool { editions.holds(place.edition) }

  /// The file at the path, opened again as another edition whether or not it has changed: as after a
  /// program that may have changed it in place.
  ///
  /// - Throws: why it cannot be opened; the open one is read on then.
  @concurrent public func restartedFile() async throws(FileError) -> FileStore {
    try editions.restart()
  }

  /// Whether it is certain that a record begins at a place that was handed out, or a line where all records are some.
  ///
  /// It is not after a jump into a text whose quotes can be read in two ways, or into the middle of an array of JSON.
  public func isBorderProved(at place: FileOffset) -> Bool {
    let known = current.rule.borders?.known
    return known?.last(upTo: place.bytes, edition: place.edition)?.isProved ?? true
  }

  /// The place at a fraction of the file, from 0 to 1: the beginning of the line or piece that is
  /// there.
  ///
  /// `.after` it asks for the page from there on. Cost: a read of a few KiB.
  ///
  /// - Throws: what the system says.
  @concurrent public func cursor(at fraction: Double) async throws(FileError) -> FileOffset {
    let (file, size) = try editions.current()
    return try LineReader(file: file, size: size, rule: current.rule).cursor(at: fraction)
  }

  /// The beginning of the line or piece that a byte of the file is in, counted from 0.
  ///
  /// What is below the start counts as that. Cost: a read of a few KiB.
  ///
  /// - Throws: what the system says, or `.cutShort` where the file is shorter.
  @concurrent public func cursor(atByte offset: Int) async throws(FileError) -> FileOffset {
    let (file, size) = try editions.current()
    guard offset <= size else { throw .cutShort(path: file.path) }
    return try LineReader(file: file, size: size, rule: current.rule).cursor(atByte: offset)
  }

  /// The place at a fraction, from 0 to 1, where it is at hand, without waiting for a disk; else nil.
  public func cursorAtOnce(at fraction: Double) -> FileOffset? {
    try? cachedReader(reopening: false)?.cursor(at: fraction)
  }

  /// Loads one page.
  ///
  /// - Throws: what the system says, that the file was cut short or rewritten meanwhile, that the place
  ///   is in an earlier edition or was dropped, or that a line is asked for by its number; in one line
  ///   with the path.
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

  /// Reads lines, and asks once more whether the file held them: one may be rewritten at any moment.
  ///
  /// - Throws: what `read` throws, and that the file was rewritten meanwhile, unless its start or end is asked for.
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

  /// As often a file that is rewritten all the time is read for one page.
  private static let mostTries = 3

  /// Loads a page of a file on a disk of this machine, where the system has it in memory; else nil.
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

  /// A list would show what is left as if it followed.
  func check(_ request: PageRequest<FileOffset>, of lines: EditionLines) throws(FileError) {
    if request.reason == .append, case .after(let place) = request.position,
      place.bytes < lines.current.file.start
    {
      throw .dropped(path: lines.current.file.path)
    }
  }
}

extension FileStore {
  /// What a first page is known by: another file at the path, or one started again, has another.
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
    // Not a number is the start.
    let share = fraction > 0 ? min(fraction, 1) : 0
    return try cursor(atByte: file.start + Int(Double(size - file.start) * share))
  }

  fileprivate func cursor(atByte offset: Int) throws(FileError) -> FileOffset {
    let inside = max(file.start, min(offset, size - 1))
    return FileOffset(bytes: try boundary(at: inside), edition: file.edition)
  }
}

extension FileError {
  /// The same for a list, which decides by it whether to try again.
  public var pagingError: PagingError {
    let hasExpired = if case .replaced = self { true } else { false }
    return PagingError(description, isRetryable: isRetryable, hasExpired: hasExpired)
  }
}
