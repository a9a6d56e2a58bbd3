import Foundation

/// The machine, and the versions of the compared programs.
struct Surroundings {
  private let facts: [String]

  /// Examines the machine before anything is measured, so that the measurements do not affect the
  /// load average.
  init(_ bench: Bench) throws(MeasureError) {
    var facts = [
      "\(ProcessInfo.processInfo.activeProcessorCount) processors, \(Self.processor)",
      "Linux \(Self.firstLine(of: "/proc/sys/kernel/osrelease"))",
      "load average before: \(Self.load)",
      "terminal: \(MeasuredTerminal.lines)×\(MeasuredTerminal.columns), TERM=xterm-256color",
    ]
    for viewer in [bench.endless, bench.less] + bench.others {
      facts.append("\(viewer.name): \(try Self.version(of: viewer, bench))")
    }
    let missing = Viewer.others.filter { !$0.isThere }.map(\.name)
    if !missing.isEmpty { facts.append("not installed: \(missing.joined(separator: ", "))") }
    self.facts = facts
  }

  /// A list of all facts.
  var text: String { facts.map { "- \($0)" }.joined(separator: "\n") }

  private static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return name ?? "of a model that is not known"
  }

  private static var load: String {
    firstLine(of: "/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
  }

  private static func firstLine(of path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").first.map(String.init) ?? "?"
  }

  private static func version(of viewer: Viewer, _ bench: Bench) throws(MeasureError) -> String {
    let launch = Launch(
      program: viewer.program, arguments: [viewer.versionArgument],
      environment: bench.home.environment)
    let lines = try MeasuredTerminal(launch).output().split(whereSeparator: \.isNewline)
    return lines.first.map(String.init) ?? "?"
  }
}
