// Styles whose requests have a body: JSON, a form, or a GraphQL query.

extension Style {
  static let posted = [
    Style(
      name: "body-token", method: "POST", asked: "JSON {pageToken, pageSize}",
      answered: "{items, nextPageToken}, empty at the end", answer: bodyPage),
    Style(
      name: "form-token", method: "POST", asked: "a form: token=&limit=",
      answered: "{items, next_token}; no next_token at the end", answer: formPage),
    Style(
      name: "graphql", method: "POST",
      asked: "JSON {query, variables: {first, after} or {last, before}}",
      answered: "{data: {LIST: {edges: [{node, cursor}], pageInfo: {hasNextPage, endCursor, "
        + "hasPreviousPage, startCursor}}}}", answer: graph),
    Style(
      name: "search-after", method: "POST",
      asked: "JSON {size, search_after: [id], sort: [{id: asc}]}",
      answered: "{hits: {total: {value, relation}, hits: [{_id, _source, sort}]}}", answer: hits),
  ]

  private static func bodyPage(_ call: Call) throws(Refusal) -> Answer {
    struct Body: Decodable {
      let pageToken: String?
      let pageSize: Int?
    }
    let body = try call.posted(Body.self)
    let pages = try call.pages(of: body.pageSize, "pageSize")
    let page = try call.page(pages, at: body.pageToken.flatMap { $0.isEmpty ? nil : $0 })
    return Answer(call.body(page, [("nextPageToken", .text(call.next(page) ?? ""))]))
  }

  private static func formPage(_ call: Call) throws(Refusal) -> Answer {
    let form = call.asForm
    let page = try form.page(try form.pages("limit"), at: form.text("token"))
    let next = call.next(page).map { [("next_token", JSON.text($0))] } ?? []
    return Answer(call.body(page, next))
  }

  private static func graph(_ call: Call) throws(Refusal) -> Answer {
    struct Body: Decodable {
      struct Variables: Decodable {
        let after: String?
        let before: String?
        let first: Int?
        let last: Int?
      }
      let query: String
      let variables: Variables?
    }
    let variables = try call.posted(Body.self).variables
    let pages = try call.pages(of: variables?.first ?? variables?.last, "first or last")
    if variables?.last != nil, variables?.first == nil {
      return call.graph(try call.page(pages, before: variables?.before))
    }
    return call.graph(try call.page(pages, at: variables?.after))
  }

  private static func hits(_ call: Call) throws(Refusal) -> Answer {
    struct Body: Decodable {
      let size: Int?
      let search_after: [Int]?
      let sort: [[String: String]]?
    }
    let body = try call.posted(Body.self)
    let order = body.sort?.first?["id"] ?? (call.listing.list.isNewestFirst ? "desc" : "asc")
    let size = try call.pages(of: body.size, "size").size
    let last = body.search_after?.first.map { max(0, min($0, call.listing.total + 1)) }
    let ids = call.ids(after: last, isFalling: order == "desc", size)
    return Answer(call.hits(ids))
  }
}

extension Call {
  /// The call with the fields of its form as parameters.
  fileprivate var asForm: Call {
    Call(request: request.asForm, switches: switches, listing: listing)
  }

  /// The page that ends before the item with a cursor; without a cursor, the last page.
  fileprivate func page(_ pages: Pages, before cursor: String?) throws(Refusal) -> Page {
    guard let cursor else { return pages.page(before: pages.end) }
    return pages.page(before: max(1, try Token(cursor).position(in: listing)) - 1)
  }

  /// A page as a Relay connection, with a cursor for each item.
  fileprivate func graph(_ page: Page) -> Answer {
    func cursor(_ position: Int) -> JSON { .text(Token(.after, position, listing).text) }
    let first = page.range.upperBound - page.items.count + 1
    let edges = page.json.enumerated().map { index, item -> JSON in
      ["node": item, "cursor": cursor(first + index)]
    }
    let info: JSON = [
      "hasNextPage": .flag(page.hasNext), "endCursor": cursor(page.range.upperBound),
      "hasPreviousPage": .flag(page.hasPrevious),
      "startCursor": cursor(page.range.lowerBound + 1),
    ]
    let connection: JSON = ["edges": .array(edges), "pageInfo": info]
    return Answer(["data": .object([(listing.list.rawValue, connection)])])
  }

  /// At most `size` IDs that follow the given one in sort order.
  fileprivate func ids(after id: Int?, isFalling: Bool, _ size: Int) -> [Int] {
    guard isFalling else {
      let start = id ?? 0
      return Array(start..<max(start, min(start + size, listing.total))).map { $0 + 1 }
    }
    let end = (id ?? listing.total + 1) - 1
    return (max(0, end - size)..<max(0, end)).reversed().map { $0 + 1 }
  }

  /// Items in the format of Elasticsearch.
  fileprivate func hits(_ ids: [Int]) -> JSON {
    let hits = ids.map { id -> JSON in
      ["_id": "\(id)", "_source": listing.list.item(id).json, "sort": [.number(id)]]
    }
    let total: JSON =
      switches.isTotalNull ? .null : ["value": .number(listing.total), "relation": "eq"]
    let fields: [JSON.Field] = switches.hasTotal ? [("total", total)] : []
    return ["hits": .object(fields + [(switches.name ?? "hits", .array(hits))])]
  }
}
