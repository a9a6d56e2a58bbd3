import Answers
import HTTPSources
import Paging
import Testing

/// How secrets are shown.
@Suite(.timeLimit(.minutes(5))) struct `A secret` {
  @Test(arguments: [
    ("https://ada:pw@h.example:8443/x", "https://h.example:8443/x"),
    ("https://h.example/?token=a&q=1", "https://h.example/?token=…&q=1"),
    ("https://h.example/?api_key=a", "https://h.example/?api_key=…"),
    ("https://h.example/?X-Amz-Signature=a", "https://h.example/?X-Amz-Signature=…"),
    ("https://h.example/?key=a&sig=b&code=c", "https://h.example/?key=…&sig=…&code=…"),
    ("https://h.example/?client_secret=a=b", "https://h.example/?client_secret=…"),
    ("https://h.example/?access%5Ftoken=a", "https://h.example/?access%5Ftoken=…"),
    ("https://h.example/?%6Bey=a", "https://h.example/?%6Bey=…"),
    ("https://h.example/?page_token=a&cursor=b", "https://h.example/?page_token=a&cursor=b"),
    ("https://h.example/?nextToken=a&pageToken=b", "https://h.example/?nextToken=a&pageToken=b"),
    ("https://h.example/?token={cursor}&n={limit}", "https://h.example/?token={cursor}&n={limit}"),
    ("https://h.example/?keyword=a&monkey=b", "https://h.example/?keyword=a&monkey=b"),
    ("https://h.example/?token", "https://h.example/?token"),
    ("https://h.example/?token=", "https://h.example/?token=…"),
    ("https://h.example/a#token=a", "https://h.example/a"),
  ]) func `is not in the address that is shown`(address: String, shown: String) throws {
    #expect(try RequestTemplate(address).shownAddress == shown)
  }

  @Test(arguments: [
    ("Authorization", true), ("authorization", true), ("Proxy-Authorization", true),
    ("X-Api-Key", true), ("Cookie", true), ("X-Auth-Token", true), ("Api-Secret", true),
    ("X-CSRF-Token", true), ("Private-Token", true), ("Ocp-Apim-Subscription-Key", true),
    ("Accept", false), ("X-Request-Id", false), ("User-Agent", false), ("Page-Token", false),
    ("Idempotency-Key", false), ("Range", false),
  ]) func `is known by the name of a header`(name: String, isSecret: Bool) {
    #expect(HTTPField(name, "x").isSecret == isSecret)
  }

  @Test func `is not in what a value says of itself`() throws {
    let template = try RequestTemplate(
      "https://ada:s3cret@h.example/x?token=s3cret&page={page}",
      headers: [HTTPField("Authorization", "Bearer s3cret"), HTTPField("Accept", "a/b")])
    let request = try template.request(for: .page(1), limit: 1)
    let field = HTTPField("Cookie", "s3cret")
    let head = HTTPHead(
      url: "https://h.example/?token=s3cret", status: 200,
      fields: [HTTPField("Set-Cookie", "s3cret")])
    for text in [
      "\(template)", "\(request)", "\(field)", "\(head)", "\([field])",
      String(reflecting: template),
      String(reflecting: request), "\(HTTPAnswer(head: head, body: []))",
    ] {
      #expect(!text.contains("s3cret") && !text.contains("ada"), "\(text)")
    }
    #expect("\(HTTPField("Accept", "a/b"))" == "Accept: a/b")
    #expect("\(request)" == "GET https://h.example/x?token=…&page=1")
  }

  /// Each request has a password, a token in the query, and a token in the header.
  @Test func `is not in errors and explanations`() async throws {
    let service = try SampleService.shared.get()
    let dead = try LoopbackPort.dead()
    let list = try Switched()
    let local = list.address("").dropFirst("http://".count)
    let addresses = [
      "\(local)fault/loop?a=1", "\(local)fault/html?a=1", "\(local)fault/invalid?a=1",
      "\(local)fault/status/401?a=1", "\(local)fault/status/503?a=1", "\(local)fault/cut?a=1",
      "\(local)fault/redirect?to=ftp%3A%2F%2Fh.example%2F",
      "\(local)fault/redirect?to=http%3A%2F%2Fada%3As3cret%40nohost.invalid%2F%3Ftoken%3Ds3cret",
      "\(local)fault/redirect?to=http%3A%2F%2Fada%3As3cret%40h%20x%2F",
      "127.0.0.1:\(dead)/?a=1", "nohost.invalid/?a=1",
      "\(local)pages/users?a=1",
    ]
    #expect(service.port != dead)
    let refusal = #expect(throws: HTTPError.self) {
      try HTTPSource("http://ada:s3cret@127.0.0.1:99999/?a=1&token=s3cret")
    }
    #expect(refusal?.description.contains("s3cret") == false)
    for address in addresses {
      let source = try HTTPSource(
        "http://ada:s3cret@\(address)&token=s3cret",
        headers: [HTTPField("X-Api-Key", "s3cret")])
      let words = await source.failure()?.description ?? source.explanation ?? ""
      #expect(!words.isEmpty)
      #expect(!words.contains("s3cret") && !words.contains("ada"), "\(words)")
      #expect(!source.strangers.joined().contains("s3cret"))
    }
  }

  @Test func `of an address is its user's name and password, decoded`() async throws {
    let list = try Switched()
    let address = list.address("echo").dropFirst("http://".count)
    let source = try HTTPSource("http://a%40b:p%3Aé%20w@\(address)")
    // `a@b:p:é w` in base 64.
    #expect(try await source.first().text("headers.authorization") == "Basic YUBiOnA6w6kgdw==")
    #expect(source.template.hasLogin)
    #expect(!source.template.address.contains("@"))
  }
}
