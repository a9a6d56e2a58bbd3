import Foundation
import Glibc
import Testing

/// A real SSH server on the loopback that serves the program: `Scripts/ssh-demo`, with filled posts.
///
///     try await SshServer.run { server in
///       try await PseudoTerminal.run(server.client()) { terminal in … }
///     }
struct SshServer: Sendable {
  /// The checkout that the script lies in.
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// The script.
  static let script = checkout.appending(path: "Scripts/ssh-demo").path(percentEncoded: false)

  /// Where it listens.
  let port: Int
  /// The words of the command that the script says connects.
  let words: [String]
  /// The posts that it serves.
  let home: SampleHome
  /// The script's own process.
  let demo: ServerProcess

  /// Starts a server, calls `body`, and ends the server on every path.
  @discardableResult
  static func run<Result>(_ body: (SshServer) async throws -> Result) async throws -> Result {
    try await SampleHome.run { home in
      let port = try FreePort.find()
      let program = try await RunningProgram(try launch(in: home, port: port), terminal: nil)
      do {
        let result = try await body(try await SshServer(program, home: home, port: port))
        await stop(program)
        return result
      } catch {
        await stop(program)
        throw error
      }
    }
  }

  /// A start of the script.
  static func launch(in home: SampleHome, port: Int) throws -> Launch {
    var launch = Launch(script, directory: home.directory.path)
    launch.environment = [
      "PORT": "\(port)", "POSTS": home.folder, "ENDLESS_PROGRAM": home.program,
      "TMPDIR": home.directory.path,
    ]
    launch.standardInput = .file("/dev/null")
    launch.standardOutput = .pipe
    launch.standardError = .pipe
    return launch
  }

  /// A script that was started, once it listens.
  init(_ program: RunningProgram, home: SampleHome, port: Int = 0) async throws(HarnessError) {
    words = try await Self.words(of: program)
    demo = ServerProcess(identifier: program.child.identifier)
    self.home = home
    self.port = port
  }

  /// The words of the second line, once the server listens.
  private static func words(of program: RunningProgram) async throws(HarnessError) -> [String] {
    let found: [String]? = try await Polling.answer(within: .seconds(30)) {
      () throws(HarnessError) in
      await program.output?.drain()
      await program.error?.drain()
      let text = String(decoding: await program.output?.bytes ?? [], as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.count > 2, lines[0].hasPrefix("listening ") {
        return lines[1].split(separator: " ").map(String.init)
      }
      guard program.child.exitStatus == nil else {
        throw HarnessError(
          "no server: " + String(decoding: await program.error?.bytes ?? [], as: UTF8.self))
      }
      return nil
    }
    guard let found else { throw HarnessError("the server does not listen") }
    return found
  }

  /// The script ends its server itself; what it leaves would be killed with its session.
  static func stop(_ program: RunningProgram) async {
    try? program.child.signal(SIGTERM)
    _ = try? await Polling.answer(within: .seconds(10)) { () in program.child.exitStatus }
    await program.end()
  }
}

extension SshServer {
  /// A client; options go before the destination, and what is asked for after it.
  func client(
    _ options: [String] = [], asking command: [String] = [],
    environment: [String: String?] = [:]
  ) -> Launch {
    var launch = Launch(words[0], environment: environment, directory: home.directory.path)
    launch.arguments = options + words.dropFirst() + command
    return launch
  }

  /// The folder that the server made.
  var folder: String {
    let key = words.first { $0.hasSuffix("/client_key") } ?? ""
    return String(key.dropLast("/client_key".count))
  }

  /// The programs of the sessions that are open.
  var sessions: [ServerProcess] {
    demo.descendants.filter { $0.command.contains(" --secure ") && $0.command.hasPrefix("/") }
  }

  /// Waits for one session, and returns its program.
  func session() async throws(HarnessError) -> ServerProcess {
    let found: ServerProcess? = try await Polling.answer(within: .seconds(30)) { () in
      sessions.count == 1 ? sessions.first : nil
    }
    guard let found else { throw HarnessError("\(sessions.count) sessions are open, not one") }
    return found
  }

  /// Waits until nobody is in: the listening process alone is left.
  func waitUntilEmpty(within limit: Duration) async throws(HarnessError) {
    let left: Bool? = try await Polling.answer(within: limit) { () in
      demo.descendants.filter(\.isRunning).count <= 1 ? true : nil
    }
    guard left != nil else {
      throw HarnessError("still there: \(demo.descendants.map(\.command))")
    }
  }
}

extension SampleHome {
  /// Nothing that the script made is left in the folder for temporary files.
  func expectNoFolder() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.filter { $0.hasPrefix("endless-ssh") }.isEmpty)
  }
}
