import HTTPSources
import Testing

/// Encodings other than UTF-8.
@Suite(.timeLimit(.minutes(2))) struct `An answer in another encoding` {
  private static func service(_ type: String, _ bodies: [[UInt8]]) throws -> CannedService {
    try CannedService(
      bytes: bodies.map { body in
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
          + "Connection: close\r\n\r\n"
        return Array(head.utf8) + body
      })
  }

  /// A text in Latin-1, in which each character is one byte.
  private static func latin(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static let rows = latin("id,name\n1,caf\u{E9}\n2,na\u{EF}ve\n")

  @Test(
    arguments: ["text/csv; charset=ISO-8859-1", "text/csv;header=present;Charset=\"latin1\""],
    ["/x", "/x?page={page}"])
  func `is decoded as its content type declares`(type: String, path: String) throws {
    let canned = try Self.service(type, [Self.rows, []])
    let end = try Viewer.run(["--json", "--limit", "2", canned.address + path], [:])
    #expect(end.status == 0, "\(end)")
    #expect(end.output.contains("caf\u{E9}") && end.output.contains("na\u{EF}ve"), "\(end)")
  }

  @Test(arguments: [
    ("text/csv", "/x"), ("text/csv", "/x?page={page}"), ("text/csv; charset=utf-8", "/x"),
  ])
  func `is decoded as the reader says`(type: String, path: String) throws {
    let canned = try Self.service(type, [Self.rows, []])
    let end = try Viewer.run(
      ["--json", "--limit", "2", "--encoding", "latin1", canned.address + path], [:])
    #expect(end.output.contains("caf\u{E9}") && end.output.contains("na\u{EF}ve"), "\(end)")
  }

  @Test func `is UTF-8 where it is JSON, whatever its type declares`() throws {
    let body = Array("[{\"id\": 1, \"name\": \"caf\u{E9}\"}]".utf8)
    let canned = try Self.service("application/json; charset=ISO-8859-1", [body])
    let end = try Viewer.run(["--json", canned.address + "/x"], [:])
    #expect(end.output.contains("caf\u{E9}"), "\(end)")
  }
}
