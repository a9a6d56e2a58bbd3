import FlyingFox
import FlyingSocks

/// A faulty answer.
struct Fault: Sendable {
  let name: String
  let meaning: String
  /// Answers a request; the string is the part of the path after the name of the fault.
  let answer: @Sendable (Call, String) async throws -> Answer

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// All faults, in the order of the index.
  static let all = [
    Fault(name: "html", meaning: "200 and a page of HTML") { _, _ in
      Answer(type: "text/html; charset=utf-8", Array(page.utf8))
    },
    Fault(name: "invalid", meaning: "JSON that ends within a value, with the right length") {
      _, _ in
      Answer(type: "application/json", half)
    },
    Fault(name: "cut", meaning: "half of the JSON, then the connection is closed") { _, _ in
      halfAndThen { throw SocketError.disconnected }
    },
    Fault(name: "stall", meaning: "half of the JSON, then nothing more comes") { _, _ in
      halfAndThen(silence)
    },
    Fault(name: "silent", meaning: "never an answer") { _, _ in
      try await silence()
      return Answer(.null)
    },
    Fault(name: "endless", meaning: "an array of JSON that never ends") { _, _ in
      let array = SizedArray(size: .max)
      return Answer(type: "application/json", .init(from: Chunks { array.chunk($0) }))
    },
    Fault(name: "huge", meaning: "?bytes=N: an array of JSON that is N bytes long") { call, _ in
      let array = SizedArray(size: try call.number("bytes") ?? 1_000_000)
      let bytes = Chunks { array.chunk($0) }
      return Answer(type: "application/json", .init(from: bytes, count: array.size))
    },
    Fault(name: "loop", meaning: "a redirect to itself") { call, _ in
      Answer(status: 302, type: "text/plain", []).with("Location", call.request.target)
    },
    Fault(name: "redirect", meaning: "?to=URL&status=302: a redirect") { call, _ in
      let status = try call.number("status") ?? 302
      return Answer(status: status, type: "text/plain", []).with("Location", call.text("to") ?? "/")
    },
    Fault(name: "status", meaning: "/NNN: that status with {error}") { call, text in
      guard let status = Int(text), 200...599 ~= status else {
        throw Refusal(404, "there is no status '\(text)'")
      }
      throw Refusal(status, "status \(status)").with("Retry-After", call.switches.retryAfter)
    },
  ]

  private static let page = """
    <!DOCTYPE html>
    <html><head><title>Sign in</title></head>
    <body><h1>Sign in</h1><p>Sign in to go on.</p></body></html>

    """

  private static let whole =
    JSON.object([("items", .array((1...20).map { SampleList.users.item($0).json }))]).bytes
  private static let half = Array(whole.prefix(whole.count / 2))

  private static func halfAndThen(_ next: @escaping @Sendable () async throws -> Void) -> Answer {
    let bytes = Chunks { number in
      if number == 0 { return half }
      try await next()
      return nil
    }
    return Answer(type: "application/json", .init(from: bytes, count: whole.count))
  }

  /// An answer that sends the given bytes, after which the connection stays silent.
  static func held(type: String, _ bytes: [UInt8]) -> Answer {
    let chunks = Chunks { number in
      if number == 0 { return bytes }
      try await silence()
      return nil
    }
    return Answer(type: type, .init(from: chunks))
  }

  /// Waits for an hour, which is longer than any client waits: the silence is the fault.
  private static func silence() async throws { try await Task.sleep(for: .seconds(3_600)) }
}

/// A JSON array with an exact size in bytes.
///
/// Its records have 64 bytes including the comma; blanks at the end fill the rest.
struct SizedArray: Sendable {
  private static let record = 64
  private static let perChunk = 1_024

  let size: Int
  private let records: Int

  init(size: Int) {
    self.size = max(2, size)
    records = (self.size - 2) / Self.record
  }

  /// A chunk of the array, numbered from 0; nil after the last one.
  ///
  /// The first and the last chunk contain the brackets, too.
  func chunk(_ number: Int) -> [UInt8]? {
    let first = number * Self.perChunk
    let last = min(first + Self.perChunk, records)
    guard number == 0 || first < records else { return nil }
    var bytes: [UInt8] = number == 0 ? [UInt8(ascii: "[")] : []
    for index in first..<last { bytes += record(index) }
    if last == records {
      let blanks = size - 2 - records * Self.record
      bytes += Array(repeating: UInt8(ascii: " "), count: blanks) + [UInt8(ascii: "]")]
    }
    return bytes
  }

  private func record(_ index: Int) -> [UInt8] {
    let head = "{\"id\":\(1_000_000_001 + index),\"text\":\""
    let tail = "\"}" + (index == records - 1 ? " " : ",")
    let filling = Self.record - head.utf8.count - tail.utf8.count
    return Array((head + String(repeating: "x", count: filling) + tail).utf8)
  }
}

/// Bytes that are generated in chunks while they are sent.
struct Chunks: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The function that generates a chunk, numbered from 0; it returns nil at the end.
  let chunk: @Sendable (Int) async throws -> [UInt8]?

  func makeAsyncIterator() -> Iterator { Iterator(chunk: chunk) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let chunk: @Sendable (Int) async throws -> [UInt8]?
    private var number = 0

    init(chunk: @escaping @Sendable (Int) async throws -> [UInt8]?) { self.chunk = chunk }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      defer { number += 1 }
      return try await chunk(number)
    }

    /// Never called, because the server reads whole chunks.
    func next() async throws -> UInt8? { nil }
  }
}
