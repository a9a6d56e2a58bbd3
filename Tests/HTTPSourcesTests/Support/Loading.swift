import Answers
import HTTPSources
import Paging
import Records

extension AnswerItem {
  /// A value of a record by its path, or the text.
  func text(_ path: String) -> String? {
    switch content {
    case .record(let record): record.value(at: FieldPath(stringLiteral: path))?.text
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }

  /// The number of a sample item, in whatever it is wrapped.
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
  /// A source of an address, with options as a closure sets them.
  ///
  /// Pages are asked for one at a time unless a test wants more, so that requests can be counted.
  init(
    _ address: String, headers: [HTTPField] = [], body: String? = nil, atOnce: Int = 1,
    _ set: (inout HTTPSourceOptions) -> Void = { _ in }
  ) throws {
    var options = HTTPSourceOptions()
    options.answers.pagesAtOnce = atOnce
    // The services of several tests are at one origin.
    options.limits = OriginLimits(clock: ContinuousClock(), randomFraction: { 0 })
    set(&options)
    try self.init(RequestTemplate(address, headers: headers, body: body), options)
  }

  /// The numbers of all items that a pager gets, page by page and not ahead of its reader.
  func walked(pageSize: Int = 100) async throws -> [Int] {
    let configuration = PagerConfiguration.standard.with(
      pageSize: pageSize, prefetchDistance: 0, retry: .never)
    let pager = await Pager(source: self, configuration: configuration)
    var numbers: [Int] = []
    for try await item in pager.items { numbers.append(item.number ?? -1) }
    return numbers
  }

  /// Why the first page fails.
  func failure() async -> PagingError? {
    await failure(of: .start(10))
  }

  /// Why a page fails.
  func failure(of request: PageRequest<PageCursor>) async -> PagingError? {
    do throws(PagingError) {
      _ = try await load(request)
      return nil
    } catch { return error }
  }

  /// The one item of the first page.
  func first() async throws -> AnswerItem {
    guard let item = try await load(.start(10)).items.first else { throw TestFailure("no item") }
    return item
  }
}

extension HTTPText {
  /// All of it, read in pieces of a size.
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
  /// The pages, where the answer is one of them.
  func source() throws -> HTTPSource {
    switch self {
    case .pages(let source), .document(_, let source): return source
    case .text: throw TestFailure("a text, not pages")
    }
  }
}
