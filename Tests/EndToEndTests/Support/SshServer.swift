import Foundation
import Glibc
import Testing

/// A real SSH server on the loopback interface that serves the program: `Scripts/ssh-demo`, with
/// filled posts.
///
///     try await SshServer.run { server in
///       try await PseudoTerminal.run(server.client()) { terminal in … }
///     }
struct SshServer: Sendable {
  /// The checkout that contains the script.
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// The script.
  static let script = checkout.appending(path: "Scripts/ssh-demo").path(percentEncoded: false)

  /// The port on which the server listens; 0 if the test did not pass it to the initializer.
  let port: Int
  /// The words of the command that connects to the server, as the script prints it.
  let words: [String]
  /// The home with the posts that the server shows.
  let home: SampleHome
  /// The script's own process.
  let demo: ServerProcess

  /// Starts a server, calls `body`, and then always stops the server.
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

  /// The launch of the script.
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

  /// Waits until a started script listens.
  init(_ program: RunningProgram, home: SampleHome, port: Int = 0) async throws(HarnessError) {
    words = try await Self.words(of: program)
    demo = ServerProcess(identifier: program.child.identifier)
    self.home = home
    self.port = port
  }

  /// The words of the second line, once the server listens.
  private static func words(of program: RunningProgram) async throws(HarnessError) -> [String] {
    let found: [String]? = try await Polling.answer(within: .seconds(60)) {
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

  /// Stops the script, which stops its server itself; any process that remains is killed with its
  /// session.
  static func stop(_ program: RunningProgram) async {
    try? program.child.signal(SIGTERM)
    _ = try? await Polling.answer(within: .seconds(60)) { () in program.child.exitStatus }
    await program.end()
  }
}

extension SshServer {
  /// The launch of a client; options precede the destination, and the command follows it.
  func client(
    _ options: [String] = [], asking command: [String] = [],
    environment: [String: String?] = [:]
  ) -> Launch {
    var launch = Launch(words[0], environment: environment, directory: home.directory.path)
    launch.arguments = options + words.dropFirst() + command
    return launch
  }

  /// The folder that the script has created.
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
    let found: ServerProcess? = try await Polling.answer(within: .seconds(60)) { () in
      sessions.count == 1 ? sessions.first : nil
    }
    guard let found else { throw HarnessError("\(sessions.count) sessions are open, not one") }
    return found
  }

  /// Waits until no session is open, and only the listening process remains.
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
  /// Expects that no file of the script remains in the folder for temporary files.
  func expectNoFolder() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.filter { $0.hasPrefix("endless-ssh") }.isEmpty)
  }
}
