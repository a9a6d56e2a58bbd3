public import ByteStores
public import Paging
import Synchronization

/// A source of the lines of a text that meet conditions, each with lines of context around it.
///
///     pager.exchange(FilteredTextSource(log, conditions, on: executors), at: .after(place))
///
/// A position in the text is also a position here: it stands for the next line that is shown.
/// Nothing is searched in advance: loading a page searches the lines that it skips, on as many
/// threads as there are executors, and going to the end searches the text backward from its end.
/// Searched stretches of 4 MiB are remembered. A growing file is searched as it grows, and editions
/// are handled as in the text itself.
///
/// A line of more than 1 MiB is searched in pieces; see `LineSearch`.
public final class FilteredTextSource: PagingSource {
  /// The item of a page: a line, or a piece of a long one.
  public typealias Item = TextLine
  /// A position in the file.
  public typealias Cursor = FileOffset

  /// The text that is filtered.
  public let text: TextFileSource
  /// The conditions on the lines.
  public let conditions: LineConditions
  /// The number of lines of context before and after each line that meets the conditions.
  public let context: Int

  private let executors: [any TaskExecutor]
  private let window: Int
  private struct State {
    var searches: [Int: LineSearch] = [:]
    var searchedEnd: FileOffset?
  }
  private let state = Mutex(State())

  /// Creates a filter; nothing is searched yet.
  ///
  /// - Parameters:
  ///   - text: the text to filter.
  ///   - conditions: the conditions on the lines, or on the records if the items of the text are
  ///     records.
  ///   - context: the number of lines of context before and after each matching line.
  ///   - executors: executors with one thread each, on which the file is searched; at least one.
  public convenience init(
    _ text: TextFileSource, _ conditions: LineConditions, context: Int = 0,
    on executors: [any TaskExecutor]
  ) {
    self.init(text, conditions, context: context, on: executors, window: FilteredLines.usualWindow)
  }

  /// Creates a filter that searches the given number of bytes near a position.
  package init(
    _ text: TextFileSource, _ conditions: LineConditions, context: Int,
    on executors: [any TaskExecutor], window: Int
  ) {
    (self.text, self.conditions, self.executors) = (text, conditions, executors)
    (self.context, self.window) = (max(0, context), window)
  }

  /// The abilities of the source: it can be opened at its end, which costs a search.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true) }

  /// The search that finds and counts the lines of a file; the same object for each call with the
  /// same file.
  public func search(of file: FileStore) -> LineSearch {
    state.withLock { state in
      if let search = state.searches[file.edition] { return search }
      let search = LineSearch(
        LineConditions(conditions.all, unit: text.matchUnit(in: file)), in: file, on: executors,
        spacing: 16 * window,
        blockSize: FilteredLines.blockSize(of: window))
      state.searches[file.edition] = search
      return search
    }
  }

  /// Whether the line at an offset in bytes is shown, as a match or as context.
  ///
  /// Cost: searches the lines around it on the calling thread.
  ///
  /// - Throws: an error if the file cannot be read.
  public func shows(_ offset: Int, in file: FileStore) throws(FileError) -> Bool {
    let reader = LineReader(file: file, size: try file.size(), rule: text.current.rule)
    return try filtered(reader).shows(offset)
  }

  /// The end of the file when a page last reached it; bytes after that have not been searched.
  ///
  /// It is nil until a page reaches the end.
  public var searchedEnd: FileOffset? { state.withLock { $0.searchedEnd } }

  /// Loads a page.
  ///
  /// - Throws: an error if the text cannot be read, the task is cancelled, or a line is requested
  ///   by its number.
  @concurrent public func load(
    _ request: PageRequest<FileOffset>
  ) async throws(PagingError) -> Page<TextLine, FileOffset> {
    do throws(FileError) {
      return try await text.certain(reopening: request.position.isAnEnd) {
        lines throws(FileError) in
        try await page(for: request, of: lines)
      }
    } catch {
      throw error.pagingError
    }
  }

  private func page(
    for request: PageRequest<FileOffset>, of lines: EditionLines
  ) async throws(FileError) -> Page<TextLine, FileOffset> {
    if request.validator == lines.current.file.validator { return .unchanged }
    try text.check(request, of: lines)
    var page = try await page(request.position, max(request.count, 1), of: lines)
    if let carry = text.carry { try lines.apply(carry, to: &page.items) }
    page.validator = lines.current.file.validator
    return page
  }

  private func page(
    _ position: PageRequest<FileOffset>.Position, _ count: Int, of lines: EditionLines
  ) async throws(FileError) -> Page<TextLine, FileOffset> {
    let readers = lines.readers
    switch position {
    case .start: return try await page(from: readers[0].file.start, in: 0, count, of: lines)
    case .end: return try await page(before: nil, in: readers.count - 1, count, of: lines)
    case .number: throw .uncounted(path: lines.current.file.path)
    case .after(let cursor):
      let index = try lines.index(of: cursor)
      return try await page(from: readers[index].offset(of: cursor), in: index, count, of: lines)
    case .before(let cursor):
      let index = try lines.index(of: cursor)
      return try await page(before: readers[index].offset(of: cursor), in: index, count, of: lines)
    }
  }

  // MARK: Editions

  private func page(
    from offset: Int, in first: Int, _ count: Int, of lines: EditionLines
  ) async throws(FileError) -> Page<TextLine, FileOffset> {
    var run = try await filtered(lines.readers[first]).lines(from: offset, count: count)
    let before = lines.before(run.offset, in: first)
    var (items, index) = (run.lines, first)
    while run.isLast, items.count < count, index + 1 < lines.readers.count {
      index += 1
      let reader = lines.readers[index]
      run = try await filtered(reader).lines(from: reader.file.start, count: count - items.count)
      items += run.lines
    }
    return Page(items: items, before: before, after: try after(run, in: index, of: lines))
  }

  private func page(
    before offset: Int?, in last: Int, _ count: Int, of lines: EditionLines
  ) async throws(FileError) -> Page<TextLine, FileOffset> {
    let end = offset ?? lines.readers[last].size
    var run = try await filtered(lines.readers[last]).lines(before: offset, count: count)
    let whole = FilteredLines.Run(
      lines: run.lines, offset: lines.readers[last].file.start, isLast: true)
    let after: Continuation<FileOffset> =
      offset == nil
      ? try self.after(whole, in: last, of: lines)
      : .more(FileOffset(bytes: run.offset, edition: lines.readers[last].file.edition))
    var (items, index) = (run.lines, last)
    while run.isLast, items.count < count, index > 0 {
      index -= 1
      let reader = lines.readers[index]
      run = try await filtered(reader).lines(before: nil, count: count - items.count)
      items = run.lines + items
    }
    let start = run.isLast ? lines.readers[index].file.start : run.lines.first?.id.bytes ?? end
    return Page(items: items, before: lines.before(start, in: index), after: after)
  }

  private func filtered(_ reader: LineReader) -> FilteredLines {
    FilteredLines(
      reader: reader, search: search(of: reader.file), context: context,
      window: window)
  }

  /// The continuation after a page; if the page has reached the end of the file, this is the place
  /// from which lines that are added later are searched.
  private func after(
    _ run: FilteredLines.Run, in index: Int, of lines: EditionLines
  ) throws(FileError) -> Continuation<FileOffset> {
    let (reader, edition) = (lines.readers[index], lines.readers[index].file.edition)
    guard run.isLast else {
      return .more(FileOffset(bytes: run.end ?? run.offset, edition: edition))
    }
    guard index == lines.readers.count - 1 else {
      let next = lines.readers[index + 1].file
      return .more(FileOffset(bytes: next.start, edition: next.edition))
    }
    state.withLock { $0.searchedEnd = FileOffset(bytes: reader.size, edition: edition) }
    return .unknown(try end(of: run, in: reader))
  }

  /// The place from which lines that are added later are searched.
  ///
  /// It is as many lines before the end as there are lines of context, because an added line, or a
  /// last line that is completed, may match, and its context is then shown, too. A last record with
  /// an open quote is searched again from its start, because added lines may close the quote.
  /// Complete lines that are already shown are not searched again.
  private func end(of run: FilteredLines.Run, in reader: LineReader) throws(FileError) -> FileOffset
  {
    if let last = run.lines.last, last.isUnfinished { return last.id }
    let isShown = run.lines.last.map { $0.id.edition == reader.file.edition } ?? false
    let shown = isShown ? run.end : nil
    let open = try reader.openRecord(from: run.offset) ?? reader.size
    let line = try filtered(reader).itemStart(at: open, back: context)
    return FileOffset(
      bytes: max(shown ?? run.offset, min(line, reader.size)), edition: reader.file.edition)
  }
}
