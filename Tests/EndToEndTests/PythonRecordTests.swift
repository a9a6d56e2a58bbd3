import Foundation
import Testing

/// Records in random input, most of which is damaged, compared with those that Python's `csv` and
/// `json` read.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Records beside Python` {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scripts/compare-records").path
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: python != nil, "python3 is not installed"))
  func `are the same wherever both can read them`() async throws {
    try await SampleHome.run(filled: false) { home in
      let launch = Launch(
        Self.python ?? "python3", Self.script, home.program, "100", directory: home.directory.path)
      let result = try await Command.run(launch, within: .seconds(300))
      #expect(result.status == .exited(0), "\(result.output)")
    }
  }
}
