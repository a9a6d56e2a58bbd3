// The four small systems from which this package originated, rebuilt with the public API alone. The
// file of each system begins with the mistakes of such systems and their solutions.
//
//     swift run Origins timeline      posts by key, a cell for each part of a post
//     swift run Origins users         users by page numbers, cancelled by a key
//     swift run Origins contacts      contacts by offset and limit, without a screen
//     swift run Origins stories       ids by token, their content in batches
//
// Each uses a simulated service within the program, or a real one:
//
//     swift run SampleAPI --port 8080
//     swift run Origins timeline --service http://127.0.0.1:8080
//     swift run Origins users --service 'http://127.0.0.1:8080/with/latency=300;fail=3:503'
import Foundation

let systems: [String: (pageSize: Int, run: (Options) throws -> Void)] = [
  "timeline": (20, showTimeline), "users": (20, showUsers), "contacts": (10, writeContacts),
  "stories": (30, showStories),
]

guard let name = CommandLine.arguments.dropFirst().first, let system = systems[name] else {
  let names = systems.keys.sorted().joined(separator: "|")
  let usage = "Origins \(names) [--plain] [--latency MS] [--page-size N] [--service ADDRESS]"
  FileHandle.standardError.write(Data("usage: \(usage)\n".utf8))
  exit(2)
}
do { try system.run(Options(pageSize: system.pageSize)) } catch { fail(error) }
