import Foundation
import Glibc

/// A service that answers every request with the same bytes.
///
///     try await RawService.run(answering: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf") { root in … }
enum RawService {
  /// Listens, calls `body` with the scheme, host and port, and then always stops.
  ///
  /// - Parameter holds: whether a connection stays open after the answer, as if more bytes would
  ///   follow.
  static func run(
    answering answer: String, holds: Bool = false, body: (String) async throws -> Void
  ) async throws {
    let (descriptor, port) = try FreePort.listen()
    // This thread waits for connections, and exits when the socket is shut down.
    Thread.detachNewThread {
      var held: [Int32] = []
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        try? SystemCall.closeInPrograms(connection)
        Self.answer(connection, with: Array(answer.utf8))
        guard !holds else { held.append(connection); continue }
        // A process that was started a moment ago may have inherited the connection.
        _ = shutdown(connection, Int32(SHUT_RDWR))
        _ = close(connection)
      }
      for connection in held { _ = close(connection) }
      _ = close(descriptor)
    }
    defer { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    try await body("http://127.0.0.1:\(port)")
  }

  /// Reads the header of a request, because unread bytes would reset the connection, and then
  /// writes the answer.
  private static func answer(_ connection: Int32, with answer: [UInt8]) {
    var (request, part) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = read(connection, &part, part.count)
      guard count > 0 else { return }
      request += part[..<count]
    }
    _ = write(connection, answer, answer.count)
  }
}
