import Foundation
import Testing

/// Addresses that are opened from another screen.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `An address that is typed` {
  private static func overText(_ body: (Tmux, SampleHome) async throws -> Void) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write((1...100).map { "line \($0)\n" }.joined(), to: "file")
      try await Tmux.run(home.launch("file"), lines: 12) { tmux in
        try await tmux.type("20g")
        try await tmux.waitUntil("line 20 at the top") { $0.first == "line 20" }
        try await body(tmux, home)
        try await tmux.waitUntil("line 20 at the top") { $0.first == "line 20" }
        try await tmux.type("j")
        try await tmux.waitUntil("line 21 at the top") { $0.first == "line 21" }
        try await tmux.quit()
      }
    }
  }

  @Test func `over a text has the terminal until it is left`() async throws {
    let service = try await SampleService.shared
    let address = service.address("link/users?per_page={limit}", "count=303")
    try await Self.overText { tmux, _ in
      try await tmux.type(":e \(address.text)\r")
      try await tmux.waitFor(".1@example.org")
      try await tmux.type("G")
      try await tmux.waitFor(".303@example.org")
      try await tmux.type("q")
    }
  }

  /// The command lines of all processes.
  private static func commandLines() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { process in
      try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
    }
  }

  @Test func `over a text is no argument of a program, because other users could see it`()
    async throws
  {
    let service = try await SampleService.shared
    let address = service.address("link/users?per_page={limit}", "count=303")
    try await Self.overText { tmux, _ in
      try await tmux.type(":e \(address.text)\r")
      try await tmux.waitFor(".1@example.org")
      let programs = try Self.commandLines().filter { $0.contains("endless-connect") }
      #expect(!programs.isEmpty && !programs.contains { $0.contains(address.key) })
      try await tmux.type("q")
    }
  }

  @Test func `over a text returns with what is wrong with it`() async throws {
    let free = try FreePort.find()
    try await Self.overText { tmux, _ in
      try await tmux.type(":e http://127.0.0.1:\(free)/\r")
      try await tmux.waitFor("cannot connect to 127.0.0.1:\(free)")
      try await tmux.type("q")
      try await tmux.waitUntil("the text") { $0.first == "line 20" }
      try await tmux.type(":e http://no.such.host.invalid/\r")
      try await tmux.waitFor("no such host: no.such.host.invalid")
    }
  }
}

/// The viewer alone, as in an incomplete installation.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `An address without the program that opens it` {
  @Test func `is told, on the command line and on a screen`() async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a text\n", to: "text")
      var launch = home.launch("http://127.0.0.1:1/")
      launch.program = home.path(of: "endless")
      try FileManager.default.copyItem(atPath: home.program, toPath: launch.program)
      let result = try await Command.run(launch)
      #expect(result.status == .exited(1))
      #expect(result.error.contains("/endless-connect is missing or cannot be run"))
      #expect(result.error.isOneLine)
      launch.arguments = ["text"]
      try await Tmux.run(launch, lines: 12) { tmux in
        try await tmux.waitFor("a text")
        try await tmux.type(":e http://127.0.0.1:1/\r")
        try await tmux.waitFor("endless-connect is missing: install endless again")
        try await tmux.quit()
      }
    }
  }
}

/// The viewer and the program that opens addresses, in the folders of an installation.
@Suite(.timeLimit(.minutes(5))) struct `An address in an installation` {
  @Test(arguments: ["bin", "libexec/endless"])
  func `is opened by a program beside the viewer or in libexec`(folder: String) async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      for name in ["bin", folder] {
        try FileManager.default.createDirectory(
          atPath: home.path(of: name), withIntermediateDirectories: true)
      }
      var launch = home.launch(service.address("text/users", "count=2").text, "--plain")
      launch.program = home.path(of: "bin/endless")
      try FileManager.default.copyItem(atPath: home.program, toPath: launch.program)
      try FileManager.default.copyItem(
        atPath: home.program + "-connect", toPath: home.path(of: folder + "/endless-connect"))
      let result = try await Command.run(launch)
      #expect(result.status == .exited(0) && result.error.isEmpty && result.lines.count == 2)
    }
  }
}

/// A path takes precedence over an address.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A path that looks like an address` {
  @Test func `is opened, and nothing is asked`() async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      let address = service.address("text/users", "count=2")
      try home.directory.write("a file\n", to: address.text)
      for word in [address.text, address.text.replacing("//", with: "/")] {
        let result = try await Command.run(home.launch(word, "--plain"))
        #expect(result.status == .exited(0) && result.error.isEmpty)
        #expect(result.output == "a file\n")
      }
      let folder = try await Command.run(home.launch("http://127.0.0.1:\(service.port)", "--plain"))
      #expect(folder.output.contains("with"))
      #expect(try address.requests == 0)
      let other = service.address("text/users", "count=2")
      let asked = try await Command.run(home.launch(other.text, "--plain"))
      #expect(asked.status == .exited(0) && asked.lines.count == 2)
    }
  }

  @Test func `is what is typed on a screen, too`() async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      let address = service.address("text/users", "count=2")
      try home.directory.write("a file\n", to: address.text)
      try home.directory.write("a text\n", to: "text")
      try await Tmux.run(home.launch("text"), lines: 12) { tmux in
        try await tmux.waitFor("a text")
        try await tmux.type(":e \(address.text)\r")
        try await tmux.waitFor("a file")
        try await tmux.quit(by: "Q")
      }
      #expect(try address.requests == 0)
    }
  }

  @Test func `is mixed with addresses in one list of names`() async throws {
    let service = try await SampleService.shared
    try await SampleHome.run(filled: false) { home in
      try home.directory.write("a text\n", to: "text")
      let address = service.address("text/users", "count=2")
      let words = ["text", address.text, "exec:echo a command", "--plain"]
      let result = try await Command.run(home.launch(words))
      #expect(result.status == .exited(0) && result.error.isEmpty, "\(result.error)")
      let users = String(decoding: try service.body(of: "/with/count=2/text/users"), as: UTF8.self)
      #expect(result.output == "a text\n\(users)a command\n")
    }
  }
}
