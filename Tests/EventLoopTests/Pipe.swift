import Glibc

/// A pipe that does not block (pipe(7)).
final class Pipe {
  let reading: Int32
  let writing: Int32
  private var isWritingOpen = true

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PipeError(code: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func write(_ text: String) { _ = Glibc.write(writing, text, text.utf8.count) }

  /// Reads all that waits.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(reading, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  func closeWriting() {
    if isWritingOpen { close(writing) }
    isWritingOpen = false
  }
}

/// No pipe could be made.
struct PipeError: Error {
  let code: Int32
}
