import Answers
import ByteStores
import Bytes
package import Feeds
package import FileSources
package import Paging
package import Records
package import TableUI
import Terminal

/// A JSON document as a tree: a row for each value, with its children below it if it is unfolded.
nonisolated package struct DocumentFeed: Feed {
  private let file: FileStore
  private let stream: StreamStore?
  private let document: DocumentSource
  /// The text of the document, which decompresses the file and writes the plain form, except for
  /// JSON.
  private let text: TextFeed

  /// Returns the feed for a text.
  ///
  /// For a document, this is the list that the reader has named or that has a well-known name, or
  /// else the tree of the document; for any other text, it is the text itself.
  ///
  /// - Throws: an error if the document has no list at the place that the reader has named.
  static func feed(of text: TextFeed, _ options: ViewerOptions) throws(Failure) -> any Feed {
    if let pointer = try AskedPages.items(options) {
      return try list(in: text, at: pointer)
    }
    guard let document = DocumentFeed(text, options) else { return text }
    return list(in: text) ?? document
  }

  /// The maximum size in bytes of a document that is searched for a list; the search reads all of
  /// it before the first screen.
  package static let mostForList = 64 << 20
  /// The number of bytes from the start of a document within which a list with a well-known name
  /// must begin.
  private static let headSize = 256 << 10

  /// Returns a feed of the records of a list with a well-known name, in a document that is an
  /// object; nil if no such list is found.
  ///
  /// Cost: reads the complete document, unless no such list begins near its start.
  private static func list(in text: TextFeed) -> TextFeed? {
    let file = text.file
    guard text.stream?.mayGrow != true, let size = try? file.size(), size <= mostForList,
      let bytes = try? file.whole(file.start..<min(size, file.start + headSize))
    else { return nil }
    let isPart = file.start + bytes.count < size
    // A short document must be valid as a whole to be searched for a list. Checking all of a longer
    // one would take too long, so only its beginning is parsed.
    let document =
      isPart ? JSONReader.record(ofPart: bytes[...]) : try? JSONReader().record(bytes[...])
    guard let document, let found = AnswerObject.list(in: document, isPart: isPart),
      let list = try? DocumentList(in: file, at: file.start + found.list.raw.startIndex)
    else { return nil }
    return text.showing(list)
  }

  /// Returns a feed of the elements of the array that the reader has named; if the text is a
  /// stream, waits for its end.
  private static func list(
    in text: TextFeed, at pointer: JSONPointer
  ) throws(Failure) -> TextFeed {
    let file = text.file
    do throws(FileError) {
      while text.stream?.mayGrow == true, try text.stream?.waitForMore(after: file.size()) == true {
      }
      if let list = try DocumentList(in: file, named: pointer.tokens) { return text.showing(list) }
    } catch {
      throw Failure(error)
    }
    let name = file.path.lastPathComponent
    throw .source("\(name): no array at '\(pointer)': name one with --items, such as /data/items")
  }

  /// Creates a feed for a text that is a document; nil for any other text, or if options require
  /// another form.
  private init?(_ text: TextFeed, _ options: ViewerOptions) {
    guard options.format == nil, text.head == nil,
      text.start == nil, options.csv == CSVChoice(),
      // A document cannot be filtered, but a log that grows may begin with one line of JSON.
      !options.follows || options.filters.isEmpty,
      Self.isDocument(text, mayWait: options.writesJSON), !text.isStreamOfRecords(options)
    else { return nil }
    (file, stream, self.text) = (text.file, text.stream, text)
    document = DocumentSource(file, stream)
  }

  /// Whether a text is a document.
  ///
  /// Cost: reads the first bytes. In a stream, it first waits for more while the bytes that have
  /// arrived may begin a document; without `mayWait`, it waits for at most `firstWait`.
  private static func isDocument(_ text: TextFeed, mayWait: Bool) -> Bool {
    let file = text.file
    text.awaitBeginning(mayWait ? nil : firstWait) {
      $0.first.map { $0 == .openBrace || $0 == .openBracket || $0.isJSONBlank } ?? true
    }
    guard let size = try? file.size(), size > file.start else { return false }
    guard mayBeDocument(file, size: size) else { return false }
    for wanted in [RecordHead.size, 256 << 10] {
      let end = min(size, file.start + wanted)
      guard let bytes = try? file.whole(file.start..<end) else { return false }
      let isComplete = end == size && text.stream?.mayGrow != true
      let isDocument = bytes.withUnsafeBytes { bytes in
        guard DocumentRecognition.isDocument(bytes, isComplete: isComplete) else { return false }
        file.passOver(file.start + RecordFormat.contentOffset(in: bytes))
        return true
      }
      if isDocument || end == size { return isDocument }
    }
    return false
  }

  /// Whether the first ASCII byte that is not white space opens an object or an array, or the first
  /// 64 bytes contain no such byte.
  ///
  /// The test must be fast, because it is made at each start of the program.
  private static func mayBeDocument(_ file: FileStore, size: Int) -> Bool {
    let beginning = try? file.whole(file.start..<min(size, file.start + 64))
    let first = beginning?.first { !$0.isJSONBlank && $0 < 0x80 }
    return first == .openBrace || first == .openBracket || first == nil
  }

  /// The time to wait for the first bytes of a stream, usually sufficient for a request to another
  /// host.
  private static let firstWait = Duration.milliseconds(150)

  package var title: String { text.title }
  package var notice: String? { text.notice }
  package var shortTitle: String? { title.lastPathComponent }
  package var itemNames: (one: String, many: String) { ("value", "values") }
  package var source: any PagingSource<DocumentRow, FileOffset> { document }
  package var paging: PagingDefaults { text.paging }
  package func close() { text.close() }

  // MARK: A row

  @MainActor package func row(of row: DocumentRow, _ theme: Theme) -> LineCell.Content {
    func safe(_ bytes: some Sequence<UInt8>) -> SafeText {
      SafeText(String(decoding: Array(bytes), as: UTF8.self), joinsEmoji: theme.joinsEmoji)
    }
    let isMember = row.parent.map { !$0.isArray } ?? false
    let mark =
      row.isFoldable ? row.isFolded ? theme.symbols.folded : theme.symbols.unfolded : .space
    let indent = Array(repeating: Glyph.space, count: 2 * min(row.depth, Self.mostIndent))
    var content: LineCell.Content = [
      (SafeText(glyphs: indent + [mark, .space]), theme.faint)
    ]
    if row.parent != nil {
      content.append((safe(row.name.utf8), isMember ? theme.link : theme.faint))
      content.append((SafeText(": "), theme.faint))
    }
    let cut = row.isCut ? SafeText(glyphs: [theme.symbols.cut]) : .empty
    content.append((safe(value(of: row)) + cut, style(of: row, theme)))
    return content
  }

  /// The maximum indentation in levels, so that deeper values keep enough space.
  private static let mostIndent = 40

  /// Returns the shown text of a value; for an unfolded value only its opening bracket.
  private func value(of row: DocumentRow) -> ArraySlice<UInt8> {
    switch row.kind {
    case .object where row.isFoldable && !row.isFolded: Array("{".utf8)[...]
    case .array where row.isFoldable && !row.isFolded: Array("[".utf8)[...]
    case .object, .array: row.isFolded ? row.summary : row.written.prefix(2)
    case .string: row.text
    case .null, .bool, .number: row.written
    }
  }

  @MainActor private func style(of row: DocumentRow, _ theme: Theme) -> Style {
    switch row.kind {
    case .object, .array, .null, .bool: theme.faint
    case .number: theme.accent
    case .string: .plain
    }
  }

  package func texts(of row: DocumentRow) -> [ArraySlice<UInt8>] {
    [Array(row.name.utf8)[...], value(of: row), Array(row.path.utf8)[...]].filter { !$0.isEmpty }
  }

  package func line(of row: DocumentRow) -> String {
    "\(row.path): \(String(decoding: value(of: row), as: UTF8.self))"
  }

  package func fields(of row: DocumentRow) -> [JSONField] {
    var fields = [
      JSONField("path", .string(row.path)), JSONField("name", .string(row.name)),
      JSONField("type", .string(row.kind.name)),
    ]
    if row.kind == .string {
      fields.append(JSONField("value", .string(String(decoding: row.text, as: UTF8.self))))
    } else if !row.isFoldable {
      fields.append(JSONField("value", .written(Array(row.written))))
    }
    return fields
  }

  // MARK: The screen

  package var takesFilters: Bool { false }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<DocumentRow, FileOffset> {
    let screen = try listScreen(in: viewer, saving: SavedWhole(text))
    let tree = DocumentTree(document, text, screen.list, in: viewer)
    // The list retains its commands, which retain the tree.
    screen.list.extraCommands = tree.commands + screen.list.extraCommands
    screen.list.onActivate = { tree.toggle($0) }
    let words = screen.list.wordsBehindTitle
    screen.list.wordsBehindTitle = { [weak tree] in words() + (tree?.words ?? []) }
    return screen
  }

  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    guard form.options.writesJSON, form.options.columns == nil else {
      return try text.writePlain(form)
    }
    try DocumentPlainForm(text, form).run()
  }
}

nonisolated extension Value.Kind {
  /// The name of the kind in JSON.
  fileprivate var name: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .object: "object"
    case .array: "array"
    }
  }
}
