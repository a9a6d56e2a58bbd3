// Paging by a token for the next page: in the body, as an address, in a header field, or in two
// parts.

extension Style {
  static let tokens = [
    Style(
      name: "cursors", asked: "?cursor=&limit=",
      answered: "{items, next_cursor, prev_cursor}, each null where nothing follows",
      answer: cursorPage),
    Style(
      name: "urls", asked: "?cursor=&limit=",
      answered: "{items, links: {next, prev}}, each an address or null", answer: addressPage),
    Style(
      name: "header-token", asked: "?token=&limit=",
      answered: "{items}, and the header X-Next-Token unless at the end", answer: headerPage),
    Style(
      name: "markers", asked: "?key-marker=&version-id-marker=&max-keys=",
      answered: "{IsTruncated, NextKeyMarker, NextVersionIdMarker, Contents}; both or none",
      answer: markedPage),
    Style(
      name: "continue", asked: "?itcontinue=&continue=&limit=",
      answered: "{continue: {itcontinue, continue}, query: {items}}; no continue at the end",
      answer: continuedPage),
  ]

  private static func cursorPage(_ call: Call) throws(Refusal) -> Answer {
    let page = try call.page(try call.pages("limit"), at: call.text("cursor"))
    return Answer(
      call.body(
        page,
        [("next_cursor", JSON(call.next(page))), ("prev_cursor", JSON(call.previous(page)))]))
  }

  private static func addressPage(_ call: Call) throws(Refusal) -> Answer {
    let page = try call.page(try call.pages("limit"), at: call.text("cursor"))
    func link(_ token: String?) -> JSON {
      JSON(token.map { call.address([("cursor", $0)], isRelative: call.switches.isRelative) })
    }
    let links: JSON = ["next": link(call.next(page)), "prev": link(call.previous(page))]
    return Answer(call.body(page, [("links", links)]))
  }

  private static func headerPage(_ call: Call) throws(Refusal) -> Answer {
    let page = try call.page(try call.pages("limit"), at: call.text("token"))
    return Answer(call.body(page)).with("X-Next-Token", call.next(page))
  }

  private static func markedPage(_ call: Call) throws(Refusal) -> Answer {
    let version = call.text("version-id-marker")
    guard (call.text("key-marker") == nil) == (version == nil) else {
      throw Refusal(400, "key-marker and version-id-marker go together")
    }
    let page = try call.page(try call.pages("max-keys"), at: version)
    if let key = call.text("key-marker"), let version { try call.check(key, goesWith: version) }
    let next = call.next(page)
    return Answer(
      .object([
        ("IsTruncated", .flag(page.hasNext)),
        ("NextKeyMarker", JSON(next.map { _ in call.key(before: page.range.upperBound) })),
        ("NextVersionIdMarker", JSON(next)),
        (call.switches.name ?? "Contents", .array(page.json)),
      ]))
  }

  private static func continuedPage(_ call: Call) throws(Refusal) -> Answer {
    let token = call.text("itcontinue")
    guard token == nil || call.text("continue") == "-||" else {
      throw Refusal(400, "itcontinue and continue go together")
    }
    let page = try call.page(try call.pages("limit"), at: token)
    let next = call.next(page).map { token -> JSON.Field in
      ("continue", ["itcontinue": .text(token), "continue": "-||"])
    }
    let items: JSON = .object([(call.switches.name ?? "items", .array(page.json))])
    return Answer(.object((next.map { [$0] } ?? []) + [("query", items)]))
  }
}

extension Call {
  /// The key of a page that ends before a position.
  fileprivate func key(before position: Int) -> String {
    "\(listing.list.rawValue)/\(position - listing.moved)"
  }

  fileprivate func check(_ key: String, goesWith version: String) throws(Refusal) {
    let position = try Token(version).position(in: listing)
    guard key == self.key(before: position) else {
      throw Refusal(400, "key-marker does not go with version-id-marker")
    }
  }
}
