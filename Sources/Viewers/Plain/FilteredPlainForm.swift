import ByteStores
import Feeds
import FileSources
import Glibc
import Paging
import Records
import Terminal

/// The plain form of a text to which the filters and times of the command line are applied; it
/// contains the items that the screen would show.
struct FilteredPlainForm {
  private let feed: TextFeed
  private let form: PlainForm
  private let items: ItemsForm
  private let isOrdered: Bool
  /// The format of the records, if there are any.
  private let head: RecordHead?
  /// The source of further bytes, which are awaited.
  private let arrivals: (any Arrivals)?

  private var options: ViewerOptions { form.options }

  /// Creates the form; the result is nil if the command line has neither filters nor times, and the
  /// text is not a file that is followed.
  ///
  /// - Throws: an error if a filter or time is invalid, or if the text has no times.
  init?(
    _ feed: TextFeed, _ form: PlainForm,
    _ output: @escaping ShownItems.Output = StandardOutput.write
  ) throws(Failure) {
    let options = form.options
    let follows = options.follows && feed.stream == nil
    guard !options.filters.isEmpty || options.span.isLimited || follows else { return nil }
    let head = feed.wholeHead(options)
    (self.feed, self.form, self.head) = (feed, form, head)
    let (text, file) = (feed.text, feed.file)
    if let head { head.begin(file) }
    text.read(as: head?.reading.format ?? .text)
    text.joinEntries(true)
    let limit = try feed.limit(file, to: options, head?.reading)
    isOrdered = limit?.isOrdered ?? true
    let parts = try AskedFilters(options, head, text, file).parts().map(\.lineCondition)
    let conditions = [limit?.condition].compactMap { $0 } + parts
    let arrivals: (any Arrivals)? =
      follows ? FollowedFile(file, writingTo: STDOUT_FILENO) : feed.stream
    self.arrivals = arrivals
    items = try ItemsForm(
      ShownItems(text, file, arrivals, conditions), of: file, head, called: feed.title,
      columns: options.columns, isJSON: options.writesJSON,
      showsNumbers: options.showsLineNumbers, toTerminal: form.toTerminal,
      rules: options.lineRules, to: output)
  }

  /// Writes until the end of the text, until the limit, or until the pipe is closed.
  ///
  /// - Throws: an error if the text cannot be read or the output cannot be written. If times are
  ///   not in order, or a filter names a column of a text without columns and finds nothing, the
  ///   error is thrown at the end.
  func run() throws(Failure) {
    try PlainForm.wait(write)
    if let missing { throw missing.failure(in: feed.title) }
    if !isOrdered {
      throw .source("\(feed.title): the times are not in order: some lines may be missing")
    }
  }

  /// The filter that may be the reason why nothing was found in a text without columns; nil if
  /// there is none.
  var missing: ColumnlessCondition? {
    guard head == nil, !form.found.isAny, options.limit != 0,
      (try? feed.file.size()).map({ $0 > feed.file.start }) == true
    else { return nil }
    return options.filters.lazy.compactMap(ColumnlessCondition.init).first
  }

  /// Writes the items asynchronously, and notes whether any were found.
  func write() async throws {
    guard options.limit != 0 else { return }
    form.found.note(try await writeItems())
  }

  /// Writes from the requested position, and returns the number of items.
  private func writeItems() async throws -> Int {
    let limit = options.limit
    let numbered: FileOffset?
    switch feed.startOfPlain(options) {
    case nil, .match: return try await items.write(limit: limit)
    case .end:
      let place = try await items.shown.lastPlace(limit ?? options.paging.pageSize)
      return try await items.write(from: place, limit: limit)
    case .line(let number): numbered = try await place(of: number, ItemCounter(of: feed.file))
    case .item(let number):
      let reading = head.flatMap { $0.reading.isOfText ? nil : $0.reading }
      numbered = try await place(of: number, ItemCounter(of: feed.file, reading))
    }
    // If the text has no such item, the output is the same as if nothing had matched.
    return try await items.write(from: numbered, limit: numbered == nil ? 0 : limit)
  }

  /// The position of the item with the given number; nil if the text ends before it.
  ///
  /// The end is awaited first, because it may decide where a record begins. A followed text may have no end, so the
  /// search is repeated whenever that text has grown.
  private func place(of number: Int, _ counter: ItemCounter) async throws -> FileOffset? {
    if !options.follows { try arrivals?.waitForEnd() }
    while !Task.isCancelled {
      let size = try feed.file.size()
      if let found = try await counter.place(of: number, progress: { _ in }) { return found }
      guard options.follows, let arrivals, try await arrivals.hasMore(behind: size) else {
        return nil
      }
    }
    throw FileError.cancelled
  }
}
