import ByteStores
import Feeds
import FileSources
import Glibc
import Paging
import Records
import Terminal

/// What the filters and the times of the command line leave of a text, on standard output: the same that they leave on the
/// screen.
struct FilteredPlainForm {
  private let feed: TextFeed
  private let form: PlainForm
  private let items: ItemsForm
  private let isOrdered: Bool

  private var options: ViewerOptions { form.options }

  /// - Returns: nil where nothing is asked.
  /// - Throws: the mistake in what is asked, or that no times are known.
  init?(
    _ feed: TextFeed, _ form: PlainForm,
    _ output: @escaping ShownItems.Output = StandardOutput.write
  ) throws(Failure) {
    let options = form.options
    let follows = options.follows && feed.stream == nil
    guard !options.filters.isEmpty || options.span.isLimited || follows else { return nil }
    let head = feed.wholeHead(options)
    (self.feed, self.form) = (feed, form)
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
    items = try ItemsForm(
      ShownItems(text, file, arrivals, conditions), of: file, head, called: feed.title,
      columns: options.columns, isJSON: options.writesJSON,
      showsNumbers: options.showsLineNumbers, toTerminal: form.toTerminal,
      rules: options.lineRules, to: output)
  }

  /// Writes until the end, the limit, or until the reader closes the pipe.
  ///
  /// - Throws: why it cannot be read or written; that times are not in order, when all is written.
  func run() throws(Failure) {
    try PlainForm.wait(write)
    if !isOrdered { throw .source("\(feed.title): times are not in order: some may be missing") }
  }

  /// The same for whoever can wait for it.
  func write() async throws {
    guard options.limit != 0 else { return }
    form.found.note(try await items.write(from: firstPlace(), limit: options.limit))
  }

  /// Where the first item may be; nil for the start.
  private func firstPlace() async throws -> FileOffset? {
    switch feed.startOfPlain(options) {
    case nil, .match: nil
    case .line(let number): try await LineCounter(of: feed.file).place(ofLine: number)
    case .item(let number): try await items.place(of: number)
    case .end: try await items.shown.lastPlace(options.limit ?? options.paging.pageSize)
    }
  }
}
