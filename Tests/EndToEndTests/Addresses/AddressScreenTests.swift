import Foundation
import Testing

/// Shows the sample service's users on a screen.
///
/// A row is recognized by the number before the `@`.
private func onScreen(
  _ address: SampleAddress, _ options: [String] = [], lines: Int = 12,
  body: (Tmux) async throws -> Void
) async throws {
  try await SampleHome.run(filled: false) { home in
    try await Tmux.run(home.launch([address.text] + options), lines: lines, body: body)
  }
}

extension Tmux {
  /// Waits for the row of an item.
  fileprivate func waitForRow(_ number: Int, at place: SourceLocation = #_sourceLocation)
    async throws
  {
    try await waitFor(".\(number)@example.org", at: place)
  }

  /// Waits until the first row is that of an item.
  fileprivate func waitForFirstRow(_ number: Int, at place: SourceLocation = #_sourceLocation)
    async throws
  {
    try await waitUntil("item \(number) at the top", at: place) { lines in
      lines.first { $0.contains("@example.org") }?.contains(".\(number)@") == true
    }
  }
}

/// The pages of an address on a screen, opened with the same command as a text.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The pages of an address on a screen` {
  private static let pages = "pages/users?page={page}&per_page={limit}"
  private static let links = "link/users?per_page={limit}"
  private static let cursors = "cursors/users?cursor={cursor}&limit={limit}"

  @Test(arguments: [pages, links, cursors]) func `stand from the first row on, and go on below`(
    path: String
  ) async throws {
    let service = try await SampleService.shared
    let address = service.address(path, "count=1003;latency=100")
    try await onScreen(address) { tmux in
      try await tmux.waitForRow(1)
      try await tmux.waitUntil("the names") { $0.first?.hasPrefix("  id  name") == true }
      #expect(try address.requests < 4)
      for _ in 0..<30 { try await tmux.type(" ") }
      try await tmux.waitForRow(301)
      try await tmux.type("200g")
      try await tmux.waitForFirstRow(200)
      try await tmux.type("r")
      try await tmux.waitFor("up to date")
      try await tmux.waitForFirstRow(200)
      try await tmux.type("g")
      try await tmux.waitForFirstRow(1)
      try await tmux.quit()
    }
  }

  @Test(arguments: [pages, "offsets/users?offset={offset}&limit={limit}"])
  func `are gone to by their numbers where there is a total`(path: String) async throws {
    let service = try await SampleService.shared
    let address = service.address(path, "count=1003;latency=100")
    try await onScreen(address) { tmux in
      try await tmux.waitForRow(1)
      try await tmux.type("G")
      try await tmux.waitForRow(1_003)
      try await tmux.waitFor("item 995 of 1,003")
      try await tmux.type("50%")
      try await tmux.waitForFirstRow(502)
      try await tmux.type("777g")
      try await tmux.waitForFirstRow(777)
      #expect(try address.requests < 20)
      try await tmux.quit()
    }
  }

  @Test func `are opened, filtered and searched`() async throws {
    let service = try await SampleService.shared
    try await onScreen(service.address(Self.links, "count=303")) { tmux in
      try await tmux.waitForRow(1)
      try await tmux.send("Enter")
      try await tmux.waitUntil("the first item") { $0.contains { $0.contains("email  lupe.1@") } }
      try await tmux.type("q")
      try await tmux.waitForRow(2)
      try await tmux.type("/\\.222@\r")
      try await tmux.waitForRow(222)
      try await tmux.type("&id>=298\r")
      try await tmux.waitForFirstRow(298)
      try await tmux.waitForRow(303)
      try await tmux.type("=")
      try await tmux.waitFor("an array of ")
      try await tmux.quit()
    }
  }

  @Test func `that fail for a while are a row that goes on by itself`() async throws {
    let service = try await SampleService.shared
    // Several requests fail, because the row of the first failure is replaced after half a second,
    // and the row of the fifth one after four seconds or more.
    let address = service.address(Self.links, "count=303;fail=2:503,3:503,4:503,5:503,6:503")
    try await onScreen(address) { tmux in
      try await tmux.waitForRow(1)
      try await tmux.type("G")
      try await tmux.waitFor("503 Service Unavailable: request ")
      try await tmux.waitForRow(303)
      try await tmux.quit()
    }
  }

  @Test func `that fail for good are asked for again by a key`() async throws {
    let service = try await SampleService.shared
    let address = service.address(Self.links, "count=303;fail=2:403")
    try await onScreen(address) { tmux in
      try await tmux.waitForRow(1)
      try await tmux.type("G")
      try await tmux.waitFor("403 Forbidden: request 2 fails · .: try again")
      #expect(try address.requests == 2)
      try await tmux.type(".")
      try await tmux.waitForRow(51)
      try await tmux.type("G")
      try await tmux.waitForRow(303)
      try await tmux.quit()
    }
  }

  @Test func `say what was found`() async throws {
    let service = try await SampleService.shared
    for (path, words) in [
      (Self.links, "an array of 50 items"), (Self.pages, "an object with 50 items at /items"),
      (Self.cursors, "next cursor at /ne"),
    ] {
      try await onScreen(service.address(path, "count=1003")) { tmux in
        try await tmux.waitForRow(1)
        try await tmux.type("=")
        try await tmux.waitFor(words)
        try await tmux.quit()
      }
    }
  }
}

/// Requests that keep a reader waiting.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `An address that is slow` {
  @Test(arguments: ["link/users?per_page={limit}", "text/users"])
  func `has a screen at once, and then its rows`(path: String) async throws {
    let service = try await SampleService.shared
    let address = service.address(path, "count=1003;latency=10000")
    try await onScreen(address) { tmux in
      try await tmux.waitUntil("a screen without rows") { lines in
        lines.contains { $0.contains("loading…") }
          && !lines.contains { $0.contains("@example.org") }
      }
      try await tmux.waitForRow(1)
      #expect(try address.requests < 3)
      try await tmux.quit()
    }
  }

  @Test func `is stopped by a key, and asked again by another`() async throws {
    let service = try await SampleService.shared
    try await onScreen(service.address("fault/silent")) { tmux in
      try await tmux.waitFor("loading…")
      try await tmux.send("C-c")
      try await tmux.waitFor("stopped · .: continue")
      try await tmux.type(".")
      try await tmux.waitFor("loading…")
      try await tmux.quit()
    }
  }

  @Test(arguments: ["Escape", "C-c"]) func `is stopped on the way to its end`(key: String)
    async throws
  {
    let service = try await SampleService.shared
    let address = service.address("link/users?per_page={limit}", "count=1003;latency=1500")
    try await onScreen(address) { tmux in
      try await tmux.waitFor(".1@example.org")
      try await tmux.type("G")
      try await tmux.waitUntil("a third request") { _ in ((try? address.requests) ?? 0) > 2 }
      try await tmux.send(key)
      try await tmux.type("g")
      try await tmux.waitForFirstRow(1)
      #expect(try address.requests < 15)
      try await tmux.quit()
    }
  }

  @Test func `is left at once while a page hangs`() async throws {
    let service = try await SampleService.shared
    for path in ["fault/silent", "fault/silent?page={page}", "fault/stall"] {
      try await onScreen(service.address(path)) { tmux in
        try await tmux.waitFor("loading…")
        try await tmux.type("q")
        #expect(try await tmux.waitForExit(within: .seconds(30)) == .exited(0), "\(path)")
      }
    }
    // All of its pages would take more than a minute.
    let slow = service.address("link/users?per_page={limit}", "count=1003;latency=4000")
    try await onScreen(slow) { tmux in
      try await tmux.waitForRow(1)
      try await tmux.type("Gq")
      #expect(try await tmux.waitForExit(within: .seconds(30)) == .exited(0))
    }
  }

  /// Like any command that waits, the program can be interrupted before its screen opens.
  @Test func `is interrupted before its screen, and without one`() async throws {
    for options in [[], ["--plain"]] {
      var isInTime = false
      // The screen opens after a second. If the machine is busy, the key may be typed later.
      for _ in 1...10 where !isInTime { isInTime = try await Self.isInterrupted(options) }
      #expect(isInTime, "\(options)")
    }
  }

  /// Interrupts the program while it waits for an answer; returns false if its screen was open
  /// before it noticed that.
  private static func isInterrupted(_ options: [String]) async throws -> Bool {
    let address = try await SampleService.shared.address("fault/silent")
    return try await SampleHome.run(filled: false) { home in
      let launch = home.launch([address.text] + options)
      return try await PseudoTerminal.run(launch, TerminalOptions(isJob: true)) { terminal in
        try await terminal.waitUntil("the request") { _ in try address.requests > 0 }
        try await terminal.write("\u{3}")
        let screen = Array("\u{1B}[?1049h".utf8)
        try await terminal.waitUntil("its end, or its screen", within: .seconds(30)) { output in
          if output.contains(screen) { return true }
          return await !terminal.isRunning
        }
        guard await !terminal.output.contains(screen) else { return false }
        #expect(try await terminal.waitForExit() == .exited(130))
        #expect(TerminalModes(await terminal.output).isAsAtStart)
        return true
      }
    }
  }

  /// A failure that occurs after the screen has been opened is not kept as the answer: a key
  /// repeats the request.
  @Test func `is asked again after a failure that was awaited`() async throws {
    let service = try await SampleService.shared
    let address = service.address("fault/redirect?to=file:///etc/passwd", "latency=8000")
    try await onScreen(address) { tmux in
      try await tmux.waitFor("redirects to a file: address")
      #expect(try address.requests == 1)
      try await tmux.type(".")
      try await tmux.waitFor("loading…")
      try await tmux.waitFor("redirects to a file: address")
      #expect(try address.requests == 2)
      try await tmux.quit()
    }
  }
}
