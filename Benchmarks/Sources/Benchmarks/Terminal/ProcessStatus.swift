import Foundation
import Glibc

/// The state of a process in `/proc` (proc(5)).
struct ProcessStatus: Sendable {
  /// The process identifier.
  let identifier: pid_t

  /// Its maximum resident memory in bytes (`VmHWM`).
  func peakMemory() throws(MeasureError) -> Double {
    guard let kibibytes = Self.numbers(of: ["VmHWM"], in: "/proc/\(identifier)/status") else {
      throw MeasureError("cannot read the memory of process \(identifier)")
    }
    return Double(kibibytes) * 1_024
  }

  /// Its current memory in bytes, including its share of the memory that it shares with other
  /// processes (`Pss`).
  func proportionalMemory() throws(MeasureError) -> Double {
    guard let kibibytes = Self.numbers(of: ["Pss"], in: "/proc/\(identifier)/smaps_rollup") else {
      throw MeasureError("cannot read the memory of process \(identifier)")
    }
    return Double(kibibytes) * 1_024
  }

  /// Its processor time in seconds (`utime` and `stime`).
  func processorTime() throws(MeasureError) -> Double {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
    // The name, in parentheses, may contain anything; the state after it is the third field.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw MeasureError("cannot read the time of process \(identifier)")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Whether the process exists.
  var isThere: Bool { kill(identifier, 0) == 0 || errno == EPERM }

  /// The child processes of its main thread, without their children.
  var children: [Self] {
    let path = "/proc/\(identifier)/task/\(identifier)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }.map(Self.init)
  }

  /// The process and all its descendants.
  var tree: [Self] { [self] + children.flatMap(\.tree) }

  /// The number of context switches of each thread, which shows how often it woke up.
  func contextSwitches() throws(MeasureError) -> [String: Int] {
    let folder = "/proc/\(identifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard !threads.isEmpty else { throw MeasureError("process \(identifier) has no threads") }
    let names = ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"]
    let counts = threads.map { ($0, Self.numbers(of: names, in: "\(folder)/\($0)/status") ?? 0) }
    return Dictionary(counts) { $1 }
  }

  /// The sum of the named fields of a file; nil if the file cannot be read or has none of the
  /// fields.
  private static func numbers(of names: [String], in path: String) -> Int? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let found = text.split(separator: "\n").compactMap { line -> Int? in
      let parts = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
      guard parts.count > 1, names.contains(String(parts[0])) else { return nil }
      return Int(parts[1])
    }
    return found.isEmpty ? nil : found.reduce(0, +)
  }
}
