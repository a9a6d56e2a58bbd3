import ByteStores
import FileSources
import Foundation
import Glibc
import Paging
import Synchronization
import TemporaryFolders

/// Files with given bytes. A test that has only one file need not name it.
extension TemporaryFolder {
  /// Writes a file; its earlier content, if any, is replaced.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String = "file") throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes text at an offset of a file, and leaves a hole before the text; a file that does not
  /// exist is created.
  func write(_ text: String, to name: String = "file", at offset: Int) throws {
    let descriptor = open(path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard pwrite(descriptor, text, text.utf8.count, offset) == text.utf8.count else {
      throw POSIXError(.EIO)
    }
  }

  /// Overwrites a file from the start, without creating another one.
  func writeInPlace(_ bytes: [UInt8], to name: String = "file") throws {
    let descriptor = open(path(name), O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw POSIXError(.EIO) }
  }

  func setSize(_ size: Int, of name: String = "file") throws {
    guard truncate(path(name), size) == 0 else { throw POSIXError(.EIO) }
  }
}

/// A record of the reads from a file.
final class ReadLog: Sendable {
  private let ranges = Mutex<[Range<Int>]>([])

  /// The number of reads.
  var count: Int { ranges.withLock { $0.count } }
  /// The number of bytes that were read.
  var bytes: Int { ranges.withLock { $0.reduce(0) { $0 + $1.count } } }

  /// A function that reads from a file, and records the read.
  var read: FileStore.Read {
    { descriptor, memory, size, offset in
      let came = pread(descriptor, memory, size, offset)
      self.ranges.withLock { $0.append(offset..<offset + max(came, 0)) }
      return came
    }
  }

  func clear() { ranges.withLock { $0 = [] } }
}

extension PagingSource where Item == TextLine, Cursor == FileOffset {
  typealias Position = PageRequest<FileOffset>.Position

  func page(_ position: Position, _ count: Int = 50) async throws -> Page<TextLine, FileOffset> {
    try await load(PageRequest(reason: .append, position: position, count: count))
  }

  /// The lines of all pages from a position on, in the order of the file.
  func walk(_ start: Position, by count: Int) async throws -> [TextLine] {
    var lines: [TextLine] = []
    var position: Position? = start
    while let place = position {
      let page = try await page(place, count)
      switch place {
      case .start, .after:
        lines += page.items
        position = page.after.isEnd ? nil : page.after.cursor.map { .after($0) }
      case .end, .before, .number:
        lines = page.items + lines
        position = page.before.cursor.map { .before($0) }
      }
    }
    return lines
  }
}

extension Continuation {
  /// Whether nothing follows at the moment.
  fileprivate var isEnd: Bool { if case .more = self { false } else { true } }
}

extension TextLine {
  /// The text without the line end, so that a test can compare it.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A text that some lines contain, searched byte by byte.
struct TextPattern: LinePattern {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  func makeMatcher() -> any LineMatcher { TextMatcher(bytes: bytes) }

  /// The offset of the first match in a line; nil without a match.
  func match(in line: some Collection<UInt8>) -> Int? {
    let line = Array(line)
    guard let first = bytes.first else { return 0 }
    return (0..<max(0, line.count - bytes.count + 1)).first {
      line[$0] == first && line[$0...].starts(with: bytes)
    }
  }

  private struct TextMatcher: LineMatcher {
    let bytes: [UInt8]
    let hasGivenUp = false

    func countMatches(in lines: UnsafeRawBufferPointer) -> Int { matches(in: lines).count }
    func countAllMatches(in lines: UnsafeRawBufferPointer) -> Int {
      var (count, start) = (0, 0)
      while start < lines.count {
        let isMatch = lines[start...].starts(with: bytes)
        (count, start) = (count + (isMatch ? 1 : 0), start + (isMatch ? bytes.count : 1))
      }
      return count
    }

    func firstMatch(in lines: UnsafeRawBufferPointer) -> Int? { match(in: lines, from: 0) }
    func lastMatch(in lines: UnsafeRawBufferPointer) -> Int? { matches(in: lines).last }

    func firstCandidate(in memory: UnsafeRawBufferPointer) -> Int? {
      TextPattern(bytes: bytes).match(in: memory)
    }

    /// The offset of the first match of each line that has one.
    private func matches(in lines: UnsafeRawBufferPointer) -> [Int] {
      var (matches, start): ([Int], Int) = ([], 0)
      while let match = match(in: lines, from: start) {
        matches.append(match)
        start = lines[match...].firstIndex(of: 0x0A).map { $0 + 1 } ?? lines.count
      }
      return matches
    }

    /// The offset of the first match at or after the start of a line; nil without a match.
    private func match(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
      var start = start
      while start < lines.count {
        let end = lines[start...].firstIndex(of: 0x0A) ?? lines.count
        if let found = TextPattern(bytes: bytes).match(in: lines[start..<end]) {
          return start + found
        }
        start = end + 1
      }
      return nil
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }
}
