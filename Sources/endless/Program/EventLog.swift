import Foundation
import Terminal

/// The file of `--log`: one line an event, with its time.
final class EventLog {
  private let file: FileHandle
  private let start = ContinuousClock.now

  init(path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .usage("the log \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    write("start version=\(Endless.version)")
  }

  /// Adds a line; what it cannot write is lost, for a log must not end a program.
  func write(_ event: String) {
    let time = start.duration(to: .now)
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let line = String(format: "%10.4f ", seconds) + SafeText(event).description + "\n"
    try? file.write(contentsOf: Data(line.utf8))
  }
}
