package import ByteStores
import Bytes
import CommandSources
package import Feeds
package import FileSources
import Glibc
package import Paging
package import Records
import TableUI
package import Terminal

/// A text file or log with lines of any number and length.
nonisolated package struct TextFeed: Feed {
  let file: FileStore
  /// The stream that fills the file, if it is not a plain file.
  let stream: StreamStore?
  let text: TextFileSource
  /// The format of the records, if there are any.
  private(set) var head: RecordHead?
  /// The size of the file when it was found to contain no records; nil for a stream.
  private var sizeWithoutRecords: Int?
  let start: StartPosition?
  package private(set) var notice: String?
  /// Called when the feed is closed, to run the command in `LESSCLOSE`.
  private var onClose: @Sendable () -> Void = {}
  /// The end of a list within a document; the rest of the file is not shown.
  private var listEnd: Int?

  /// Returns a copy of this feed that shows only the records of a list within the text.
  func showing(_ list: DocumentList) -> TextFeed {
    var feed = self
    (feed.head, feed.listEnd) = (RecordHead(reading: .jsonArray, start: list.start), list.end)
    return feed
  }

  /// The opener of existing paths that are not folders, and of standard input.
  package static let opener = FeedOpener { address, options throws(Failure) in
    if case .standardInput(let start) = address {
      let options = options.starting(at: start)
      let text = try TextFeed(standardInput: start, options)
      return try DocumentFeed.feed(of: text, options)
    }
    guard case .path(let path, let kind, let start) = address, kind != .directory else {
      return nil
    }
    let options = options.starting(at: start)
    let text: TextFeed
    do throws(FileError) {
      if let stream = try StreamStore(path: path, kind: kind, decoding: options.decoding) {
        return TextFeed(stream.file, stream, at: start)
      }
      let file = try FileStore(path: path)
      if let (stream, close) = try preprocessed(file, options) {
        var feed = TextFeed(stream.file, stream, at: start)
        feed.onClose = close
        return feed
      }
      text = try TextFeed(file, at: start, options)
    } catch {
      throw Failure(error)
    }
    return try DocumentFeed.feed(of: text, options)
  }

  /// Returns the text that the command in `LESSOPEN` makes from a file that is not text; nil to
  /// show the file itself.
  private static func preprocessed(
    _ file: FileStore, _ options: ViewerOptions
  ) throws(FileError) -> LessFilter.Replacement? {
    guard options.restriction == nil,
      let filter = LessFilter(options.lessOpen(), closing: options.lessClose()),
      try isBinary(file, options)
    else { return nil }
    return try filter.replacement(of: file)
  }

  /// Whether a file is not text, even after it is unpacked or decoded.
  ///
  /// It waits for the first bytes that are unpacked.
  private static func isBinary(
    _ file: FileStore, _ options: ViewerOptions
  ) throws(FileError) -> Bool {
    guard BinaryContent.has(file) else { return false }
    guard let stream = try StreamStore(unpacking: file, decoding: options.decoding) else {
      return true
    }
    defer { stream.stop() }
    // A damaged file is judged by the bytes before the damage.
    _ = try? stream.waitForMore(after: BinaryContent.most - 1)
    return BinaryContent.has(stream.file)
  }

  /// Creates a feed for standard input, which is stored while it arrives.
  ///
  /// - Throws: an error if standard input is a terminal or cannot be read.
  private init(
    standardInput start: StartPosition?, _ options: ViewerOptions
  ) throws(Failure) {
    let name = "standard input"
    guard isatty(STDIN_FILENO) == 0 else {
      throw .usage("\(name) is a terminal: name a file, or pipe data into endless")
    }
    // This is a duplicate, so that the pipe can be closed independently of standard input.
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    do throws(FileError) {
      // If another program has read the first lines, the rest is read like a pipe.
      if lseek(descriptor, 0, SEEK_CUR) <= 0,
        let file = try? FileStore(descriptor: descriptor, name: name)
      {
        try self.init(file, at: start, options)
      } else {
        let stream = try StreamStore(
          taking: descriptor, name: name, decoding: options.decoding)
        self.init(stream.file, stream, at: start)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// The opener of the output of shell commands.
  package static let commandOpener = FeedOpener { address, options throws(Failure) in
    guard case .scheme("exec", let command) = address else { return nil }
    if let restriction = options.restriction { throw restriction.failure("commands") }
    // A command with placeholders is opened by another feed.
    let template = try CommandList.template(command)
    guard !template.isPaged else { return nil }
    let stream: StreamStore
    do throws(FileError) {
      stream = try StreamStore(command: template.program, decoding: options.decoding)
    } catch {
      throw Failure(error)
    }
    return try feed(of: stream, options)
  }

  /// Returns the feed of a stream.
  ///
  /// - Parameter notice: a notice about the address.
  package static func feed(
    of stream: StreamStore, notice: String? = nil, _ options: ViewerOptions
  ) throws(Failure) -> any Feed {
    var text = TextFeed(stream.file, stream)
    text.notice = notice
    return try DocumentFeed.feed(of: text, options)
  }

  /// Creates a feed for a file; a compressed file is decompressed while it is read.
  private init(
    _ file: FileStore, at start: StartPosition?, _ options: ViewerOptions
  ) throws(FileError) {
    let mayRunPrograms = options.restriction == nil
    let stream = try StreamStore(
      unpacking: file, decoding: options.decoding, mayRunPrograms: mayRunPrograms)
    self.init(
      stream?.file ?? file, stream, at: start, decoding: options.decoding,
      mayRunPrograms: mayRunPrograms)
    if stream == nil { recognize(options) }
  }

  /// Recognizes the format of records, unless it is known or the file is known to contain none.
  private mutating func recognize(_ options: ViewerOptions) {
    guard head == nil, !isKnownText else { return }
    head = head(options)
    if head == nil, stream == nil { sizeWithoutRecords = try? file.size() }
  }

  /// Whether the file was examined and still has the same size, so that it is not examined twice
  /// before the first frame.
  private var isKnownText: Bool {
    sizeWithoutRecords != nil && (try? file.size()) == sizeWithoutRecords
  }

  private func head(_ options: ViewerOptions) -> RecordHead? {
    RecordHead(of: file, as: options.format, options.csv, mayGrow: stream?.mayGrow == true)
  }

  /// Whether a stream begins with records, according to the same test as for a file.
  func isStreamOfRecords(_ options: ViewerOptions) -> Bool {
    stream != nil && head(options) != nil
  }

  /// Skips the bytes before the first record, which are not lines.
  private func passOverHead() {
    guard let head else { return passOverMark() }
    if let listEnd { file.end(at: listEnd) }
    head.begin(file)
    text.read(as: head.reading.format)
  }

  /// Skips a byte order mark.
  private func passOverMark() { file.passOver(markLength(of: file)) }

  /// Skips a byte order mark in the plain form, unless the bytes stay unchanged.
  func passOverMark(_ options: ViewerOptions) {
    if options.starting(at: start).decoding != .none { passOverMark() }
  }

  /// Returns the length of a UTF-8 byte order mark at the start of a file; a stream removes it
  /// itself.
  func markLength(of file: FileStore) -> Int {
    guard stream == nil, let bytes = try? file.whole(0..<3) else { return 0 }
    return bytes.withUnsafeBytes { $0.byteOrderMarkLength }
  }

  /// Returns the format of the records, after waiting for as many bytes as are examined in a file.
  func wholeHead(_ options: ViewerOptions) -> RecordHead? {
    if let listEnd { file.end(at: listEnd) }
    if let head { return head }
    if isKnownText { return nil }
    // Lines of JSON are recognized from a few bytes; for other text, the number of examined bytes
    // must not depend on how they arrive. If the stream fails, the error is reported when the text
    // is read.
    let least = options.format == .ndjson ? 3 : RecordHead.size
    if options.follows { awaitHead(least) } else { _ = try? stream?.waitForMore(after: least - 1) }
    return head(options)
  }

  /// The maximum time to wait for the bytes to examine in a followed stream; the wait could
  /// otherwise be long, because a log grows only when something happens.
  private static let longestHead = Duration.milliseconds(500)

  private func awaitHead(_ count: Int) {
    guard let stream, (try? stream.waitForMore(after: 0)) == true else { return }
    stream.requestBytes(upTo: count - 1)
    let deadline = SuspendingClock.now + Self.longestHead
    while stream.mayGrow, (try? file.size()) ?? count < count, SuspendingClock.now < deadline {
      stream.waitForNews(until: deadline)
    }
  }

  /// Waits for the first bytes of a stream, as long as those that have arrived are not sufficient.
  ///
  /// - Parameters:
  ///   - time: the time limit; nil for none.
  ///   - isWanted: called with all bytes that have arrived; returns whether more are needed.
  func awaitBeginning(_ time: Duration?, whileMayBe isWanted: ([UInt8]) -> Bool) {
    guard let stream else { return }
    let deadline = time.map { SuspendingClock.now + $0 }
    while stream.mayGrow, let size = try? file.size(), size < RecordHead.size,
      let bytes = try? file.whole(0..<size), isWanted(bytes)
    {
      if let deadline {
        guard SuspendingClock.now < deadline else { return }
        stream.waitForNews(until: deadline)
      } else {
        guard (try? stream.waitForMore(after: size)) == true else { return }
      }
    }
  }

  package func close() {
    (text.origin.stream ?? stream)?.stop()
    onClose()
  }

  package init(
    _ file: FileStore, _ stream: StreamStore?, at start: StartPosition? = nil,
    decoding: TextDecoding = .none, mayRunPrograms: Bool = true
  ) {
    self.file = file
    self.stream = stream
    text = TextFileSource(file, unpackedBy: stream, carry: .style) { (file) throws(FileError) in
      try StreamStore(unpacking: file, decoding: decoding, mayRunPrograms: mayRunPrograms)
    }
    self.start = start
  }

  package var title: String { file.path }
  package var itemNames: (one: String, many: String) { ("line", "lines") }
  package var source: any PagingSource<TextLine, FileOffset> { text }
  package var takesTimes: Bool { true }
  /// The time to wait for the first bytes of a stream: most programs have written some by then, and
  /// the delay is less noticeable than a second frame.
  private static let firstWait = Duration.milliseconds(10)
  /// The default values for paging: lines are small and fast to load, so fewer are kept and more
  /// are loaded in advance.
  package var paging: PagingDefaults { PagingDefaults(keep: 300, ahead: 100) }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<TextLine, FileOffset> {
    // Without data the first page would be empty, and another thread would load a second one.
    if (try? file.size()) == 0 { stream?.waitForNews(until: .now + Self.firstWait) }
    var feed = self
    feed.recognize(viewer.options)
    feed.passOverHead()
    let controller = TextController(
      feed, try viewer.pager(of: feed), try feed.asked(viewer.askedOptions), in: viewer)
    return FeedScreen(controller: controller, list: controller.list)
  }

  /// Returns the time span and the filters of the command line.
  @MainActor private func asked(_ options: ViewerOptions) throws(Failure) -> AskedItems {
    text.joinEntries(true)
    let limit = try limit(file, to: options, head?.reading)
    let parts =
      options.filters.isEmpty ? [] : try AskedFilters(options, head, text, file).parts()
    return AskedItems(limit: limit, parts: parts)
  }

  package func line(of line: TextLine) -> String { String(decoding: line.bytes, as: UTF8.self) }

  package func fields(of line: TextLine) -> [JSONField] {
    guard let record = head?.reading.record(of: line) else {
      return [JSONField("text", .string(self.line(of: line)))]
    }
    return record.map { field in
      var value: [UInt8] = []
      field.value.appendJSON(to: &value)
      return JSONField(field.name, .written(value))
    }
  }

  /// Writes the text; if no other form is requested, its bytes are copied, because a pager would be
  /// a hundred times slower.
  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    try checkOutput(form.options)
    if let filtered = try FilteredPlainForm(self, form) {
      try filtered.run()
    } else if let records = try RecordPlainForm(self, form) {
      try records.run()
    } else {
      passOverMark(form.options)
      try TextPlainForm(file, stream, start: startOfPlain(form.options), form).run()
    }
    if form.options.writesJSON, form.options.limit == nil { try tellUndecoded() }
  }

  /// Reports text that could not be decoded, and was written as U+FFFD.
  private func tellUndecoded() throws(Failure) {
    guard let stream, let encoding = stream.encoding, stream.undecodedCount > 0 else { return }
    let count = stream.undecodedCount
    let what = count == 1 ? "a character" : "\(count.grouped) characters"
    throw .source("\(title): \(what) could not be decoded as \(encoding)")
  }

  /// Returns the start of the plain form; nil for a followed stream that would start at its end,
  /// because the stream may never end.
  @MainActor func startOfPlain(_ options: ViewerOptions) -> StartPosition? {
    options.follows && start == .end && stream != nil ? nil : start
  }
}

/// The decision whether a text needs a screen, for `less -F`.
extension TextFeed {
  /// A number of bytes that cannot fit on a screen.
  private static let tooMany = 256 << 10

  @MainActor package func fits(
    on size: Size, within time: Duration, _ options: ViewerOptions
  ) -> Bool {
    // Whether a filtered text fits on the screen is known only after a complete search.
    guard options.filters.isEmpty, !options.span.isLimited, !options.follows else { return false }
    let deadline = SuspendingClock.now + time
    while stream?.state == .arriving, isShort(on: size, options),
      SuspendingClock.now < deadline
    {
      stream?.waitForNews(until: deadline)
    }
    return stream?.state ?? .ended == .ended && isShort(on: size, options)
  }

  /// Whether the text leaves a line for the shell's prompt.
  ///
  /// A cut line or a record takes one line. Line numbers are considered by the layout.
  private func isShort(on size: Size, _ options: ViewerOptions) -> Bool {
    guard let count = try? file.size(), count < Self.tooMany,
      let bytes = try? file.whole(0..<count)
    else { return false }
    let (wraps, rules) = (options.wrapsLines && head == nil, options.lineRules)
    var height = 0
    for line in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      height +=
        wraps
        ? max(
          1,
          LineText(line, rules).text
            .folded(to: max(1, size.columns), atBlanks: options.wrapsAtBlanks).count) : 1
      if height > size.lines { return false }
    }
    // If nothing follows the last line end, it does not begin another line.
    return height - (bytes.last == .lineFeed || bytes.isEmpty ? 1 : 0) < size.lines
  }
}

extension LineCarry {
  /// The style at the end of a line, as `Style.bits`.
  nonisolated static let style = LineCarry { bits, bytes in
    let hasStyle = bytes.withUnsafeBytes { $0.firstIndex(of: .escape, from: 0) != nil }
    return hasStyle ? CarriedStyle.next(bits, bytes) : bits
  }
}
