import Paging
import SpilledJSON
import SpilledSources
import Synchronization

/// A stream of numbers that never goes back: a number that was read once cannot be read again,
/// unless the stream can restart.
final class Stream: PagingSource {
  struct Number: Identifiable, RawRepresentable, Codable, Hashable {
    let rawValue: Int
    var id: Int { rawValue }
  }

  private let total: Int
  private let end: Continuation<Int>
  private let restarts: Bool
  private let place = Mutex(0)
  private let loads = Mutex(0)

  /// Creates a stream that ends after a number of items, or that may continue later.
  ///
  /// - Parameter restarts: whether the stream can begin again.
  init(total: Int, mayGoOn: Bool = false, restarts: Bool = false) {
    (self.total, self.restarts) = (total, restarts)
    end = mayGoOn ? .unknown(total) : .end
  }

  /// The number of times that the stream has been read.
  var loadCount: Int { loads.withLock { $0 } }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Number, Int> {
    loads.withLock { $0 += 1 }
    let wanted: Int? =
      switch request.position {
      case .start: 0
      case .after(let cursor): cursor
      case .before, .end, .number: nil
      }
    let start = place.withLock { place in
      if restarts, wanted == 0 { place = 0 }
      guard place == wanted else { return nil as Int? }
      defer { place = min(total, place + request.count) }
      return place
    }
    guard let start else { throw PagingError("a stream was read twice", isRetryable: false) }
    let next = min(total, start + request.count)
    return Page(
      items: (start..<next).map { Number(rawValue: $0) }, after: next < total ? .more(next) : end)
  }
}

/// A source of numbers, newest first, that can be requested repeatedly, but only downward.
final class Board: PagingSource {
  private let newest = Mutex(99)
  private let positions = Mutex<[PageRequest<Int>.Position]>([])

  /// The positions of the requests.
  var asked: [PageRequest<Int>.Position] { positions.withLock { $0 } }

  /// Adds a new number above all others.
  func post() { newest.withLock { $0 += 1 } }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Stream.Number, Int> {
    positions.withLock { $0.append(request.position) }
    let newest = newest.withLock { $0 }
    if request.validator == "\(newest)" { return .unchanged }
    var first = newest
    if case .after(let number) = request.position { first = number - 1 }
    let last = max(0, first - request.count + 1)
    var page = Page(
      items: (last...first).reversed().map { Stream.Number(rawValue: $0) },
      after: last > 0 ? Continuation.more(last) : .end)
    page.validator = "\(newest)"
    return page
  }
}

/// A source of lines, identified by their byte offsets, that can be read only once.
final class ByteLines: PagingSource {
  struct Line: Identifiable, Hashable {
    let id: Int
    let bytes: [UInt8]
  }

  /// A coding that stores the offset of the first line in digits, followed by the unchanged lines.
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

/// A source that fails at first, before it reads anything.
final class FailingSource<Source: PagingSource>: PagingSource {
  static var error: PagingError { PagingError("not now", isRetryable: true) }

  private let source: Source
  private let failures: Mutex<Int>

  init(source: Source, failures: Int) {
    self.source = source
    self.failures = Mutex(failures)
  }

  func load(
    _ request: PageRequest<Source.Cursor>
  ) async throws(PagingError) -> Page<Source.Item, Source.Cursor> {
    let fails = failures.withLock { left in
      left -= 1
      return left >= 0
    }
    if fails { throw Self.error }
    return try await source.load(request)
  }
}

/// A source whose answers wait at a gate; a load that is cancelled there discards the items that it
/// has read.
struct HeldSource<Source: PagingSource>: PagingSource {
  let source: Source
  let gate = Gate()

  func load(
    _ request: PageRequest<Source.Cursor>
  ) async throws(PagingError) -> Page<Source.Item, Source.Cursor> {
    let page = try await source.load(request)
    guard await gate.pass() else { throw PagingError("what was read is gone", isRetryable: true) }
    return page
  }
}
