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
  /// The file that is followed, if it is not a stream.
  private let followed: FollowedFile?
  private let output: ShownItems.Output
  /// Writes a message for the reader, for example that the file was truncated.
  var tell: (String) -> Void = StandardError.tell

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
    let followed = follows ? FollowedFile(feed.file, writingTo: STDOUT_FILENO) : nil
    if let followed { try feed.waitForLines(of: followed, options) }
    let head = feed.wholeHead(options)
    (self.feed, self.form, self.head) = (feed, form, head)
    (self.followed, self.output) = (followed, output)
    let (text, file) = (feed.text, feed.file)
    if let head { head.begin(file) } else { feed.passOverMark(options) }
    text.read(as: head?.reading.format ?? .text)
    text.joinEntries(true)
    let limit = try feed.limit(file, to: options, head?.reading)
    isOrdered = limit?.isOrdered ?? true
    let parts = try AskedFilters(options, head, text, file).parts().map(\.lineCondition)
    let conditions = [limit?.condition].compactMap { $0 } + parts
    let arrivals: (any Arrivals)? = if let followed { followed } else { feed.stream }
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
    // Following a file does not end, so a filter that names a missing column is reported first.
    if followed != nil, let missing { tell(missing.failure(in: feed.title).text) }
    try PlainForm.wait(write)
    if let missing { throw missing.failure(in: feed.title) }
    if !isOrdered {
      throw .source("\(feed.title): the times are not in order: some lines may be missing")
    }
  }

  /// The filter that may be the reason why nothing was found in a text without columns, if any.
  var missing: ColumnlessCondition? {
    guard head == nil, !form.found.isAny, options.limit != 0,
      (try? feed.file.size()).map({ $0 > feed.file.start }) == true
    else { return nil }
    return options.filters.lazy.compactMap(ColumnlessCondition.init).first
  }

  /// Writes the items asynchronously, and notes whether any were found.
  func write() async throws {
    var (current, left) = (self, options.limit)
    while left != 0 {
      let count = try await current.writeItems(limit: left)
      form.found.note(count)
      left = left.map { $0 - count }
      guard left != 0, let next = try await current.afterTruncation() else { return }
      current = next
    }
  }

  /// Returns the form of a followed file from its new start; nil if the file was not truncated.
  private func afterTruncation() async throws -> Self? {
    guard followed?.isCutShort == true else { return nil }
    tell("\(feed.title) was truncated: continuing at its start")
    let text = feed.text
    let reopened = try? await text.restartedFile()
    // A file without a path, such as standard input, is read again from its descriptor.
    let file = if let reopened { reopened } else { try await text.file() }
    let feed = TextFeed(file, nil)
    try await feed.awaitLines(of: FollowedFile(file, writingTo: STDOUT_FILENO), options)
    var next = try Self(feed, form, output)
    next?.tell = tell
    return next
  }

  /// Writes from the requested position, and returns the number of items.
  private func writeItems(limit: Int?) async throws -> Int {
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

  /// Returns the position of the item with the given number; nil if the text ends before it.
  ///
  /// The end is awaited first, because it may decide where a record begins. A followed text may
  /// have no end, so the search is repeated whenever that text has grown.
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
