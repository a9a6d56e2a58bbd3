public import Answers
import Bytes
import Paging

/// A request with placeholders for the values that differ from page to page.
///
///     let template = try RequestTemplate("https://api.example/items?page={page}&per_page={limit}")
///
/// The address, values of header fields and the body may contain `{page}`, `{offset}`, `{limit}`,
/// `{cursor}` and `{last}`. A value is encoded as its place requires. A page may have no value for
/// a placeholder; for example, the first page has no cursor. In this case, the parameter of the
/// query or the header field is omitted, and in a JSON body the value is `null`.
public struct RequestTemplate: Sendable {
  /// The address as it was given, without a name and password.
  public let address: String
  /// The way in which the next page is found.
  public var style: PagedAnswers.Style { ways.style ?? placed }
  /// The way in which the next page is found, according to the placeholders.
  private let placed: PagedAnswers.Style
  /// The placeholders in the template.
  public let placeholders: Set<Placeholder>
  /// The part of the address before the query.
  private let path: FilledText
  private let parameters: [FilledText]
  let headers: [(name: String, value: FilledText)]
  private let body: Body
  /// The body as it was given, and its type.
  let given: (body: String?, type: String?)
  private let method: HTTPRequest.Method
  /// The name and password, percent-encoded; nil if there are none.
  private let login: String?
  /// The name and password as they were typed, with variables.
  let typedLogin: NamedText?
  /// The values that the template was created from, kept so that placeholders can be added.
  let source: Source
  /// Details of the paging that the placeholders do not express.
  var ways = Ways()

  /// The values that a template is created from.
  struct Source: Sendable {
    var address: String
    var fields: [TypedField]
    var login: NamedText?
    var body: String?
    var method: HTTPRequest.Method?
  }

  /// Details of the paging that the first answer has shown.
  struct Ways: Equatable, Sendable {
    /// The name of the header field that holds the token of the next page in an answer.
    var tokenHeader: String?
    /// The offset of the first item.
    var firstOffset = 0
    /// The unit of the header field `Range`, which requests items by number; empty if the service
    /// omits the unit.
    var rangeUnit: String?
    /// The pointer to the token in an answer, if it cannot be found by its name.
    var tokenPointer: String?
    /// Whether all pages except the last link to the next page.
    var endsWithoutLink = false
    /// The way in which pages are found, if no placeholder determines it.
    var style: PagedAnswers.Style?
  }

  private enum Body: Sendable {
    case none
    case json(FilledText)
    case form([FilledText])
    case other(FilledText)

    var texts: [FilledText] {
      switch self {
      case .none: []
      case .json(let text), .other(let text): [text]
      case .form(let parts): parts
      }
    }

    func filled(_ values: PageValues) -> [UInt8] {
      switch self {
      case .none: []
      case .json(let text): text.filledJSON(values)
      case .form(let parts):
        Array(
          parts.compactMap { $0.filled(values, PercentEncoding.value) }.joined(separator: "&").utf8)
      case .other(let text): Array((text.filled(values) ?? "").utf8)
      }
    }
  }

  /// Creates a template.
  ///
  /// - Parameters:
  ///   - address: an absolute `http` or `https` address.
  ///   - headers: the header fields.
  ///   - body: the body; the request becomes a POST of JSON, unless a field gives another type.
  ///   - method: the method; nil for POST with a body and GET without.
  /// - Throws: `invalid` with the reason, if a part cannot be used.
  public init(
    _ address: String, headers: [HTTPField] = [], body: String? = nil,
    method: HTTPRequest.Method? = nil
  ) throws(HTTPError) {
    try self.init(
      address, fields: headers.map { TypedField($0.name, NamedText($0.value)) }, body: body,
      method: method)
  }

  /// Creates a template whose parts may contain environment variables for secrets.
  ///
  /// - Parameter login: `NAME:PASSWORD`, which replaces the name and password in the address.
  /// - Throws: `invalid` with the reason, if a part cannot be used.
  package init(
    _ address: String, fields: [TypedField], login: NamedText? = nil, body: String? = nil,
    method: HTTPRequest.Method? = nil
  ) throws(HTTPError) {
    source = Source(address: address, fields: fields, login: login, body: body, method: method)
    let whole = try Self.whole(address)
    self.address = whole.withoutLogin.description
    (self.login, typedLogin) = (login?.text.asLogin ?? whole.login, login)
    var place = whole.withoutLogin
    (place.query, place.fragment) = (nil, nil)
    path = FilledText(place.description)
    parameters = whole.query.map(Self.parts) ?? []
    headers = try Self.checked(fields)
    self.method = method ?? (body == nil ? .get : .post)
    guard body == nil || self.method == .post else { throw .invalid("a body needs --method POST") }
    let type = fields.last { $0.isNamed("Content-Type") }?.value.text.lowercased()
    given = (body, type)
    self.body = body.map { Self.body($0, type: type) } ?? .none
    placeholders = ([path] + parameters + headers.map(\.value) + self.body.texts)
      .reduce(into: []) { $0.formUnion($1.placeholders) }
    placed = try Self.style(of: placeholders)
    guard path.placeholders.isDisjoint(with: [.cursor, .last]) else {
      throw .invalid(
        "{\(placed)} cannot be used in the path, because it has no value for the first page: put it in the query"
      )
    }
  }

  private static func whole(_ text: String) throws(HTTPError) -> WebAddress {
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
      let address = WebAddress(PercentEncoding.address(text)), let origin = address.origin,
      !origin.host.isEmpty
    else { throw .invalid("not an address: write https://HOST/PATH") }
    guard ["http", "https"].contains(origin.scheme) else {
      throw .invalid("cannot open '\(origin.scheme):' addresses: only http and https are supported")
    }
    guard FilledText(address.authority ?? "").placeholders.isEmpty else {
      throw .invalid("a placeholder cannot be used in the host part of an address")
    }
    guard origin.isValid else { throw .invalid("not an address: write https://HOST/PATH") }
    return address
  }

  private static func parts(_ query: Substring) -> [FilledText] {
    query.split(separator: "&", omittingEmptySubsequences: false).map { FilledText($0) }
  }

  private static func checked(
    _ fields: [TypedField]
  ) throws(HTTPError) -> [(name: String, value: FilledText)] {
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenByte) else {
        throw .invalid("'\(field.name)' is not a valid header name")
      }
      guard field.value.text.isHeaderValue else {
        throw .invalid("the value of \(field.name) contains a line break or a control character")
      }
    }
    return fields.map { ($0.name, FilledText($0.value)) }
  }

  private static func body(_ text: String, type: String?) -> Body {
    guard let type else { return .json(FilledText(text)) }
    if type.hasPrefix("application/x-www-form-urlencoded") { return .form(parts(Substring(text))) }
    // Types such as `application/x-amz-json-1.1` and `application/vnd.api+json` are also JSON.
    let words = type.prefix { $0 != ";" }.split { !$0.isLetter }
    return words.contains("json") ? .json(FilledText(text)) : .other(FilledText(text))
  }

  private static func style(of found: Set<Placeholder>) throws(HTTPError) -> PagedAnswers.Style {
    let ways = Placeholder.allCases.filter { $0 != .limit && found.contains($0) }
    guard ways.count < 2 else {
      throw .invalid("\(ways[0].text) and \(ways[1].text) cannot be used together")
    }
    switch ways.first {
    case .page: return .page
    case .offset: return .offset
    case .cursor: return .cursor
    case .last: return .last
    case .limit, nil: return .link
    }
  }

  // MARK: Requests

  /// The address in a form that may be displayed: without the values of query parameters whose
  /// names suggest a secret.
  public var shownAddress: String { WebAddress(address)?.shown ?? address }

  /// Whether the request has a name or password.
  public var hasLogin: Bool { login != nil }

  /// Whether the name and password were given separately from the address.
  package var hasTypedLogin: Bool { typedLogin != nil }

  /// Whether the name and password were given literally rather than with a variable.
  package var showsLogin: Bool { hasLogin && typedLogin?.firstName == nil }

  /// Whether two addresses belong to the same service; if so, credentials for the first may be sent
  /// to the second.
  ///
  /// Two addresses belong to the same service if both have the same scheme, host and port. This is
  /// also the case if both have the same host and their default ports, the first uses `http`, and
  /// the second uses `https`.
  public static func areOfOneService(_ one: String, _ other: String) -> Bool {
    let addresses = [one, other].compactMap {
      WebAddress(PercentEncoding.address($0))?.withoutLogin.description
    }
    guard addresses.count == 2, let home = HomeOrigin(addresses[0]) else { return false }
    return home.owns(addresses[1])
  }

  /// Whether the request is a POST.
  public var isPost: Bool { method == .post }

  /// The request for a page.
  ///
  /// - Throws: `invalid` if a value cannot be sent in its place.
  public func request(for address: PageAddress, limit: Int) throws(HTTPError) -> HTTPRequest {
    let values = PageValues(address.counted(from: ways.firstOffset), limit: limit)
    var request = HTTPRequest(url: url(of: address, values, parameters))
    request.method = method
    request.login = login
    for (name, text) in headers {
      guard let value = text.filled(values) else { continue }
      guard value.isHeaderValue else {
        throw .invalid("the service's value for \(name) is not valid in a header")
      }
      request.headers.append(HTTPField(name, value))
    }
    request.headers += range(of: address, limit: limit)
    request.body = body.filled(values)
    if case .json = body, !request.has("Content-Type") {
      request.headers.append(HTTPField("Content-Type", "application/json"))
    }
    return request
  }

  /// The header fields that request items by number.
  func range(of address: PageAddress?, limit: Int) -> [HTTPField] {
    guard let unit = ways.rangeUnit, case .offset(let offset)? = address else { return [] }
    let range = "\(offset)-\(offset + limit - 1)"
    guard unit.isEmpty else { return [HTTPField("Range", "\(unit)=\(range)")] }
    return [HTTPField("Range", range), HTTPField("Range-Unit", "items")]
  }

  /// A body of the same type as that of the template, with the values inserted.
  func filled(_ body: String, _ values: PageValues) -> [UInt8] {
    Self.body(body, type: given.type).filled(values)
  }

  /// The address of a page; if pages are found by links, the cursor is the address.
  func url(of address: PageAddress?, _ values: PageValues, _ parameters: [FilledText]) -> String {
    if style == .link, case .cursor(let cursor?)? = address { return cursor.text }
    let place = path.filled(values, PercentEncoding.value) ?? ""
    let several =
      parameters.contains { $0.pieces == [.value(.cursor)] } ? values.members : nil
    let query =
      parameters.compactMap { part in
        if let several, part.isReplaced(by: several.map(\.name)) { return nil }
        return part.filled(values, PercentEncoding.value)
      } + (several?.map { "\(PercentEncoding.value($0))=\(PercentEncoding.value($1))" } ?? [])
    return query.isEmpty ? place : place + "?" + query.joined(separator: "&")
  }
}

extension HTTPRequest {
  /// Whether the request has a header field with this name.
  func has(_ name: String) -> Bool {
    headers.contains { $0.name.lowercased() == name.lowercased() }
  }
}

extension String {
  /// `NAME:PASSWORD`, encoded for an address.
  fileprivate var asLogin: String {
    split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { PercentEncoding.value(String($0)) }.joined(separator: ":")
  }

  /// Whether the text may be the value of a header field: it has no control character other than
  /// tabs.
  var isHeaderValue: Bool {
    utf8.allSatisfy { $0 >= .space && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
  }
}

extension UInt8 {
  /// Whether the byte may be part of the name of a header field (RFC 9110, section 5.6.2).
  fileprivate var isTokenByte: Bool {
    self > .space && self < 0x7F && !Array(#"(),/:;<=>?@[\]{}""#.utf8).contains(self)
  }
}
