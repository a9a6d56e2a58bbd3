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
  private let head: RecordHead?
  private let form: PlainForm
  private let items: ShownItems
  private let output: RecordPlainForm.Output
  private let isOrdered: Bool

  private var options: ViewerOptions { form.options }

  /// - Returns: nil where nothing is asked.
  /// - Throws: the mistake in what is asked, or that no times are known.
  init?(
    _ feed: TextFeed, _ form: PlainForm,
    _ output: @escaping RecordPlainForm.Output = StandardOutput.write
  ) throws(Failure) {
    let options = form.options
    guard !options.filters.isEmpty || options.span.isLimited else { return nil }
    head = feed.wholeHead(options)
    (self.feed, self.form, self.output) = (feed, form, output)
    let (text, file) = (feed.text, feed.file)
    if let head { head.begin(file) }
    text.read(as: head?.reading.format ?? .text)
    text.joinEntries(true)
    let parts = try AskedFilters(options, head, text, file).parts().map(\.lineCondition)
    let limit = try feed.limit(file, to: options, head?.reading)
    isOrdered = limit?.isOrdered ?? true
    let conditions = ([limit?.condition].compactMap { $0 }) + parts
    items = ShownItems(text, file, feed.stream, conditions)
    if let missing = recordLine?.columns?.first(where: { !$0.mayBe(in: reading) }) {
      throw .source("\(feed.title) has no column '\(SafeText(missing.name))'")
    }
  }

  private var reading: RecordDecoder { head?.reading ?? .ndjson }

  /// Writes until the end, the limit, or until the reader closes the pipe.
  func run() throws(Failure) {
    guard options.limit != 0 else { return }
    try PlainForm.wait { form.found.note(try await write()) }
  }

  private func write() async throws -> Int {
    let start = try await firstPlace()
    if let line = recordLine { return try await write(line, from: start) }
    if isCopied { return try await copy(from: start) }
    return try await writeLines(from: start)
  }

  /// Whether items pass as they are written.
  private var isCopied: Bool {
    !options.writesJSON && !form.toTerminal && (!options.showsLineNumbers || head != nil)
  }

  /// How records are written, where not as they are; nil where there are none.
  private var recordLine: RecordLine? {
    guard let head, options.columns != nil || !isCopied,
      !head.reading.isOfText || options.columns != nil || options.writesJSON
    else { return nil }
    return RecordLine(
      reading: head.reading,
      columns: options.columns?.map { RecordColumn($0, of: head.names) },
      isJSON: options.writesJSON || options.columns == nil && head.reading.isJSON)
  }

  // MARK: As they are written

  private func copy(from start: FileOffset?) async throws -> Int {
    guard try writeHeader() else { return 0 }
    return try await items.copy(from: start, limit: options.limit, to: output)
  }

  /// The line with the names of columns, as it is written.
  private func writeHeader() throws -> Bool {
    guard let head, let csv = head.reading.csv, csv.reader.dialect.hasHeader else { return true }
    return try feed.file.whole(0..<head.start).withUnsafeBytes(output)
  }

  // MARK: In another form

  private func write(_ line: RecordLine, from start: FileOffset?) async throws -> Int {
    var records = RecordOutput(line, toTerminal: form.toTerminal)
    records.begin(with: head?.headings(of: line.columns) ?? [])
    return try await items.forEach(from: position(start), options.limit) { item in
      let raw = try item.isAbridged ? whole(item) : Array(item.raw)
      var piece = RecordPiece(
        range: 0..<raw.count - (item.raw.count - item.bytes.count), end: raw.count,
        isContinuation: item.isContinuation)
      piece.isContinued = item.isContinued
      _ = records.append(piece, of: raw)
      return try records.flush(output)
    }
  }

  private func whole(_ item: TextLine) throws -> [UInt8] {
    try feed.file.whole(item.id.bytes..<item.endOffset)
  }

  private func writeLines(from start: FileOffset?) async throws -> Int {
    let line = PlainLine(
      isJSON: options.writesJSON, showsNumber: options.showsLineNumbers,
      toTerminal: form.toTerminal, rules: options.lineRules)
    let counter = LineCounter(of: feed.file)
    return try await items.forEachPage(from: position(start), options.limit) { page in
      var out: [UInt8] = []
      for item in page {
        let number = line.showsNumber ? try await counter.count(before: item.id) + 1 : 0
        line.append(item, number: number, to: &out)
      }
      return try out.withUnsafeBytes(output)
    }
  }

  private func position(_ place: FileOffset?) -> PageRequest<FileOffset>.Position {
    place.map { .after($0) } ?? .start
  }

  /// Where the first item may be; nil for the start.
  private func firstPlace() async throws -> FileOffset? {
    switch feed.start {
    case nil, .match: return nil
    case .line(let number):
      return try await LineCounter(of: feed.file).place(ofLine: number)
    case .item(let number):
      guard let head, !head.reading.isOfText else {
        return try await LineCounter(of: feed.file).place(ofLine: number)
      }
      return try await RecordCounter(of: feed.file, head.reading).place(ofRecord: number)
    case .end:
      let count = options.limit ?? options.paging.pageSize
      return try await items.lastPlace(count)
    }
  }
}

