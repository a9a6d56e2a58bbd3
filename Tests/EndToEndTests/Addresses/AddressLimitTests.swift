import Foundation
import Testing

/// Services that ask the program to wait, and cursors that have expired.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `An address with a limit` {
  private static let links = "link/users?per_page={limit}"

  private func onScreen(_ address: SampleAddress, body: (Tmux) async throws -> Void) async throws {
    try await SampleHome.run(filled: false) { home in
      try await Tmux.run(home.launch([address.text]), lines: 12, body: body)
    }
  }

  /// The service allows two pages in two seconds, and five are needed.
  ///
  /// Keys typed after the jump move from its target.
  @Test func `is never asked too soon, and loses no key meanwhile`() async throws {
    let service = try await SampleService.shared
    let address = service.address(Self.links, "count=203;limit=2;window=2000")
    try await onScreen(address) { tmux in
      try await tmux.waitFor(".1@example.org")
      try await tmux.type("Gkkk")
      try await tmux.waitFor("item 192 of 203")
      #expect(try address.requests >= 5)
      #expect(try address.refused == 0)
      try await tmux.quit()
    }
  }

  @Test func `says how long it wants to wait, and is asked by no key but one`() async throws {
    let service = try await SampleService.shared
    let address = service.address(Self.links, "count=303;fail=2:429;retry-after=3600")
    try await onScreen(address) { tmux in
      try await tmux.waitFor(".1@example.org")
      try await tmux.type("G")
      try await tmux.waitFor("429 Too Many Requests: request 2 fails · retry in ")
      try await tmux.waitFor("59 min ")
      try await tmux.type("r")
      try await tmux.waitFor("asks for a pause · retry in ")
      try await tmux.type("jjkG")
      #expect(try address.requests == 2)
      try await tmux.type(".")
      try await tmux.waitUntil("a third request") { _ in ((try? address.requests) ?? 0) > 2 }
      try await tmux.type("G")
      try await tmux.waitFor(".303@example.org")
      try await tmux.quit()
    }
  }

  @Test func `says so without a screen, where it wants to wait for long`() async throws {
    let service = try await SampleService.shared
    for (path, switches) in [
      (Self.links, "count=303;fail=2:429;retry-after=3600"),
      (Self.links, "count=303;fail=1:429;retry-after=3600"),
      (
        "pages/users?page={page}", "count=303;says=X-RateLimit-Remaining: 0|X-RateLimit-Reset: 3600"
      ),
    ] {
      let address = service.address(path, switches)
      try await SampleHome.run(filled: false) { home in
        let launch = home.launch([address.text, "--plain"])
        try await PseudoTerminal.run(launch, TerminalOptions(isJob: true)) { terminal in
          try await terminal.waitFor("; continuing in ")
          try await terminal.waitFor("^C")
          try await terminal.write("\u{3}")
          #expect(try await terminal.waitForExit(within: .seconds(30)) == .exited(130))
        }
      }
      #expect(try address.requests < 3)
    }
  }

  /// A service that issues cursors, but accepts none of them.
  @Test(arguments: [links, "cursors/users?cursor={cursor}&limit={limit}"])
  func `has a row where its cursors have expired, and begins again by a key alone`(path: String)
    async throws
  {
    let service = try await SampleService.shared
    let address = service.address(path, "count=303;expired=410")
    try await onScreen(address) { tmux in
      try await tmux.waitFor(".1@example.org")
      for round in 1...2 {
        try await tmux.type("G")
        try await tmux.waitFor("start again")
        try await tmux.type("jkjk")
        try await tmux.waitFor("start again")
        try await tmux.waitUntil("the refused request") { _ in
          ((try? address.requests) ?? 0) >= 2 * round
        }
        #expect(try address.requests == 2 * round)
        try await tmux.type(".")
        try await tmux.waitUntil("another request") { _ in
          ((try? address.requests) ?? 0) > 2 * round
        }
        try await tmux.waitFor(".1@example.org")
      }
      try await tmux.quit()
    }
  }
}
