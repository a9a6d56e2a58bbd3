import ArgumentParser
import Foundation

/// The program that measures the built viewer and other viewers, and compares them in a table.
@main struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measure endless beside less and others in a pseudo-terminal.",
    discussion: "A target that is missed is told and is no error; what cannot be measured is one.")

  @Option(help: "The program that is measured.")
  var program: String

  @Option(help: "The same program as `make install` gives it, which is told beside it.")
  var plain: String?

  @Option(help: "Where the files that are shown are made and kept.")
  var files: String

  @Option(help: "The script that serves the timeline over SSH; without, that is left out.")
  var sshDemo: String?

  @Option(help: "The sample API; without, addresses are left out.")
  var service: String?

  @Option(help: "The page that a whole run writes; a quick one, or one of some groups, does not.")
  var report: String?

  @Option(parsing: .upToNextOption, help: "Only these groups.")
  var only: [Group] = []

  @Flag(help: "Few rounds: to see that all works.")
  var quick = false

  func run() throws {
    let folder = URL(filePath: files)
    let home = try Home(in: folder)
    defer { home.remove() }
    var bench = Bench(
      endless: .endless(program), files: LogFiles(folder: folder), home: home, sshDemo: sshDemo,
      service: service, isQuick: quick)
    if let plain { bench.others.insert(.endless(plain, named: Viewer.plainName), at: 0) }
    try checkViewers(bench)
    var report = Report(try Surroundings(bench))
    let failures = measure(into: &report, bench)
    print("\(report.tables)\n\(report.surroundings.text)\n\n\(report.outcome)")
    guard failures == 0 else { throw ExitCode.failure }
    try write(report)
  }

  private func checkViewers(_ bench: Bench) throws {
    for viewer in [bench.endless, bench.less] where !viewer.isThere {
      throw MeasureError("\(viewer.program) does not exist")
    }
    for viewer in Viewer.others where !viewer.isThere {
      Progress.say("\(viewer.name) is not installed, and is left out")
    }
  }

  /// Measures the requested groups; returns the number of those that could not be measured.
  private func measure(into report: inout Report, _ bench: Bench) -> Int {
    var failures = 0
    for group in Group.allCases where only.isEmpty || only.contains(group) {
      Progress.say("\(group.rawValue) …")
      do throws(MeasureError) {
        report.add(try group.measurement.rows(bench), of: group)
      } catch {
        Progress.say("\(group.rawValue) could not be measured: \(error)")
        failures += 1
      }
    }
    return failures
  }

  private func write(_ report: Report) throws {
    guard let path = self.report, only.isEmpty, !quick else { return }
    try report.page.write(toFile: path, atomically: true, encoding: .utf8)
    Progress.say("written to \(path)")
  }
}
