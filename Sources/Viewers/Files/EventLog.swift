package import Feeds
import Glibc
package import Paging
import Terminal

/// The log file of `--log`, with one line for each event.
///
/// The format is that of logback, so that this program can show it as a log. The process ID takes
/// the place of the thread.
package final class EventLog {
  /// The level of an event, padded to five characters so that the lines are aligned.
  package enum Level: String, Sendable {
    case info = "INFO "
    case warning = "WARN "
    case error = "ERROR"
  }

  private let descriptor: Int32
  private let process = getpid()

  /// Opens the file for appending.
  ///
  /// - Parameter version: the version of the program, for the first line.
  /// - Throws: an error if the file cannot be opened.
  package init(path: String, version: String) throws(Failure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .usage("cannot write the log \(path): \(SystemError())")
    }
    write("start version=\(version)")
  }

  deinit { close(descriptor) }

  /// Appends a line; a failure is ignored, because logging must not end the program.
  package func write(_ event: String, _ level: Level = .info) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let line = "\(Self.text(of: now)) [\(process)] \(level.rawValue) endless - \(SafeText(event))\n"
    _ = Array(line.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Returns a UTC time such as `2026-11-28 08:12:00.1234Z`, with enough decimal places for the
  /// shortest load.
  static func text(of time: timespec) -> String {
    var (seconds, parts) = (time.tv_sec, tm())
    gmtime_r(&seconds, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day =
      "\(digits(parts.tm_year + 1_900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    let hour = "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
    return "\(day) \(hour).\(digits(time.tv_nsec / 100_000, 4))Z"
  }
}

extension EventLog {
  /// Appends the activity of a pager; a failed load is logged as an error.
  package func write<Item: Identifiable & Sendable, Cursor: Hashable & Sendable>(
    _ activity: PagerActivity<Item, Cursor>
  ) where Item.ID: Sendable {
    switch activity {
    case .failed: write(activity.description, .error)
    case .repeated: write(activity.description, .warning)
    case .started, .loaded, .cancelled, .changed: write(activity.description)
    }
  }
}
