import Foundation
import Glibc

/// A process that a test did not start itself, as `/proc` tells of it.
struct ServerProcess: Hashable, Sendable {
  /// The process identifier.
  let identifier: pid_t

  /// All processes below this one.
  var descendants: [ServerProcess] {
    let path = "/proc/\(identifier)/task/\(identifier)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let children = text.split(separator: " ").compactMap { pid_t($0) }
      .map { ServerProcess(identifier: $0) }
    return children + children.flatMap(\.descendants)
  }

  /// Whether it runs; a zombie does not.
  var isRunning: Bool {
    guard let state = fields.first else { return false }
    return state != "Z" && state != "X"
  }

  /// What it was started with.
  var command: String {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/cmdline", encoding: .utf8)) ?? ""
    return text.replacing("\0", with: " ")
  }

  /// The environment that it was started with.
  var environment: [String] {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/environ", encoding: .utf8)) ?? ""
    return text.split(separator: "\0").map(String.init)
  }

  /// The time that it has worked so far, in its own code and in the kernel; nil once it is gone.
  var processorTime: Duration? {
    // Read once: it may be gone the next moment.
    let fields = fields
    // proc(5): utime and stime are fields 14 and 15; the state is the third.
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      return nil
    }
    return .seconds(user + system) / sysconf(Int32(_SC_CLK_TCK))
  }

  /// The most memory that it has held, in KiB; nil once it is gone.
  var peakMemory: Int? {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// From the state on: the name before it may hold anything.
  private var fields: [Substring] {
    guard let line = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
      let nameEnd = line.lastIndex(of: ")")
    else { return [] }
    return line[nameEnd...].dropFirst().split(separator: " ")
  }
}
