// Paging by page number and by item number: items added at the head shift all others.

extension Style {
  static let numbered = [
    Style(
      name: "pages", asked: "?page=&per_page=",
      answered: "{items, page, per_page, total, total_pages}", answer: numberedPage),
    Style(
      name: "offsets", asked: "?offset=&limit=", answered: "{items, offset, limit, total}",
      answer: offsetPage),
    Style(
      name: "link", asked: "?page=&per_page=",
      answered: "an array; the headers Link (first, prev, next, last) and X-Total-Count",
      answer: linkedPage),
    Style(
      name: "range", asked: "the header Range: items=0-24",
      answered: "206, an array, and the header Content-Range: items 0-24/1000", answer: rangedPage),
  ]

  private static func numberedPage(_ call: Call) throws(Refusal) -> Answer {
    let pages = try call.pages("per_page")
    let page = try call.page(pages, from: try call.numberedStart(pages))
    let size = call.size(try call.number("per_page"))
    let counts: [JSON.Field] = [
      ("page", .number(page.range.lowerBound / pages.size + call.switches.base)),
      ("per_page", .number(size)),
    ]
    let totals = call.totals(("total", call.listing.total), ("total_pages", pages.count))
    return Answer(call.body(page, counts + totals))
  }

  private static func offsetPage(_ call: Call) throws(Refusal) -> Answer {
    let pages = try call.pages("limit")
    let offset = try call.number("offset") ?? 0
    guard offset >= 0 else { throw Refusal(400, "offset is less than 0") }
    let page = try call.page(pages, from: offset)
    let counts: [JSON.Field] = [
      ("offset", .number(page.range.lowerBound)),
      ("limit", .number(call.size(try call.number("limit")))),
    ]
    return Answer(call.body(page, counts + call.totals(("total", pages.end))))
  }

  private static func linkedPage(_ call: Call) throws(Refusal) -> Answer {
    let pages = try call.pages("per_page")
    let page = try call.page(pages, from: try call.numberedStart(pages))
    let answer = Answer(call.body(page, name: "")).with("Link", call.links(page, pages))
    return answer.with(
      "X-Total-Count", call.switches.hasTotal ? String(call.listing.total) : nil)
  }

  private static func rangedPage(_ call: Call) throws(Refusal) -> Answer {
    let asked = try call.range()
    let pages = try call.pages(of: asked?.count, "the range")
    let page = try call.page(pages, from: asked?.lowerBound ?? 0)
    let total = call.switches.hasTotal ? String(pages.end) : "*"
    let body = call.body(page, name: "")
    guard let last = page.range.last else {
      return Answer(body).with("Content-Range", "items */\(total)")
    }
    let said = "items \(page.range.lowerBound)-\(last)/\(total)"
    return Answer(status: 206, body).with("Content-Range", said).with("Accept-Ranges", "items")
  }
}

extension Call {
  /// The position of the first item of the requested page.
  func numberedStart(_ pages: Pages) throws(Refusal) -> Int {
    let number = try number("page") ?? switches.base
    guard number >= switches.base else { throw Refusal(400, "there is no page \(number)") }
    return (number - switches.base) * pages.size
  }

  /// The value of the header field Link (RFC 8288).
  ///
  /// A service that does not know the total does not know the last page either.
  fileprivate func links(_ page: Page, _ pages: Pages) -> String {
    let number = page.range.lowerBound / pages.size + switches.base
    var links: [(name: String, page: Int)] = [("first", switches.base)]
    if page.hasPrevious { links.append(("prev", min(number, pages.count + switches.base) - 1)) }
    if page.hasNext { links.append(("next", number + 1)) }
    if switches.hasTotal { links.append(("last", max(1, pages.count) - 1 + switches.base)) }
    return links.map { link in
      let address = address([("page", String(link.page))], isRelative: switches.isRelative)
      return "<\(address)>; rel=\"\(link.name)\""
    }.joined(separator: ", ")
  }

  /// The range in the header field Range.
  fileprivate func range() throws(Refusal) -> Range<Int>? {
    guard let text = request.header("range") else { return nil }
    let numbers = text.dropFirst("items=".count).split(separator: "-").map { Int(bounded: $0) }
    guard text.hasPrefix("items="), numbers.count == 2, let first = numbers[0],
      let last = numbers[1], first <= last
    else { throw Refusal(416, "the range is not items=FIRST-LAST: '\(text)'") }
    return first..<last + 1
  }
}
