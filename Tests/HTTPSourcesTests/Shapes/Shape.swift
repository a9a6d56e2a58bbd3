import Answers
import Foundation
import HTTPSources
import Paging
import Records
import Testing

/// How a documented API pages: the address that a reader types, the answers, and the requests that
/// must follow.
///
/// The bodies were written for these tests, following the documentation of the API. `ORIGIN` in
/// them stands for the address of the service.
struct Shape: Sendable, CustomTestStringConvertible {
  /// The name of the API.
  let name: String
  /// The path and the query of the address.
  let typed: String
  /// The answers of the service, in order.
  let answers: [Reply]
  /// The requests after the first.
  let asks: [Ask]
  /// The identities of all items, with blanks between them.
  let ids: String
  var headers: [HTTPField] = []
  /// The body that the reader types; nil if the requests have none.
  var body: String?
  /// The parameter that the reader names for the token.
  var tokenParameter: String?
  var end = End.isFound

  var testDescription: String { name }

  /// How the list ends.
  enum End: Sendable, Equatable {
    /// It ends without a message.
    case isFound
    /// It ends with advice for the reader, because nothing leads to a next page.
    case advice
    /// It ends with an error that contains some words.
    case failure(String)
  }

  init(
    _ name: String, _ typed: String, _ answers: [Reply], asks: [Ask] = [], ids: String,
    headers: [HTTPField] = [], body: String? = nil, tokenParameter: String? = nil,
    end: End = .isFound
  ) {
    (self.name, self.typed, self.answers, self.asks) = (name, typed, answers, asks)
    (self.ids, self.headers, self.body) = (ids, headers, body)
    (self.tokenParameter, self.end) = (tokenParameter, end)
  }
}

/// An answer of a service: a body, and fields of its header.
struct Reply: Sendable, ExpressibleByStringLiteral {
  let body: String
  let header: String
  let status: String

  init(_ body: String, header: String = "", status: String = "200 OK") {
    (self.body, self.header, self.status) = (body, header, status)
  }

  init(stringLiteral body: String) { self.init(body) }

  /// The bytes of the answer as a service at the given address sends them.
  func bytes(at address: String) -> [UInt8] {
    func own(_ text: String) -> String { text.replacing("ORIGIN", with: address) }
    return Array(CannedService.answer(own(header), body: own(body), status: status).utf8)
  }
}

/// An expected request: the path with the query, and other parts to check.
struct Ask: Sendable, ExpressibleByStringLiteral {
  let target: String
  var body: String?
  /// A field of the header.
  var field: String?

  init(_ target: String, body: String? = nil, field: String? = nil) {
    (self.target, self.body, self.field) = (target, body, field)
  }

  init(stringLiteral target: String) { self.init(target) }

  func expect(_ request: String, of name: String, isPost: Bool) {
    let (head, body) = Self.halves(request)
    let line = head.prefix { $0 != "\r\n" }
    #expect(line == "\(isPost ? "POST" : "GET") \(target) HTTP/1.1", "\(name)")
    if let expected = self.body { #expect(body == expected, "\(name)") }
    guard let field else { return }
    #expect(head.lowercased().contains("\r\n\(field.lowercased())\r\n"), "\(name): \(head)")
  }

  private static func halves(_ request: String) -> (head: String, body: String) {
    let parts = request.components(separatedBy: "\r\n\r\n")
    return (parts[0] + "\r\n", parts.dropFirst().joined(separator: "\r\n\r\n"))
  }
}

/// The result of a walk through a shape.
struct Walk {
  var ids: [String] = []
  var failure: PagingError?
  var advice: String?
  var explanation: String?
  let service: CannedService

  /// Opens an address, and loads page after page until the end.
  init(_ shape: Shape, pageSize: Int = 50) async throws {
    let service = try CannedService { address in
      let refusal = Reply(#"{"message": "one request too many"}"#, status: "400 Bad Request")
      return (shape.answers + [refusal]).map { $0.bytes(at: address) }
    }
    self.service = service
    var options = HTTPSourceOptions()
    options.answers.pagesAtOnce = 1
    options.tokenParameter = shape.tokenParameter
    let template = try RequestTemplate(
      service.address + shape.typed, headers: shape.headers, body: shape.body)
    let opened = try await HTTPSource.open(template, pageSize: pageSize, options)
    guard case .pages(let source) = opened else { throw TestFailure("this is a document") }
    do throws(PagingError) {
      try await load(source, pageSize)
    } catch {
      failure = error
    }
    (advice, explanation) = (source.advice, source.explanation)
  }

  private mutating func load(_ source: HTTPSource, _ pageSize: Int) async throws(PagingError) {
    var page = try await source.load(.start(pageSize))
    var seen: Set<AnswerItemID> = []
    for _ in 0..<12 {
      ids += page.items.filter { seen.insert($0.id).inserted }.map(\.label)
      guard let cursor = page.after.cursor else { return }
      page = try await source.load(.after(cursor, pageSize))
    }
    throw PagingError("this list has no end", isRetryable: false)
  }
}

extension AnswerItem {
  /// The text by which these tests identify an item.
  fileprivate var label: String {
    if let key = id.key { return key.text }
    switch content {
    case .text(let text): return String(decoding: text, as: UTF8.self)
    case .record(let record): return record.first?.value.text ?? "{}"
    }
  }
}
