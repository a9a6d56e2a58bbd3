import Answers
import Foundation
import Paging
import TemporaryFolders
import Testing

@testable import HTTPSources

/// The services that get credentials; two services on two ports are two origins.
@Suite(.timeLimit(.minutes(5))) struct `A way to another service` {
  private static let secrets = [
    HTTPField("Authorization", "Bearer s3cret"), HTTPField("Cookie", "a=s3cret"),
    HTTPField("X-Api-Key", "s3cret"), HTTPField("Accept-Language", "eo"),
  ]

  private static func encoded(_ address: String) -> String {
    address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// An address that the service redirects to another address, on another service or on itself.
  private static func redirect(_ list: Switched, to target: String, status: Int = 302) -> String {
    list.address("fault/redirect?status=\(status)&to=\(encoded(target))")
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func `takes no credentials along`(status: Int)
    async throws
  {
    let (list, other) = try (Switched(), Switched(at: SampleService.other))
    let target = other.address("echo")
    let source = try HTTPSource(
      Self.redirect(list, to: target, status: status), headers: Self.secrets)
    let item = try await source.first()
    for name in ["authorization", "cookie", "x-api-key"] {
      #expect(item.text("headers.\(name)") == nil, "\(name)")
    }
    #expect(item.text("headers.accept-language") == "eo")
    #expect(item.text("headers.user-agent") == "endless")
    #expect(source.strangers == [other.service.address])
    #expect(source.requestCount == 2)
  }

  @Test func `without a scheme takes no credentials along either`() async throws {
    let (list, other) = try (Switched(), Switched(at: SampleService.other))
    let target = String(other.address("echo").dropFirst("http:".count))
    let source = try HTTPSource(Self.redirect(list, to: target), headers: Self.secrets)
    #expect(try await source.first().text("headers.authorization") == nil)
    #expect(source.strangers == [other.service.address])
  }

  @Test func `and back again has them where they belong`() async throws {
    let (list, other) = try (Switched(), Switched(at: SampleService.other))
    let back = Self.redirect(other, to: list.address("echo"))
    let source = try HTTPSource(Self.redirect(list, to: back), headers: Self.secrets)
    #expect(try await source.first().text("headers.authorization") == "Bearer s3cret")
    #expect(source.strangers == [other.service.address])
  }

  @Test func `takes no name and password along, of whichever address`() async throws {
    let (list, other) = try (Switched(), Switched(at: SampleService.other))
    let target = other.address("echo").replacing("http://", with: "http://eve:evil@")
    let address = Self.redirect(list, to: target).replacing("http://", with: "http://ada:pw@")
    let source = try HTTPSource(address)
    #expect(try await source.first().text("headers.authorization") == nil)
    #expect(source.strangers == [other.service.address])
  }

  @Test func `within the service keeps them`() async throws {
    let list = try Switched()
    let source = try HTTPSource(
      Self.redirect(list, to: list.address("echo")), headers: Self.secrets)
    let item = try await source.first()
    #expect(item.text("headers.authorization") == "Bearer s3cret")
    #expect(item.text("headers.cookie") == "a=s3cret")
    #expect(item.text("headers.x-api-key") == "s3cret")
    #expect(source.strangers == [])
    let relative = try HTTPSource(
      Self.redirect(list, to: "/echo?a=b").replacing("http://", with: "http://ada:pw@"))
    let found = try await relative.first()
    #expect(found.text("headers.authorization") == "Basic YWRhOnB3")
    #expect(found.text("query.a") == "b")
  }

  @Test
  func `within the service keeps what a command has printed, also with a name in the address`()
    async throws
  {
    let list = try Switched()
    let target = list.address("echo").replacing("http://", with: "http://eve@")
    let source = try HTTPSource(Self.redirect(list, to: target)) {
      $0.credential = CredentialCommand("echo s3cret")
    }
    #expect(try await source.first().text("headers.authorization") == "Bearer s3cret")
    #expect(source.strangers == [])
  }

  @Test func `has no command's secret`() async throws {
    let (list, other) = try (
      Switched("auth=s3cret"), Switched("auth=s3cret", at: SampleService.other)
    )
    let source = try HTTPSource(Self.redirect(list, to: other.address("echo"))) {
      $0.credential = CredentialCommand("echo s3cret")
    }
    #expect(
      await source.failure()?.description.hasPrefix("401 Unauthorized: the token is missing")
        == true)
    #expect(try await other.requestCount == 1)
  }

  /// The first service answers with addresses of the host that the request names, which may be the
  /// host of another service.
  @Test(arguments: ["link/users?per_page={limit}", "urls/users?limit={limit}"])
  func `by a link to the next page takes none along`(path: String) async throws {
    let other = try Switched(at: SampleService.other)
    for (switches, isServed) in [
      ("", true), ("auth=s3cret", false), ("header=x-api-key", false), ("header=cookie", false),
    ] {
      let list = try Switched(switches)
      let host = HTTPField("Host", "127.0.0.1:\(other.service.port)")
      let source = try HTTPSource(list.address(path), headers: Self.secrets + [host])
      let first = try await source.load(.start(10))
      #expect(first.numbers == Array(1...10))
      let next = PageRequest<PageCursor>.after(try #require(first.after.cursor), 10)
      let error = await source.failure(of: next)
      #expect(isServed ? error == nil : error?.description.hasPrefix("401") == true, "\(switches)")
      #expect(source.strangers == [other.service.address])
    }
  }

  @Test func `is where links of pages are resolved`() async throws {
    let (list, target) = try (Switched(), Switched("relative;count=60"))
    let path = String(target.address("urls/users").dropFirst(target.service.address.count))
    let source = try HTTPSource(Self.redirect(list, to: path))
    #expect(try await source.walked() == Array(1...60))
    #expect(try await list.requestCount == 1)
    #expect(try await target.requestCount == 3)
  }

  @Test func `sends no body there`() async throws {
    let (list, other) = try (Switched(), Switched(at: SampleService.other))
    for status in [307, 308] {
      let source = try HTTPSource(
        Self.redirect(list, to: other.address("echo"), status: status), body: "{}")
      #expect(
        await source.failure()
          == PagingError(
            "the service redirects to \(other.service.address): the body is not sent to another service",
            isRetryable: false))
    }
    #expect(try await other.requestCount == 0)
  }

  @Test func `becomes a GET without a body, as in browsers`() async throws {
    let list = try Switched()
    for status in [301, 302, 303] {
      let source = try HTTPSource(
        Self.redirect(list, to: list.address("echo"), status: status), body: "{}")
      let item = try await source.first()
      #expect(item.text("method") == "GET")
      #expect(item.text("body") == "")
      #expect(item.text("headers.content-type") == nil)
    }
    let source = try HTTPSource(
      Self.redirect(list, to: list.address("echo"), status: 307), body: "{}")
    let item = try await source.first()
    #expect(item.text("method") == "POST")
    #expect(item.text("body") == "{}")
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://h.example/x", "FILE:///etc/passwd", "data:,a"])
  func `is not gone where it is no address of the web`(target: String) async throws {
    let scheme = target.prefix { $0 != ":" }.lowercased()
    let words = "the service redirects to a \(scheme): address, which is not followed"
    let redirected = try HTTPSource(Self.redirect(Switched(), to: target))
    #expect(await redirected.failure() == PagingError(words, isRetryable: false))
    let canned = try CannedService("Link: <\(target)>; rel=next", body: "[1]")
    let linked = try HTTPSource(canned.address + "/")
    let page = try await linked.load(.start(10))
    let next = PageRequest<PageCursor>.after(try #require(page.after.cursor), 10)
    #expect(await linked.failure(of: next) == PagingError(words, isRetryable: false))
    #expect(canned.requests.count == 1)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://h.example/x"])
  func `is none in a body where it is no address of the web`(target: String) async throws {
    let canned = try CannedService("", body: #"{"items": [1], "next": "\#(target)"}"#)
    let source = try HTTPSource(canned.address + "/")
    #expect(try await source.load(.start(10)).after == .end)
  }

  @Test(arguments: ["http://h x/", "http://\\evil/", "http://[::1/"])
  func `is not gone where it is no address at all`(target: String) async throws {
    let source = try HTTPSource(Self.redirect(Switched(), to: target))
    #expect(await source.failure()?.isRetryable == false)
  }

  @Test(arguments: [
    ("http://h.example", "http://h.example/x", true),
    ("http://h.example", "https://h.example/x", true),
    ("http://h.example:80", "https://h.example:443/x", true),
    ("http://H.example", "http://h.EXAMPLE/", true),
    ("https://h.example", "http://h.example/", false),
    ("http://h.example:8080", "https://h.example/", false),
    ("http://h.example", "https://h.example:8443/", false),
    ("http://h.example", "http://h.example:8080/", false),
    ("http://h.example", "http://www.h.example/", false),
    ("http://h.example", "http://h.example.evil.example/", false),
    ("http://h.example", "http://h.example@evil.example/", false),
    ("http://h.example", "http://h.example:80@evil.example/", false),
    ("http://h.example", "http://evil.example/h.example", false),
    ("http://h.example", "http://evil.example?@h.example/", false),
    ("http://h.example", "http://evil.example#@h.example/", false),
    ("http://h.example", "http://h.example?@evil.example/", true),
    ("http://h.example", "http://ada:pw@h.example/", true),
    ("http://h.example", "//h.example/", false), ("http://h.example", "/x", false),
  ]) func `begins where scheme, host or port are others, but for https instead of http`(
    home: String, address: String, isOwned: Bool
  ) throws {
    #expect(try #require(HomeOrigin(home)).owns(address) == isOwned)
  }

  // MARK: What the environment has

  @Test func `takes no password of netrc along`() async throws {
    try await TemporaryFolder.run { folder in
      try folder.write("machine 127.0.0.1 login ada password s3cret\n", to: ".netrc")
      let (list, other) = try (Switched(), Switched(at: SampleService.other))
      let environment = ["HOME": folder.path]
      let own = try Viewer.run([list.address("echo")], environment)
      #expect(own.output.contains("Basic YWRhOnMzY3JldA=="), "\(own)")
      let within = try Viewer.run(
        [Self.redirect(list, to: list.address("echo"))], environment)
      #expect(within.output.contains("Basic YWRhOnMzY3JldA=="), "\(within)")
      let there = try Viewer.run([Self.redirect(list, to: other.address("echo"))], environment)
      let given = try Viewer.run(
        ["-H", "Authorization: Bearer mine", list.address("echo")], environment)
      #expect(given.output.contains("Bearer mine"), "\(given)")
      #expect(!given.output.contains("Basic"), "\(given)")
      #expect(there.output.contains("user-agent"), "\(there)")
      #expect(!there.output.contains("Basic"), "\(there)")
    }
  }
}
