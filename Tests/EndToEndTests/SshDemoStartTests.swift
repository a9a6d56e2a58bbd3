import Foundation
import Glibc
import Testing

/// The variables that `make ssh-demo` accepts, and its messages for wrong values.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The start of the SSH demo` {
  @Test func `says that its port is taken, and which one it is not`() async throws {
    let (descriptor, port) = try FreePort.listen()
    defer { _ = close(descriptor) }
    try await SampleHome.run { home in
      let result = try await Command.run(try SshServer.launch(in: home, port: port))
      #expect(result.status == .exited(1))
      #expect(result.output.isEmpty)
      #expect(
        result.error
          == "ssh-demo: port \(port) of 127.0.0.1 is in use; choose another with PORT=...\n")
      try home.expectNoFolder()
    }
  }

  @Test func `refuses what is no port`() async throws {
    try await SampleHome.run(filled: false) { home in
      for port in [
        "", "0", "65536", "-1", "http", "22 22", "99999999999999999999", "0x16", "02222",
      ] {
        var launch = try SshServer.launch(in: home, port: 1)
        launch.environment["PORT"] = port.isEmpty ? " " : port
        let result = try await Command.run(launch)
        #expect(result.status == .exited(1))
        #expect(result.output.isEmpty)
        #expect(result.error.hasSuffix(": must be from 1 to 65535\n"))
        try home.expectNoFolder()
      }
    }
  }

  @Test func `refuses a folder without posts`() async throws {
    try await SampleHome.run { home in
      try home.directory.write("", to: "empty/timeline.sqlite")
      try home.directory.write("", to: "folder/timeline.sqlite/file")
      for posts in [
        "none", "../none", "/nonexistent", "empty", "folder", "data",
        "data/endless/timeline.sqlite",
      ] {
        let named = posts.hasPrefix("/") ? posts : home.directory.path + "/" + posts
        for value in Set([posts, named]) {
          try await Self.expect(
            "POSTS=\(value) has no timeline.sqlite", in: home, with: ["POSTS": value])
        }
      }
    }
  }

  @Test func `refuses what is no program, and a place for its folder that is none`() async throws {
    try await SampleHome.run(filled: false) { home in
      let file = try home.directory.write("", to: "file")
      for program in [home.directory.path, ".", file, "file", "none", "/nonexistent"] {
        try await Self.expect(
          "\(program) is not a program; run 'make build'", in: home,
          with: ["ENDLESS_PROGRAM": program])
      }
      for place in [file, "file", "none", "/nonexistent", "no ne", "/proc"] {
        try await Self.expect(
          "TMPDIR=\(place) is not a writable folder", in: home,
          with: ["TMPDIR": place, "POSTS": ""])
      }
    }
  }

  @Test(arguments: ["data/endless", "./data/../data/endless/", "it's #1 \"odd\" 100%d \\ ü"])
  func `takes paths that begin where it does`(posts: String) async throws {
    try await SampleHome.run { home in
      let (files, folder) = (FileManager.default, home.directory.path + "/" + posts)
      if !files.fileExists(atPath: folder) {
        try files.moveItem(atPath: home.folder, toPath: folder)
      }
      try files.createSymbolicLink(
        atPath: home.directory.path + "/a program", withDestinationPath: home.program)
      var launch = try SshServer.launch(in: home, port: try FreePort.find())
      launch.environment.merge(
        ["POSTS": posts, "TMPDIR": ".", "ENDLESS_PROGRAM": "a program"]) { $1 }
      let program = try await RunningProgram(launch, terminal: nil)
      let server = try await SshServer(program, home: home)
      #expect(server.folder.hasPrefix(home.directory.path + "/"))
      let first = try home.first
      try await Tmux.run(server.client(), lines: 24, columns: 80) { tmux in
        try await tmux.screen("the first post") { $0.selects(first) }
      }
      await SshServer.stop(program)
      try home.expectNoFolder()
    }
  }

  /// Expects that the script fails immediately with one line, and creates nothing.
  private static func expect(
    _ message: String, in home: SampleHome, with environment: [String: String]
  ) async throws {
    var launch = try SshServer.launch(in: home, port: try FreePort.find())
    for (name, value) in environment { launch.environment[name] = value }
    let result = try await Command.run(launch)
    #expect(result.status == .exited(1))
    #expect(result.output.isEmpty)
    #expect(result.error == "ssh-demo: \(message)\n")
    try home.expectNoFolder()
  }
}
