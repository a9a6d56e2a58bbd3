import Glibc

/// The running sample API.
final class SampleService {
  /// The address of the API: `http://127.0.0.1:PORT`.
  let address: String
  private let terminal: MeasuredTerminal

  /// Starts the API, and waits until it listens.
  init(_ program: String, in home: Home) throws(MeasureError) {
    terminal = try MeasuredTerminal(
      Launch(program: program, arguments: [], environment: home.environment))
    let frame = try terminal.frame(
      since: terminal.start, holding: [Array("http://127.0.0.1:".utf8)], quiet: .milliseconds(100))
    let lines = String(decoding: frame.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    address = lines.first.map { String($0) } ?? ""
  }

  deinit { end() }

  /// Stops the API.
  func end() {
    guard terminal.child.exitStatus == nil else { return }
    kill(terminal.child.identifier, SIGTERM)
    for _ in 0..<500 where terminal.child.exitStatus == nil { usleep(10_000) }
  }
}
