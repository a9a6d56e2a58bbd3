import Foundation
import Glibc
import Randomness
import Testing

/// A viewer that SIGKILL terminates at a random moment, so that it cannot clean up.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A viewer that is killed` {
  /// Runs a script that starts the viewer with its own temporary folder, kills the viewer after it
  /// has drawn a number of bytes, and expects that nothing remains.
  private static func kill(_ script: String, after count: Int, in home: SampleHome) async throws {
    let folder = home.directory.path + "/temporary"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let launch = Launch(
      "sh", "-c", script, environment: ["TMPDIR": folder], directory: home.directory.path)
    try await PseudoTerminal.run(launch) { terminal in
      let session = ProcessSession(leader: terminal.program.child.identifier)
      let viewer = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
        session.members.first { name(of: $0) == "endless" }
      }
      if count > 0 {
        try await terminal.waitUntil("\(count) bytes") { $0.count >= count }
        try await terminal.write("G")
      }
      let process = try #require(viewer)
      #expect(Glibc.kill(process, SIGKILL) == 0)
      let isEmpty = try await Polling.answer(within: .seconds(60)) { () throws(HarnessError) in
        session.members.isEmpty ? true : nil
      }
      #expect(isEmpty == true, "\(session.members.map(name))")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(left == [])
  }

  private static func name(of process: pid_t) -> String {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return (name ?? "").trimmingCharacters(in: .newlines)
  }

  private static let starts: [(UInt64, String)] =
    (1...8).map { ($0, "yes") } + (1...4).flatMap { [($0, "gzip"), ($0, "xz")] }

  @Test(arguments: starts) func `leaves nothing of a pipe or a packed file`(
    seed: UInt64, program: String
  ) async throws {
    var random = SplitMix64(start: seed)
    let count = random.within(0...200)
    try await SampleHome.run(filled: false) { home in
      guard program != "yes" else {
        return try await Self.kill("yes | \(home.program); true", after: count, in: home)
      }
      let pack = Launch(
        "sh", "-c", "seq 1 5000000 | \(program) -1 -c > packed", directory: home.directory.path)
      #expect(try await Command.run(pack, within: .seconds(200)).status == .exited(0))
      try await Self.kill("\(home.program) packed; true", after: count, in: home)
    }
  }
}
