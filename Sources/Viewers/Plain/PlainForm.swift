import EventLoop
package import Feeds
import Glibc
import Paging
import Records
import Terminal

/// Items as lines on standard output, page after page, for pipes and for terminals that are none.
package struct PlainForm {
  package let options: ViewerOptions
  /// Whether a terminal reads it, which would obey what is in it.
  let toTerminal: Bool
  /// Whether anything was found.
  package let found = Found()

  /// Notes whether anything was found that was asked for.
  package final class Found {
    package private(set) var isAny = false

    /// Notes how many items were found.
    func note(_ count: Int) { isAny = isAny || count > 0 }
  }

  package init(options: ViewerOptions, toTerminal: Bool = StandardOutput.isTerminal) {
    self.options = options
    self.toTerminal = toTerminal
  }

  /// Writes until the end, the limit, or until the reader closes the pipe.
  func write<Source: Feed>(
    _ pager: Pager<Source.Item, Source.Cursor>, of feed: Source
  ) throws(Failure) {
    try write(pager, of: feed, columns: { nil }) { bytes(of: $0, in: feed) }
  }

  /// The same with lines of another kind; of those items only that meet the filters of the command line.
  ///
  /// - Parameter columns: the columns that are known once there are items.
  func write<Source: Feed>(
    _ pager: Pager<Source.Item, Source.Cursor>, of feed: Source,
    columns: @escaping () -> RecordColumns?, lines: @escaping (Source.Item) -> [UInt8]
  ) throws(Failure) {
    let filter = AskedListFilter(options, feed, columns: columns)
    // How many items a filter needs is not known.
    let most = filter == nil ? options.limit ?? .max : .max
    try write(
      pager, atMost: most, where: { try filter?.matches($0, among: pager) ?? true }, lines: lines)
  }

  /// The same with lines of another kind, whose ends they have.
  ///
  /// - Parameter most: how many items are asked for at most.
  func write<Item, Cursor>(
    _ pager: Pager<Item, Cursor>, atMost most: Int = .max,
    where isWanted: @escaping (Item) throws -> Bool = { _ in true },
    lines: @escaping (Item) -> [UInt8]
  ) throws(Failure) {
    let notice = WaitNotice(pager)
    defer { withExtendedLifetime(notice) {} }
    try Self.wait {
      var left = options.limit ?? .max
      var items = pager.items(atMost: most).makeAsyncIterator()
      while left > 0, let item = try await items.next() {
        guard try isWanted(item) else { continue }
        left -= 1
        found.note(1)
        guard try lines(item).withUnsafeBytes(StandardOutput.write) else { return }
      }
    }
  }

  /// An item's line, with its end.
  package func bytes<Source: Feed>(of item: Source.Item, in feed: Source) -> [UInt8] {
    var line: [UInt8] = []
    if options.writesJSON {
      JSONField.append(feed.fields(of: item), to: &line)
    } else {
      line = Array(Self.oneLine(feed.line(of: item)).utf8)
    }
    if toTerminal { line = Array(SafeText(String(decoding: line, as: UTF8.self)).description.utf8) }
    return line + [UInt8(ascii: "\n")]
  }

  /// An item is one line: what would end it, or is a control, becomes a blank.
  private static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: endsLine) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { endsLine($0) ? " " : $0 }))
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Runs what takes its time on the main actor, to its end; a closed pipe does not end it.
  static func wait(_ body: @escaping () async throws -> Void) throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    var result: Result<Void, Failure>?
    Task {
      do {
        result = .success(try await body())
      } catch {
        result = .failure(Failure(error))
      }
    }
    do throws(EventLoopError) {
      try MainLoop().run { result != nil }
    } catch {
      throw .source("the event loop failed: \(error)")
    }
    try result?.get()
  }
}

/// Where messages go that no screen shows.
nonisolated package enum StandardError {
  /// Writes a line, safe for a terminal, as much of it as is taken: a message that cannot be written is dropped.
  package static func tell(_ words: String) {
    let line = Array("endless: \(SafeText(words))\n".utf8)
    line.withUnsafeBytes { _ = DescriptorOutput.write($0, to: STDERR_FILENO) }
  }
}

/// Where the plain form writes.
nonisolated package enum StandardOutput {
  /// Whether a terminal reads it, which would obey what is in it.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Writes lines, of which a terminal obeys nothing; a closed pipe is no failure.
  ///
  /// - Throws: why nothing can be written.
  package static func tell(_ lines: [String]) throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    var bytes: [UInt8] = []
    for line in lines.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      bytes += Array((isTerminal ? SafeText(String(line)).description : String(line)).utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    let error = bytes.withUnsafeBytes { DescriptorOutput.write($0, to: STDOUT_FILENO).error }
    _ = try isRead(after: error)
  }

  /// Writes all bytes, and says whether somebody still reads.
  ///
  /// - Throws: why nothing can be written.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    try isRead(after: DescriptorOutput.write(bytes, to: STDOUT_FILENO).error)
  }

  /// The same of bytes that are held.
  static func write(_ bytes: [UInt8]) throws(Failure) -> Bool {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Whether somebody still reads, by the error of a write.
  private static func isRead(after error: Int32) throws(Failure) -> Bool {
    guard error != 0 else { return true }
    guard error == EPIPE else {
      throw .source("cannot write standard output: \(String(cString: strerror(error)))")
    }
    return false
  }
}
