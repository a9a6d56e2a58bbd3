import EventLoop
package import Feeds
import Glibc
import Paging
import Records
import Terminal

/// The form of items as lines on standard output, written page after page, for pipes and for
/// terminals without cursor control.
package struct PlainForm {
  package let options: ViewerOptions
  /// Whether the output goes to a terminal, which would interpret control characters.
  let toTerminal: Bool
  /// The object that remembers whether anything was found.
  package let found = Found()

  /// An object that remembers whether any requested item was found.
  package final class Found {
    package private(set) var isAny = false

    /// Notes that the given number of items, possibly none, was found.
    func note(_ count: Int) { isAny = isAny || count > 0 }
  }

  package init(options: ViewerOptions, toTerminal: Bool = StandardOutput.isTerminal) {
    self.options = options
    self.toTerminal = toTerminal
  }

  /// Writes until the end of the source, until the limit, or until the pipe is closed.
  func write<Source: Feed>(
    _ pager: Pager<Source.Item, Source.Cursor>, of feed: Source
  ) throws(Failure) {
    try write(pager, of: feed, columns: { nil }) { bytes(of: $0, in: feed) }
  }

  /// Writes the items that match the filters of the command line, from its starting position on.
  ///
  /// - Parameters:
  ///   - columns: returns the columns; they are known once items are loaded.
  ///   - lines: returns the lines of an item, including their ends.
  func write<Source: Feed>(
    _ pager: Pager<Source.Item, Source.Cursor>, of feed: Source,
    columns: @escaping () -> RecordColumns?, lines: @escaping (Source.Item) throws -> [UInt8]
  ) throws(Failure) {
    let filter = AskedListFilter(options, feed, columns: columns)
    // With a filter, the number of items to load is not known in advance.
    let most = filter == nil ? options.limit ?? .max : .max
    try write(
      pager, of: feed, fromStartAtMost: most,
      where: { try filter?.matches($0, among: pager) ?? true }, lines: lines)
  }

  /// Writes items until the end of the source, until the limit, or until the pipe is closed.
  ///
  /// - Parameters:
  ///   - most: the maximum number of items to load.
  ///   - isWanted: returns whether an item is written.
  ///   - lines: returns the lines of an item, including their ends.
  func write<Item, Cursor>(
    _ pager: Pager<Item, Cursor>, atMost most: Int = .max,
    where isWanted: @escaping (Item) throws -> Bool = { _ in true },
    lines: @escaping (Item) throws -> [UInt8]
  ) throws(Failure) {
    let notice = WaitNotice(pager)
    defer { withExtendedLifetime(notice) {} }
    try Self.wait {
      var left = options.limit ?? .max
      var items = pager.items(atMost: most).makeAsyncIterator()
      var output = PlainBatch()
      while left > 0, let item = try await items.next() {
        do {
          if try isWanted(item) {
            left -= 1
            found.note(1)
            try output.add(lines(item))
          }
        } catch {
          _ = try output.write()
          throw error
        }
        // Nothing is kept during a wait, because a reader of the output may be waiting, too.
        guard !items.hasReady || output.isFull else { continue }
        guard try output.write() else { return }
      }
      _ = try output.write()
    }
  }

  /// Returns the line of an item, including its end.
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

  /// Returns a text as one line: line ends and control characters become blanks.
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

  /// Runs asynchronous work on the main actor until it is complete; SIGPIPE is ignored.
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

/// The lines of several items, which are written together, because a system call for each item
/// costs 2 µs.
private struct PlainBatch {
  private var bytes: [UInt8] = []
  /// The number of bytes after which a batch is written.
  private static let size = 64 << 10

  var isFull: Bool { bytes.count >= Self.size }

  mutating func add(_ lines: [UInt8]) { bytes += lines }

  /// Writes the batch, if it is not empty; returns false if the pipe was closed.
  ///
  /// - Throws: an error if the output cannot be written.
  mutating func write() throws(Failure) -> Bool {
    guard !bytes.isEmpty else { return true }
    defer { bytes.removeAll(keepingCapacity: true) }
    return try StandardOutput.write(bytes)
  }
}

/// The output of messages if the program has no screen.
nonisolated package enum StandardError {
  /// Writes a line, safe for a terminal; errors are ignored.
  package static func tell(_ words: String) {
    let line = Array("endless: \(SafeText(words))\n".utf8)
    line.withUnsafeBytes { _ = DescriptorOutput.write($0, to: STDERR_FILENO) }
  }
}

/// The output of the plain form.
nonisolated package enum StandardOutput {
  /// Whether standard output is a terminal, which would interpret control characters.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Writes lines, made safe if the output is a terminal; a closed pipe is not an error.
  ///
  /// - Throws: an error if the output cannot be written.
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

  /// Writes all bytes; returns false if the pipe was closed.
  ///
  /// - Throws: an error if the output cannot be written.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    try isRead(after: DescriptorOutput.write(bytes, to: STDOUT_FILENO).error)
  }

  /// Writes an array of bytes; returns false if the pipe was closed.
  static func write(_ bytes: [UInt8]) throws(Failure) -> Bool {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Returns true if there was no write error, and false if the error means that the pipe was
  /// closed.
  ///
  /// - Throws: an error for any other write error.
  private static func isRead(after error: Int32) throws(Failure) -> Bool {
    guard error != 0 else { return true }
    guard error == EPIPE else {
      throw .source("cannot write to standard output: \(String(cString: strerror(error)))")
    }
    return false
  }
}
