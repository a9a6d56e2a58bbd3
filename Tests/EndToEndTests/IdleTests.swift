import Foundation
import Testing

/// The activity of the program while the reader does nothing; `make bench` measures it for ten
/// seconds.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `An idle program` {
  @Test(
    arguments: [
      ([String](), ""), (["file"], ""), (["longer"], ""), ([], "L"), (["--latency", "20"], ""),
    ])
  func `sleeps in all its threads`(arguments: [String], keys: String) async throws {
    try await SampleHome.run { home in
      try home.directory.write("a line\n", to: "file")
      // The end of this file is loaded, but not visible.
      try home.directory.write(String(repeating: "a line\n", count: 60), to: "longer")
      let options = TerminalOptions()
      try await PseudoTerminal.run(home.launch(arguments), options) { terminal in
        try await terminal.waitFor("quit")
        try await terminal.write(keys)
        let process = terminal.program.child.identifier
        var last: (count: Int, time: ContinuousClock.Instant) = (0, .now)
        // If the program had used a thread pool even once, the pool would be checked every second,
        // and the program would never be idle.
        let isIdle = try await Polling.answer(within: .seconds(120)) { () throws(HarnessError) in
          let count = Self.switches(of: process)
          if count != last.count { last = (count, .now) }
          return .now - last.time > .seconds(3) ? true : nil
        }
        #expect(isIdle == true)
        try await terminal.quit()
      }
    }
  }

  /// The number of context switches of all threads of a process, as proc_pid_status(5) reports
  /// them.
  private static func switches(of process: Int32) -> Int {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let status =
        (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let lines = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      return sum + lines.reduce(0) { $0 + (Int($1.split(separator: "\t").last ?? "") ?? 0) }
    }
  }
}
