import ByteStores
import Feeds
import FileSources
import Glibc
import Paging

/// The form of a text file on standard output: a copy of its bytes if they are written unchanged,
/// otherwise line by line.
struct TextPlainForm {
  let file: FileStore
  /// The stream that fills the file, which is awaited.
  let stream: StreamStore?
  let start: StartPosition?
  let line: PlainLine
  let limit: Int?
  /// The number of lines to write at the end of the file if no limit is given.
  let pageSize: Int

  init(_ file: FileStore, _ stream: StreamStore?, start: StartPosition?, _ form: PlainForm) {
    let options = form.options
    self.file = file
    self.stream = stream
    self.start = start
    line = PlainLine(
      isJSON: options.writesJSON, showsNumber: options.showsLineNumbers,
      toTerminal: form.toTerminal, rules: options.lineRules)
    limit = options.limit
    pageSize = options.paging.pageSize
  }

  /// Whether lines are written unchanged.
  private var isCopied: Bool { !line.isJSON && !line.showsNumber && !line.toTerminal }

  /// Writes until the end of the text, until the limit, or until the pipe is closed.
  func run() throws(Failure) {
    guard limit != 0 else { return }
    // A copy from the start needs no search.
    guard isCopied, start == nil else { return try PlainForm.wait(write) }
    signal(SIGPIPE, SIG_IGN)
    do {
      try LineWriter.copy(file, stream, from: file.start, limit: limit)
    } catch {
      throw Failure(error)
    }
  }

  private func write() async throws {
    if start != nil { _ = try stream?.waitForMore(after: .max - StreamStore.usualLookAhead) }
    let source = TextFileSource(file, carry: line.toTerminal ? .style : nil)
    guard let place = try await firstPlace(in: source) else { return }
    // The file may have been replaced since its end was requested.
    let file = try await source.file()
    if isCopied { return try LineWriter.copy(file, stream, from: place.bytes, limit: limit) }
    let feeds = line.showsNumber ? try await LineCounter(of: file).count(before: place) : 0
    try await writeLines(of: source, from: place, number: feeds + 1)
  }

  /// Returns the position of the first line to write, or nil.
  private func firstPlace(in source: TextFileSource) async throws -> FileOffset? {
    switch start {
    case nil, .match: FileOffset(bytes: file.start, edition: file.edition)
    case .item(let number), .line(let number): try await LineCounter(of: file).place(ofLine: number)
    case .end: try await lastPlace(limit ?? pageSize, in: source)
    }
  }

  /// Returns the position of the first of the last `count` lines.
  ///
  /// Cost: reads these lines.
  private func lastPlace(_ count: Int, in source: TextFileSource) async throws -> FileOffset? {
    var (left, position) = (count, PageRequest<FileOffset>.Position.end)
    var first: FileOffset?
    while true {
      let page = try await source.load(Self.request(position, count: left))
      for line in page.items.reversed() where left > 0 {
        first = line.id
        if !line.isContinuation { left -= 1 }
      }
      guard left > 0, case .more(let cursor) = page.before else { return first }
      position = .before(cursor)
    }
  }

  /// Writes line by line, with the pieces of a long line one after the other, and keeps one page in
  /// memory.
  private func writeLines(
    of source: TextFileSource, from place: FileOffset, number: Int
  ) async throws {
    var (left, number) = (limit ?? .max, number)
    var position = PageRequest<FileOffset>.Position.after(place)
    var out: [UInt8] = []
    while left > 0 {
      let page = try await source.load(Self.request(position, count: left))
      out.removeAll(keepingCapacity: true)
      let more =
        try stream?.waitForMore(after: page.items.last.map { $0.endOffset } ?? 0)
        ?? false
      for piece in page.items where left > 0 && !(more && piece.isUnfinished) {
        line.append(piece, number: number, to: &out)
        if !piece.isContinued { (left, number) = (left - 1, number + 1) }
      }
      guard try out.withUnsafeBytes(StandardOutput.write), let next = page.after.cursor,
        more || page.after == .more(next)
      else { return }
      position = .after(next)
    }
  }

  private static func request(
    _ position: PageRequest<FileOffset>.Position, count: Int
  ) -> PageRequest<FileOffset> {
    PageRequest(reason: .append, position: position, count: min(count, 1_000))
  }
}
