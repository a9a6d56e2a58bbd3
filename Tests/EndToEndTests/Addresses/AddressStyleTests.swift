import Foundation
import Testing

/// An address of the sample service, with the switches and the options of one test.
struct AskedAddress: Sendable, CustomTestStringConvertible {
  let path: String
  let switches: String
  let options: [String]
  var testDescription: String { ([path, switches] + options).joined(separator: " ") }

  init(_ path: String, _ switches: String = "count=1003", _ options: [String] = []) {
    (self.path, self.switches, self.options) = (path, switches, options)
  }
}

/// Addresses without a screen, for each style of paging that services use.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Each style of paging` {
  private static let pages = "pages/users?page={page}&per_page={limit}"
  private static let offsets = "offsets/users?offset={offset}&limit={limit}"
  private static let links = "link/users?per_page={limit}"
  private static let form = [
    "-H", "Content-Type: application/x-www-form-urlencoded", "--data",
    "token={cursor}&limit={limit}",
  ]
  private static let pointers = ["--items", "/query/items", "--next", "/continue/itcontinue"]

  @Test(arguments: [
    AskedAddress(pages),
    AskedAddress(pages, "count=1003;no-total"),
    AskedAddress(pages, "count=1003;no-total;beyond=404"),
    AskedAddress(pages, "count=1003;base=0;max=30", ["--first-page", "0"]),
    AskedAddress(offsets),
    AskedAddress(offsets, "count=1003;no-total;max=33", ["--parallel", "1"]),
    AskedAddress(links),
    AskedAddress(links, "count=1003;relative;no-total", ["--page-size", "100"]),
    AskedAddress("link/users?page={page}&per_page={limit}"),
    AskedAddress("cursors/users?cursor={cursor}&limit={limit}"),
    AskedAddress("urls/users?limit={limit}"),
    AskedAddress("urls/users?limit={limit}", "count=1003;relative"),
    AskedAddress(
      "continue/users?itcontinue={cursor}&continue=-%7C%7C&limit={limit}", "count=1003", pointers),
    AskedAddress(
      "body-token/users", "count=1003",
      ["--data", #"{"pageToken":"{cursor}","pageSize":{limit}}"#]),
    AskedAddress("form-token/users", "count=1003", form),
    AskedAddress("after/users?starting_after={last}&limit={limit}"),
    AskedAddress("ndjson/users?page={page}&per_page={limit}"),
    AskedAddress("ndjson/users?offset={offset}&limit={limit}"),
    AskedAddress("single/users"),
    AskedAddress("keys/timeline?limit={limit}"),
    AskedAddress("keys/timeline?max_id={last}&limit={limit}"),
  ]) func `gives all items, in order and each once`(asked: AskedAddress) async throws {
    let service = try await SampleService.shared
    let address = service.address(asked.path, asked.switches)
    let result = try await output(of: address, asked.options)
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    let list = asked.path.contains("timeline") ? "timeline" : "users"
    #expect(result.lines == (try service.lines(of: list, count: 1_003)))
  }

  @Test func `of GraphQL gives the nodes`() async throws {
    let service = try await SampleService.shared
    let query =
      #"{"query":"{users}","variables":{"first":{limit},"after":"{cursor}"}}"#
    let result = try await output(
      of: service.address("graphql/users", "count=1003"), ["--data", query])
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines == (try service.lines(of: "users", count: 1_003)))
  }

  @Test func `of comma-separated values has the names once`() async throws {
    let service = try await SampleService.shared
    let whole = String(
      decoding: try service.body(of: "/with/count=1003/csv/users"), as: UTF8.self)
    let rows = whole.split(whereSeparator: \.isNewline).map {
      String($0).replacing(",", with: "\t")
    }
    for path in [
      "csv/users?page={page}&per_page={limit}", "csv/users?offset={offset}&limit={limit}",
    ] {
      let result = try await output(of: service.address(path, "count=1003"))
      #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
      #expect(result.lines == rows)
    }
  }

  /// The first page has 50 items; several numbered pages are requested at the same time.
  @Test(arguments: [
    (links, 10, 1...1), (links, 50, 1...1), (links, 51, 2...2), (pages, 50, 1...1),
    (offsets, 10, 1...1), (pages, 120, 3...6), (offsets, 120, 3...6),
  ]) func `is asked for no more pages than are wanted`(
    path: String, limit: Int, requests: ClosedRange<Int>
  ) async throws {
    let service = try await SampleService.shared
    let address = service.address(path, "count=1003")
    let result = try await output(of: address, ["--limit", "\(limit)"])
    #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
    #expect(result.lines.count == limit)
    let paths = try address.paths
    #expect(requests.contains(paths.count), "\(paths)")
  }

  @Test func `is asked for each page once, and for pages with numbers several at once`()
    async throws
  {
    let service = try await SampleService.shared
    for (path, most) in [(Self.links, 1...1), (Self.pages, 2...4)] {
      let address = service.address(path, "count=1003;latency=200")
      #expect(try await output(of: address).lines.count == 1_003)
      let paths = try address.paths
      #expect(Set(paths).count == paths.count)
      #expect((21...25).contains(paths.count), "\(paths)")
      #expect(most.contains(try address.mostAtOnce))
    }
  }

  @Test func `is written as objects, in columns and by a filter`() async throws {
    let service = try await SampleService.shared
    func lines(_ path: String, _ options: String...) async throws -> [String] {
      let result = try await output(of: service.address(path, "count=1003"), options)
      #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
      return result.lines
    }
    let users = try service.lines(of: "users", count: 1_003)
    #expect(try await lines(Self.links, "--json", "--limit", "3") == Array(users.prefix(3)))
    let chosen = try await lines(Self.links, "--columns", "email,id", "--limit", "2")
    #expect(
      chosen == ["email\tid", "lupe.1@example.org\t1", "grace.2@example.org\t2"])
    let csv = try await lines("csv/users?page={page}&per_page={limit}", "--json", "--limit", "1")
    #expect(csv == [users[0].replacing(#""id":1"#, with: #""id":"1""#)])
    let filtered = try await lines(Self.pages, "--filter", "id>=990", "--filter", "!Lagos")
    #expect(filtered == users[989...].filter { !$0.contains("Lagos") })
  }
}

extension CommandResult {
  /// The lines of the output.
  var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
}

/// Runs the program without a screen on an address.
func output(
  of address: SampleAddress, _ options: [String] = [], environment: [String: String?] = [:]
) async throws -> CommandResult {
  try await SampleHome.run(filled: false) { home in
    try await Command.run(
      home.launch([address.text, "--plain"] + options, environment: environment),
      within: .seconds(200))
  }
}
