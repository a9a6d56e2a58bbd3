import ByteStores
import Bytes
package import Feeds
import FileSources
import Glibc
import Records
import Terminal

/// The form of records on standard output if they are not written unchanged: JSON objects, or
/// columns.
package struct RecordPlainForm {
  /// Writes bytes; returns false if the pipe was closed.
  package typealias Output = (UnsafeRawBufferPointer) throws(Failure) -> Bool

  private let feed: TextFeed
  private let head: RecordHead
  private let form: PlainForm
  private let line: RecordLine
  /// The decoder of the records; a quoted field may be as long as a record.
  private let reading: RecordDecoder
  /// The maximum size of a record, in bytes.
  private let most: Int

  /// Creates the form; the result is nil if the text is written unchanged, because it has no
  /// records or because no other form is requested.
  ///
  /// - Parameter most: the maximum size of a record in bytes; 16 MiB by default, as for a JSON
  ///   value.
  /// - Throws: an error if a column does not exist.
  package init?(
    _ feed: TextFeed, _ form: PlainForm, most: Int = 16 << 20
  ) throws(Failure) {
    let options = form.options
    guard Self.mayChange(feed, form) else { return nil }
    guard let head = feed.wholeHead(options) else {
      guard options.columns != nil, (try? feed.file.size()) != 0 else { return nil }
      throw .source("\(feed.title) has no columns: name its format with --format")
    }
    guard options.writesJSON || options.columns != nil || head.reading.csv != nil else {
      return nil
    }
    (self.feed, self.head, self.form, self.most) = (feed, head, form, most)
    reading = head.reading.limitingQuotes(to: most)
    line = RecordLine(
      reading: reading,
      columns: options.columns?.map { RecordColumn($0, of: head.names) },
      isJSON: options.writesJSON)
    if let column = line.columns?.first(where: { !$0.mayBe(in: head.reading) }) {
      throw .source("\(feed.title) has no column '\(SafeText(column.name))'")
    }
  }

  /// Whether the output may differ from the text.
  ///
  /// If it may, the format has to be known, and a stream may have to be awaited. For a stream, the
  /// result is therefore true only if an option may change the output.
  private static func mayChange(_ feed: TextFeed, _ form: PlainForm) -> Bool {
    let options = form.options
    if options.format == .text { return options.columns != nil }
    if options.writesJSON || options.columns != nil || isCSVWanted(options) { return true }
    return form.toTerminal && feed.stream == nil && !options.showsLineNumbers
  }

  private static func isCSVWanted(_ options: ViewerOptions) -> Bool {
    if case .csv? = options.format { return true }
    return options.format == nil && options.csv.delimiter != nil
  }

  /// Writes until the end of the records, until the limit, or until the pipe is closed.
  ///
  /// - Throws: an error if the text cannot be read or the output cannot be written; an error in the
  ///   records is thrown after everything is written.
  package func run(_ output: Output = StandardOutput.write) throws(Failure) {
    guard form.options.limit != 0 else { return }
    signal(SIGPIPE, SIG_IGN)
    do {
      try write(from: try firstPlace, to: output)
    } catch {
      throw Failure(error)
    }
  }

  private func write(from place: Int, to write: Output) throws {
    var blocks = blocks(from: place)
    var (skipped, left) = (recordsBefore, form.options.limit ?? .max)
    var output = RecordOutput(line, toTerminal: form.toTerminal)
    output.begin(with: head.headings(of: line.columns))
    var (check, line) = (RecordCheck(reading), firstLine)
    while left > 0, try blocks.read() {
      while left > 0, let piece = blocks.next() {
        var isStrict = true
        if blocks.isBlank(piece) {
          // A blank line is not a record.
        } else if line.map({ lastLine(of: piece, from: $0, in: blocks) < wantedLine }) ?? false {
          // The record ends before the wanted line.
        } else if skipped > 0 {
          skipped -= piece.isContinued ? 0 : 1
        } else {
          isStrict = output.append(piece, of: blocks.bytes)
          left -= piece.isContinued ? 0 : 1
        }
        if line != nil { line? += feeds(in: piece, of: blocks) }
        if !isStrict || check.isOfArray {
          check.note(piece, isStrict: isStrict, of: blocks.bytes, at: blocks.offset)
        }
      }
      guard try output.flush(write) else { return }
    }
    if left > 0 { check.finish(at: blocks.offset + blocks.bytes.count) }
    if let fault = check.first { throw RecordFaultMessage(fault, of: check.count).failure(feed) }
  }

  /// The number of the line from which records are written; 0 if no line is wanted.
  private var wantedLine: Int { if case .line(let number) = feed.start { number } else { 0 } }

  /// The number of the line in which the first record of the text begins, if a line is wanted.
  private var firstLine: Int? {
    guard wantedLine > 0 else { return nil }
    return 1 + ((try? feed.file.lineFeedCount(in: 0..<head.start)) ?? 0)
  }

  private func lastLine(of piece: RecordPiece, from line: Int, in blocks: RecordBlocks) -> Int {
    let isEnded = blocks.bytes[..<piece.end].last == .lineFeed
    return line + feeds(in: piece, of: blocks) - (isEnded ? 1 : 0)
  }

  private func feeds(in piece: RecordPiece, of blocks: RecordBlocks) -> Int {
    blocks.bytes[piece.range.lowerBound..<piece.end].count { $0 == .lineFeed }
  }

  private func blocks(from place: Int) -> RecordBlocks {
    RecordBlocks(feed.file, feed.stream, reading, from: place, most: most)
  }

  /// The number of records to skip, if the first record is given by its number.
  private var recordsBefore: Int {
    if case .item(let number) = feed.start { number - 1 } else { 0 }
  }

  /// The offset of the first record to examine.
  ///
  /// To find the last n records, all records are examined, because the start of a record depends on
  /// all quotes before it.
  private var firstPlace: Int {
    get throws {
      guard feed.start == .end else { return head.start }
      let most = form.options.limit ?? form.options.paging.pageSize
      var (places, count, blocks) = ([Int](), 0, blocks(from: head.start))
      while try blocks.read() {
        while let piece = blocks.next() {
          if piece.isContinuation || blocks.isBlank(piece) { continue }
          let place = blocks.offset + piece.range.lowerBound
          if places.count < most { places.append(place) } else { places[count % most] = place }
          count += 1
        }
      }
      guard let first = places.min() else { return head.start }
      return first
    }
  }
}

/// The output of records, which is collected and written in large parts.
nonisolated struct RecordOutput {
  private let line: RecordLine
  private let toTerminal: Bool
  private var rows = AlignedRows()
  private var bytes: [UInt8] = []

  init(_ line: RecordLine, toTerminal: Bool) {
    (self.line, self.toTerminal) = (line, toTerminal)
  }

  /// Adds the column names for rows; objects contain their names.
  mutating func begin(with names: [String]) {
    guard !line.isJSON, !names.isEmpty else { return }
    guard !toTerminal else { return rows.append(names) }
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(.tab) }
      RecordLine.append(name.utf8, to: &bytes)
    }
    bytes.append(.lineFeed)
  }

  /// Adds a record, or a piece of a line.
  ///
  /// - Returns: whether the piece is a valid record.
  mutating func append(_ piece: RecordPiece, of block: [UInt8]) -> Bool {
    if !toTerminal { return line.append(piece, of: block, to: &bytes) }
    if line.isJSON { return appendSafe(piece, of: block) }
    guard !piece.isContinuation else { return false }
    rows.append(
      line.values(of: piece, in: block).map {
        $0.map { String(decoding: $0, as: UTF8.self) } ?? ""
      })
    return line.reading.isStrict(piece, in: block)
  }

  private mutating func appendSafe(_ piece: RecordPiece, of block: [UInt8]) -> Bool {
    var made: [UInt8] = []
    let isStrict = line.append(piece, of: block, to: &made)
    if !piece.isContinued { made.removeLast() }
    bytes += SafeText(String(decoding: made, as: UTF8.self)).description.utf8
    if !piece.isContinued { bytes.append(.lineFeed) }
    return isStrict
  }

  /// Writes the collected output; returns false if the pipe was closed.
  ///
  /// - Throws: an error if the output cannot be written.
  mutating func flush<Problem: Error>(
    _ write: (UnsafeRawBufferPointer) throws(Problem) -> Bool
  ) throws(Problem) -> Bool {
    rows.take(to: &bytes)
    defer { bytes.removeAll(keepingCapacity: true) }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(Problem) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }
}
