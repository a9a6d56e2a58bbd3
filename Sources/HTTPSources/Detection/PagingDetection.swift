import Answers
import Bytes
import Paging
import Records

/// The detection of a list's paging from its first answer and the address that the reader typed.
///
/// A flag that says that no further items exist takes precedence over links and tokens, which
/// usually take precedence over numbers. A total shows only whether further items exist. The result
/// is usually the template that the reader could have typed, with `{page}`, `{offset}` or
/// `{cursor}` in the right place.
struct PagingDetection {
  /// The paging that was detected.
  enum Finding: Sendable {
    /// A template for all pages, the number of the first page, and the reason.
    case template(RequestTemplate, firstPage: Int, words: String)
    /// The answers link to the neighboring pages.
    case links
    /// The list is complete.
    case whole
    /// No next page can be found.
    case nothing(words: String)
  }

  let template: RequestTemplate
  let head: HTTPHead
  let answer: Answer
  /// The parameter that the reader has named for the token of the next page.
  var tokenName: String?

  private var typed: [(name: String, value: String)] { template.typedParameters }

  /// Detects the paging.
  ///
  /// - Throws: `invalid` if the answer has a token that cannot be placed in the request.
  func finding() throws(HTTPError) -> Finding {
    guard answer.hasMore != false else { return .whole }
    guard !answer.items.isEmpty else { return try findingWithoutItems() }
    let number = template.isPost ? nil : TypedNumber(in: typed)
    if let link = nextLink {
      guard let number, link.differs(from: template, onlyIn: number.name) else { return .links }
      return try counted(number, isLinked: true)
    }
    if let found = try token() { return found }
    if let found = try lastHit() { return found }
    if let number { return try counted(number) }
    if let found = try countedByAnswer() { return found }
    if isWhole { return .whole }
    return .nothing(words: advice)
  }

  /// Detects the paging of an answer without items.
  ///
  /// Services that filter a page after reading it send a token or a link with an empty page, and
  /// later pages have items. Numbers are not examined, because a page without items ends a list
  /// whose pages have numbers.
  private func findingWithoutItems() throws(HTTPError) -> Finding {
    if nextLink != nil { return .links }
    return try token() ?? .whole
  }

  // MARK: Links

  /// The address of the next page, from the header or the answer.
  private var nextLink: String? {
    LinkHeader(head.values(of: "Link")).target("next") ?? answer.link?.text
  }

  // MARK: Tokens

  private func token() throws(HTTPError) -> Finding? {
    if let field = TokenField(in: head), !isEcho(field.value) { return try placed(field) }
    guard let cursor = answer.next, let path = answer.nextPath, !isEcho(cursor.text) else {
      return nil
    }
    let name = path.split(separator: "/").last { Int($0) == nil }.map(String.init) ?? path
    if let first = followingPage(cursor, name) { return first }
    let place = try place(of: name, cursor)
    return .template(
      try template.placing(.cursor, at: place), firstPage: 1,
      words: "\(path) is sent as \(place.words)")
  }

  /// Paging by number, if the answer gives the number of the second page; nil otherwise.
  private func followingPage(_ cursor: AnswerCursor, _ name: String) -> Finding? {
    guard TokenNames.normalized(name) == "nextpage" || TokenNames.normalized(name) == "next",
      let next = Int(cursor.text), (1...2).contains(next), !template.isPost
    else { return nil }
    return try? counted(
      by: TypedNumber(in: typed)?.name ?? "page", .page, first: next - 1,
      "the response gives \(next) as the next page")
  }

  /// Whether the answer only repeats the token of its request.
  private func isEcho(_ token: String) -> Bool {
    typed.contains { $0.value == token && !token.isEmpty && Int(token) == nil }
  }

  private func placed(_ field: TokenField) throws(HTTPError) -> Finding {
    let place: ValuePlace =
      tokenName.map { .parameter($0) } ?? field.place(typed: typed.map(\.name))
    var found = try template.placing(.cursor, at: place)
    found.ways.tokenHeader = field.name
    return .template(found, firstPage: 1, words: "\(field.name) is sent as \(place.words)")
  }

  /// Paging by the sort values of the last hit (Elasticsearch), which are sent as `search_after` if
  /// the body has a sort order; nil otherwise.
  private func lastHit() throws(HTTPError) -> Finding? {
    guard template.sendsJSON, template.bodyRecord?.contains(where: { $0.name == "sort" }) == true,
      case .record(let last)? = answer.items.last?.content, let path = answer.itemsPath,
      last.last(where: { $0.name == "sort" })?.value.kind == .array
    else { return nil }
    var found = try template.placing(.cursor, at: .member(["search_after"]))
    let pointer = "\(path)/-1/sort"
    found.ways.tokenPointer = pointer
    return .template(found, firstPage: 1, words: "\(pointer) is sent as search_after in the body")
  }

  /// The place in the request for a token with this name.
  ///
  /// - Throws: `invalid` if a GraphQL query has no variable for it.
  private func place(of name: String, _ cursor: AnswerCursor) throws(HTTPError) -> ValuePlace {
    if let tokenName {
      if template.sendsJSON { return .member(tokenName.split(separator: ".").map(String.init)) }
      return template.sendsForm ? .field(tokenName) : .parameter(tokenName)
    }
    guard template.sendsJSON || template.sendsForm else {
      if cursor.json.first == .openBrace { return .parameters }
      let open = typed.filter(\.value.isEmpty).map(\.name)
      return .parameter(TokenNames.parameter(for: name, typed: typed.map(\.name), open: open))
    }
    if template.sendsForm {
      let fields = (template.source.body ?? "").split(separator: "&").map {
        String($0.prefix { $0 != "=" })
      }
      return .field(TokenNames.parameter(for: name, typed: fields))
    }
    if let query = GraphQuery(template) { return .member(try query.variable) }
    let members = template.bodyRecord.map(Array.init) ?? []
    let open = members.filter { $0.value.kind == .null || $0.value.text.isEmpty }.map(\.name)
    return .member([TokenNames.parameter(for: name, typed: members.map(\.name), open: open)])
  }

  // MARK: Numbers

  private func counted(_ number: TypedNumber, isLinked: Bool = false) throws(HTTPError) -> Finding {
    try counted(
      by: number.name, number.kind, first: number.first,
      "\(number.name)=\(number.first) in the address is the \(number.kind == .page ? "page number" : "item offset")",
      isLinked: isLinked)
  }

  private func counted(
    by name: String, _ kind: TypedNumber.Kind, first: Int, _ words: String, isLinked: Bool = false
  ) throws(HTTPError) -> Finding {
    let place: ValuePlace =
      template.sendsJSON ? .member([name]) : template.sendsForm ? .field(name) : .parameter(name)
    var found = try template.placing(kind == .page ? .page : .offset, at: place)
    if kind == .offset { found.ways.firstOffset = first }
    found.ways.endsWithoutLink = isLinked
    return .template(found, firstPage: kind == .page ? first : 1, words: words)
  }

  /// Paging by number, if the answer states its own position; nil otherwise.
  private func countedByAnswer() throws(HTTPError) -> Finding? {
    if let range = head.itemRange, range.end < range.total ?? .max, range.start == 0 {
      let found = try template.requestingRanges(of: range.unit)
      let unit = range.unit.isEmpty ? "items" : range.unit
      return .template(found, firstPage: 1, words: "Content-Range contains the range of \(unit)")
    }
    if let first = head.pageNumber {
      return try counted(
        by: "page", .page, first: first, "the response headers contain the page number")
    }
    let counts = answer.counts
    if let page = counts.page, page.count <= 1, hasMorePages(behind: page.count) {
      return try counted(
        by: Self.pageParameter(page.name), .page, first: page.count,
        "\(page.name)=\(page.count) in the response is the page number")
    }
    if let offset = counts.offset, offset.count <= 1, hasMoreItems {
      // `from: 1` is often the ordinal number of the first item, which is meant for display.
      let mayBeOne = ["startindex", "offset"].contains(TokenNames.normalized(offset.name))
      guard offset.count == 0 || mayBeOne else { return nil }
      return try counted(
        by: offset.name, .offset, first: offset.count,
        "\(offset.name)=\(offset.count) in the response is the item offset")
    }
    return nil
  }

  private static func pageParameter(_ name: String) -> String {
    ["number", "currentpage"].contains(TokenNames.normalized(name)) ? "page" : name
  }

  private func hasMorePages(behind first: Int) -> Bool {
    answer.counts.pages.map { $0 > 1 } ?? hasMoreItems
  }

  private var hasMoreItems: Bool {
    if let total = answer.counts.totalItems ?? head.total { return total > answer.items.count }
    return answer.hasMore == true || answer.counts.pageSize == answer.items.count
  }

  /// Whether the list is complete.
  private var isWhole: Bool {
    answer.saysNothingFollows && answer.hasMore == nil || answer.counts.isWhole
      || head.total == answer.items.count || headerNamesOthers
  }

  /// Whether the `Link` header links to pages of the list; if the next page is not among them, the
  /// list is complete.
  private var headerNamesOthers: Bool {
    let others = ["first", "last", "prev", "previous", "next"]
    return LinkHeader(head.values(of: "Link")).links.contains { link in
      link.relations.contains { others.contains($0) }
    }
  }

  /// Whether the answer states that the list has more items or pages than this one.
  ///
  /// It is false if the request or the answer names a later page, because the reader then wants
  /// only that page.
  var missesItems: Bool {
    let counts = answer.counts
    let given = typed + (template.bodyRecord?.map { (name: $0.name, value: $0.value.text) } ?? [])
    guard !TypedNumber.isLater(in: given), counts.page?.count ?? 0 <= 1,
      counts.offset?.count ?? 0 <= 1
    else { return false }
    if let pages = counts.pages, pages > 1 { return true }
    return (counts.items ?? head.total).map { $0 > answer.items.count } ?? false
  }

  private var advice: String {
    "the response does not say where the next page is: write {page}, {offset}, {cursor} or {last} in the address"
  }
}

extension String {
  /// Whether the address equals that of a template except for one parameter.
  fileprivate func differs(from template: RequestTemplate, onlyIn name: String) -> Bool {
    guard let base = WebAddress(PercentEncoding.address(template.source.address)),
      let link = WebAddress(base.resolving(self))
    else { return false }
    func rest(_ address: WebAddress) -> [String] {
      let parts = (address.query ?? "").split(separator: "&").map { PercentEncoding.decoded($0) }
      return [String(address.withoutLogin.authority ?? ""), String(address.path)]
        + parts.filter { !$0.hasPrefix("\(name)=") }.sorted()
    }
    return rest(base) == rest(link)
  }
}
