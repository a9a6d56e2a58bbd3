import Foundation
import Testing

/// Addresses over TLS, and through a proxy or a socket in front of a service.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `An address over TLS` {
  private static let links = "link/users?per_page={limit}"

  /// Runs the program on pages behind nginx.
  ///
  /// The links in the pages have no host, because the service does not know the host of nginx.
  private static func output(
    _ proxy: TLSProxy, _ home: SampleHome, _ options: [String] = [], secure: Bool = true,
    environment: [String: String?] = [:]
  ) async throws -> CommandResult {
    let address = try await SampleService.shared.address(
      links, "count=1003;relative", root: secure ? proxy.root : proxy.plainRoot)
    return try await Command.run(
      home.launch([address.text, "--plain"] + options, environment: environment))
  }

  @Test func `is refused without a certificate that is trusted`() async throws {
    try await SampleHome.run(filled: false) { home in
      try await TLSProxy.run(in: home, before: try await .shared) { proxy in
        let result = try await Self.output(proxy, home)
        #expect(result.status == .exited(1) && result.output.isEmpty)
        let host = proxy.root.dropFirst("https://".count)
        let start = "endless: the certificate of \(host) is not trusted: "
        #expect(result.error.hasPrefix(start) && result.error.isOneLine)
        let end = "; name certificates to trust with --cacert\n"
        #expect(result.error.hasSuffix(end), "\(result.error)")
        let missing = try await Self.output(proxy, home, ["--cacert", "nothing"])
        #expect(missing.status == .exited(1))
        #expect(missing.error == "endless: nothing contains no certificates: see --cacert\n")
        #expect(try proxy.requests.isEmpty)
      }
    }
  }

  @Test func `gives all pages over one connection of HTTP 2, packed`() async throws {
    try await SampleHome.run(filled: false) { home in
      let service = try await SampleService.shared
      try await TLSProxy.run(in: home, before: service) { proxy in
        let lines = try service.lines(of: "users", count: 1_003)
        let result = try await Self.output(proxy, home, ["--cacert", proxy.certificate])
        #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
        #expect(result.lines == lines)
        let requests = try proxy.requests
        #expect(requests.count == 21)
        #expect(Set(requests.map(\.version)) == ["HTTP/2.0"])
        #expect(Set(requests.map(\.connection)).count == 1)
        #expect(Set(requests.map(\.encoding)) == ["gzip-"])
        let trusted = ["SSL_CERT_FILE": proxy.certificate as String?]
        let named = try await Self.output(proxy, home, environment: trusted)
        #expect(named.lines == lines)
      }
    }
  }

  @Test func `keeps its connection also without it`() async throws {
    try await SampleHome.run(filled: false) { home in
      let service = try await SampleService.shared
      try await TLSProxy.run(in: home, before: service) { proxy in
        let result = try await Self.output(proxy, home, secure: false)
        #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
        #expect(result.lines == (try service.lines(of: "users", count: 1_003)))
        let requests = try proxy.requests
        #expect(Set(requests.map(\.version)) == ["HTTP/1.1"])
        #expect(Set(requests.map(\.connection)).count == 1)
      }
    }
  }

  @Test func `may be that of a socket, whatever the host is`() async throws {
    try await SampleHome.run(filled: false) { home in
      let socket = home.path(of: "socket")
      try await SampleService.run("--unix-socket", socket) { service in
        let address = service.address(Self.links, "count=1003", root: "http://any.host.invalid")
        let result = try await Command.run(
          home.launch(address.text, "--plain", "--unix-socket", socket))
        #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
        #expect(result.lines == (try service.lines(of: "users", count: 1_003)))
        let missing = try await Command.run(
          home.launch(
            address.text, "--plain", "--retry-for", "0", "--unix-socket", socket + ".not"))
        #expect(missing.status == .exited(3))
        #expect(missing.error.contains("/socket.not: "))
        #expect(missing.error.isOneLine)
      }
    }
  }
}
