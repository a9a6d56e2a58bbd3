import Foundation
import Glibc

/// What the kernel says of a process, in `/proc` (proc(5)).
struct ProcessStatus: Sendable {
  /// The process.
  let identifier: pid_t

  /// The most memory that it ever had resident, in bytes (`VmHWM`).
  func peakMemory() throws(MeasureError) -> Double {
    guard let kibibytes = Self.numbers(of: ["VmHWM"], in: "/proc/\(identifier)/status") else {
      throw MeasureError("the memory of process \(identifier) is not known")
    }
    return Double(kibibytes) * 1_024
  }

  /// How often each thread gave the processor to another, or lost it: each time it had woken up.
  func contextSwitches() throws(MeasureError) -> [String: Int] {
    let folder = "/proc/\(identifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard !threads.isEmpty else { throw MeasureError("process \(identifier) has no threads") }
    let names = ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"]
    let counts = threads.map { ($0, Self.numbers(of: names, in: "\(folder)/\($0)/status") ?? 0) }
    return Dictionary(counts) { $1 }
  }

  /// The sum of some fields; nil where none of them is there.
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
