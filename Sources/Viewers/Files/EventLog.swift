package import Feeds
import Glibc
import Terminal

/// The file of `--log`: one line an event, with its time.
package final class EventLog {
  private let descriptor: Int32
  private let start = ContinuousClock.now

  /// Opens it, to write at its end.
  ///
  /// - Parameter version: the program's, for the first line.
  /// - Throws: why it cannot be written.
  package init(path: String, version: String) throws(Failure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .usage("cannot write the log \(path): \(SystemError())")
    }
    write("start version=\(version)")
  }

  deinit { close(descriptor) }

  /// Adds a line; what it cannot write is lost, because a log must not end a program.
  package func write(_ event: String) {
    let line = "\(Self.text(of: start.duration(to: .now))) \(SafeText(event))\n"
    _ = Array(line.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Seconds with four digits behind the point, in ten columns.
  private static func text(of time: Duration) -> String {
    let ticks = Int(time / .microseconds(100))
    let digits = String(ticks % 10_000)
    let text = "\(ticks / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
    return String(repeating: " ", count: max(0, 10 - text.count)) + text
  }
}
