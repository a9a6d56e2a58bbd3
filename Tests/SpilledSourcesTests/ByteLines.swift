import Paging
import SpilledSources
import Synchronization

/// Lines of bytes by their offsets, read once.
final class ByteLines: PagingSource {
  struct Line: Identifiable, Hashable {
    let id: Int
    let bytes: [UInt8]
  }

  /// The offset of the first line in digits, and the lines as they are.
  static var coding: SpillCoding<Line> {
    SpillCoding { lines in
      Array("\(lines.first?.id ?? 0)\n".utf8) + lines.flatMap { $0.bytes + [10] }
    } decode: { bytes in
      let head = bytes.prefix { $0 != 10 }
      let start = Int(String(decoding: head, as: UTF8.self)) ?? 0
      return lines(of: bytes.dropFirst(head.count + 1), from: start)
    }
  }

  private let pageSize: Int
  private let rest: Mutex<[Line]>

  init(_ bytes: [UInt8], pageSize: Int) {
    self.pageSize = pageSize
    rest = Mutex(Self.lines(of: bytes[...], from: 0))
  }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Line, Int> {
    let (lines, isLast) = rest.withLock { rest in
      let lines = rest.prefix(pageSize)
      rest.removeFirst(lines.count)
      return (Array(lines), rest.isEmpty)
    }
    return Page(items: lines, after: isLast ? .end : .more(lines.last?.id ?? 0))
  }

  private static func lines(of bytes: ArraySlice<UInt8>, from start: Int) -> [Line] {
    var lines: [Line] = []
    var offset = start
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      lines.append(Line(id: offset, bytes: Array(line)))
      offset += line.count + 1
    }
    return lines
  }
}
