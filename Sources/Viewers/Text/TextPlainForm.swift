import ByteStores
import Feeds
import FileSources
import Glibc
import Paging

/// A text file on standard output: to a pipe byte for byte, else line by line.
struct TextPlainForm {
  let file: FileStore
  /// What it keeps of, which is waited for.
  let stream: StreamStore?
  let start: StartPosition?
  let line: PlainLine
  let limit: Int?
  /// How many lines the end is, where no limit says it.
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

  /// Whether lines pass as they stand in the file.
  private var isCopied: Bool { !line.isJSON && !line.showsNumber && !line.toTerminal }

  /// Writes until the end, the limit, or until the reader closes the pipe.
  func run() throws(Failure) {
    guard limit != 0 else { return }
    // A copy from the start has nothing to wait for.
    guard isCopied, start == nil else { return try PlainForm.wait(write) }
    signal(SIGPIPE, SIG_IGN)
    do {
      try LineWriter.copy(file, stream, from: 0, limit: limit)
    } catch {
      throw Failure(error)
    }
  }

  private func write() async throws {
    if start != nil { _ = try stream?.waitForMore(after: .max - StreamStore.usualLookAhead) }
    let source = TextFileSource(file, carry: line.toTerminal ? .style : nil)
    guard let place = try await firstPlace(in: source) else { return }
    // Whose end was asked for may be another file by now.
    let file = try await source.file()
    if isCopied { return try LineWriter.copy(file, stream, from: place.bytes, limit: limit) }
    let feeds = line.showsNumber ? try await LineCounter(of: file).count(before: place) : 0
    try await writeLines(of: source, from: place, number: feeds + 1)
  }

  /// Where the first line begins, or nil if there is none.
  private func firstPlace(in source: TextFileSource) async throws -> FileOffset? {
    switch start {
    case nil, .match: FileOffset(bytes: 0, edition: file.edition)
    case .item(let number), .line(let number): try await LineCounter(of: file).place(ofLine: number)
    case .end: try await lastPlace(limit ?? pageSize, in: source)
    }
  }

  /// Where the last n lines begin; costs their bytes.
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

  /// Line by line, pieces of long ones one after the other: what is held is a page.
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
