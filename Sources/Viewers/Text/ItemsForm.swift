import ByteStores
import Feeds
import FileSources
import Paging
import Records
import Terminal

/// The form in which the items of a text are written: unchanged, as JSON objects, in columns, or as
/// numbered lines.
nonisolated struct ItemsForm {
  let shown: ShownItems
  private let file: FileStore
  private let head: RecordHead?
  private let isJSON: Bool
  private let showsNumbers: Bool
  private let toTerminal: Bool
  private let rules: LineRules
  private let output: ShownItems.Output
  /// The form in which records are written; nil if they are written unchanged, or if the text has
  /// no records.
  private let recordLine: RecordLine?

  /// - Parameters:
  ///   - head: the format of the records, if there are any.
  ///   - columns: the columns to write, in this order; nil for all columns.
  ///   - toTerminal: whether the output goes to a terminal, which would interpret control
  ///     characters.
  /// - Throws: an error if a column does not exist.
  init(
    _ shown: ShownItems, of file: FileStore, _ head: RecordHead?, called title: String,
    columns: [String]?, isJSON: Bool = false, showsNumbers: Bool = false, toTerminal: Bool = false,
    rules: LineRules = LineRules(), to output: @escaping ShownItems.Output
  ) throws(Failure) {
    (self.shown, self.file, self.head, self.isJSON) = (shown, file, head, isJSON)
    (self.showsNumbers, self.toTerminal, self.rules) = (showsNumbers, toTerminal, rules)
    self.output = output
    let isText = head?.reading.isOfText ?? true
    let isChanged = columns != nil || isJSON || toTerminal && !isText
    recordLine = head.flatMap { head in
      guard isChanged else { return nil }
      return RecordLine(
        reading: head.reading, columns: columns?.map { RecordColumn($0, of: head.names) },
        isJSON: isJSON || columns == nil && head.reading.isJSON)
    }
    guard columns != nil else { return }
    guard let head else { throw .source("\(title) has no columns: name its format with --format") }
    if let missing = recordLine?.columns?.first(where: { !$0.mayBe(in: head.reading) }) {
      throw .source("\(title) has no column '\(SafeText(missing.name))'")
    }
  }

  /// Writes items.
  ///
  /// - Parameters:
  ///   - start: the position of the first item; nil for the start.
  ///   - end: the start of the last item.
  ///   - limit: the maximum number of items.
  ///   - progress: called with the progress if it is known.
  /// - Returns: the number of items; 1 for a text that is copied as a whole, unless it is empty.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call or the output
  ///   fails.
  func write(
    from start: FileOffset? = nil, through end: FileOffset? = nil, limit: Int? = nil,
    isolation: isolated (any Actor)? = #isolation, progress: LineCounter.Progress = { _ in }
  ) async throws -> Int {
    let position = start.map { PageRequest<FileOffset>.Position.after($0) } ?? .start
    if let recordLine {
      var records = RecordOutput(recordLine, toTerminal: toTerminal)
      records.begin(with: head?.headings(of: recordLine.columns) ?? [])
      let count = try await shown.forEachPage(from: position, through: end, limit) { page in
        for item in page { _ = try records.append(item, in: file) }
        return try records.flush(output)
      }
      // With a limit of 0, no page is read, but the headings are written.
      _ = try records.flush(output)
      return count
    }
    guard isJSON || toTerminal || showsNumbers && head?.reading.isOfText ?? true else {
      guard try writeHeader() else { return 0 }
      return try await shown.copy(
        from: start, through: end, limit: limit, progress: progress, to: output)
    }
    return try await writeLines(position, through: end, limit)
  }

  /// Writes the header line unchanged, if there is one; returns whether more output is wanted.
  private func writeHeader() throws -> Bool {
    guard let head, let csv = head.reading.csv, csv.reader.dialect.hasHeader,
      file.dropped.lineFeeds == 0
    else { return true }
    return try file.whole(0..<head.start).withUnsafeBytes(output)
  }

  private func writeLines(
    _ position: PageRequest<FileOffset>.Position, through end: FileOffset?, _ limit: Int?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Int {
    let line = PlainLine(
      isJSON: isJSON, showsNumber: showsNumbers, toTerminal: toTerminal, rules: rules)
    let counter = LineCounter(of: file)
    return try await shown.forEachPage(from: position, through: end, limit) { page in
      var out: [UInt8] = []
      for item in page {
        let number = line.showsNumber ? try await counter.count(before: item.id) + 1 : 0
        line.append(item, number: number, to: &out)
      }
      return try out.withUnsafeBytes(output)
    }
  }
}

extension RecordOutput {
  /// Appends an item of a page, and returns whether it is a valid record; an abridged item is read
  /// completely.
  ///
  /// - Throws: an error if a system call fails.
  nonisolated fileprivate mutating func append(
    _ item: TextLine, in file: FileStore
  ) throws(FileError) -> Bool {
    let raw = try item.isAbridged ? file.whole(item.id.bytes..<item.endOffset) : Array(item.raw)
    var piece = RecordPiece(
      range: 0..<raw.count - (item.raw.count - item.bytes.count), end: raw.count,
      isContinuation: item.isContinuation)
    piece.isContinued = item.isContinued
    return append(piece, of: raw)
  }
}
