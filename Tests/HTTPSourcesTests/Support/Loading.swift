import Answers
import HTTPSources
import Paging
import Records

extension AnswerItem {
  /// The value of a record at a path, or the text of an item that is not a record.
  func text(_ path: String) -> String? {
    switch content {
    case .record(let record): record.value(at: FieldPath(stringLiteral: path))?.text
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }

  /// The number of a sample item, whichever way the service wraps the item.
  var number: Int? {
    if case .text(let line) = content {
      return Int(String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    }
    return ["id", "node.id", "_id"].lazy.compactMap { text($0).flatMap { Int($0) } }.first
  }
}

extension Page where Item == AnswerItem {
  var numbers: [Int] { items.compactMap(\.number) }
}

extension PageRequest where Cursor == PageCursor {
  static func start(_ count: Int) -> Self {
    PageRequest(reason: .refresh, position: .start, count: count)
  }

  static func after(_ cursor: PageCursor, _ count: Int, pages: Int = 1) -> Self {
    PageRequest(reason: .append, position: .after(cursor), count: count, pages: pages)
  }
}

extension HTTPSource {
  /// Creates a source for an address, with options that a closure sets.
  ///
  /// Pages are requested one at a time unless a test wants more, so that requests can be counted.
  init(
    _ address: String, headers: [HTTPField] = [], body: String? = nil, atOnce: Int = 1,
    _ set: (inout HTTPSourceOptions) -> Void = { _ in }
  ) throws {
    var options = HTTPSourceOptions()
    options.answers.pagesAtOnce = atOnce
    // The services of several tests have the same origin, so each source gets its own limits.
    options.limits = OriginLimits(clock: ContinuousClock(), randomFraction: { 0 })
    set(&options)
    try self.init(RequestTemplate(address, headers: headers, body: body), options)
  }

  /// The numbers of all items that a pager loads, page by page and without loading in advance.
  func walked(pageSize: Int = 100) async throws -> [Int] {
    let configuration = PagerConfiguration.standard.with(
      pageSize: pageSize, prefetchDistance: 0, retry: .never)
    let pager = await Pager(source: self, configuration: configuration)
    var numbers: [Int] = []
    for try await item in pager.items { numbers.append(item.number ?? -1) }
    return numbers
  }

  /// The error of the first page; nil if it loads.
  func failure() async -> PagingError? {
    await failure(of: .start(10))
  }

  /// The error of a page; nil if the page loads.
  func failure(of request: PageRequest<PageCursor>) async -> PagingError? {
    do throws(PagingError) {
      _ = try await load(request)
      return nil
    } catch { return error }
  }

  /// The first item of the first page.
  func first() async throws -> AnswerItem {
    guard let item = try await load(.start(10)).items.first else { throw TestFailure("no item") }
    return item
  }
}

extension HTTPText {
  /// The text, read in pieces of a given size until it ends or at least `most` bytes are read.
  func whole(inPiecesOf size: Int = 100_000, atMost most: Int = .max) throws -> String {
    let reader = makeReader()
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: size))
    while bytes.count < most {
      let count = try piece.withUnsafeMutableBytes { try reader.read(into: $0) }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPSource.Opened {
  /// The source of the pages; throws an error if the answer is a text.
  func source() throws -> HTTPSource {
    switch self {
    case .pages(let source), .document(_, let source): return source
    case .text: throw TestFailure("a text, not pages")
    }
  }
}
