import Bytes

/// Text from an address, which is read as it arrives.
public struct HTTPText: Sendable {
  /// The format of the text.
  public enum Form: Hashable, Sendable {
    /// Bytes that are shown as they are.
    case plain
    /// One JSON object that is too large for an answer, or has too many items.
    case document
    /// Server-sent events (`text/event-stream`, HTML standard).
    case events
    /// JSON values with record separators (RFC 7464).
    case sequence
  }

  /// The format of the text.
  public let form: Form
  private let body: HTTPBody
  /// Whether the text is a web page, according to its content type.
  package let isWebPage: Bool
  /// The encoding that the content type declares; nil if it declares none.
  package let charset: String?

  init(_ body: HTTPBody, _ form: Form, _ head: HTTPHead) {
    (self.body, self.form) = (body, form)
    (isWebPage, charset) = (head.isWebPage, head.charset)
  }

  /// The error message for a web page where data was requested.
  package static let noDataWords =
    "the response is a web page (HTML), not data: is this the address of the API?"

  /// Creates the reader of the text; call this method once, and use the reader on one thread.
  public func makeReader() -> HTTPTextReader { HTTPTextReader(body, form) }

  /// Ends the request; bytes that have arrived can still be read.
  public func cancel() { body.cancel() }
}

/// A reader of text: events and sequences are converted to lines of JSON, and other text is not
/// changed.
///
/// A record is available as soon as its last byte has arrived. Little more than one event is held
/// in memory.
public final class HTTPTextReader {
  private let body: HTTPBody
  private var filter: (any TextFilter)?
  /// Converted bytes that have not been read yet.
  private var made: ArraySlice<UInt8> = []
  private var chunk: [UInt8] = []

  private static let chunkSize = 64 << 10

  init(_ body: HTTPBody, _ form: HTTPText.Form) {
    self.body = body
    switch form {
    case .plain, .document: filter = nil
    case .events: filter = EventLines()
    case .sequence: filter = SequenceLines()
    }
  }

  /// Waits for bytes and returns their number, which is 0 at the end.
  ///
  /// - Throws: an error if the text is incomplete, after all bytes that have arrived have been
  ///   read.
  public func read(into memory: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int {
    guard filter != nil else { return try body.read(into: memory) }
    while made.isEmpty {
      guard try makeMore() else { return 0 }
    }
    let part = made.prefix(memory.count)
    memory.copyBytes(from: part)
    made = made.dropFirst(part.count)
    return part.count
  }

  private func makeMore() throws(HTTPError) -> Bool {
    if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: Self.chunkSize) }
    let result = chunk.withUnsafeMutableBytes { memory in
      Result { () throws(HTTPError) in try body.read(into: memory) }
    }
    let count = try result.get()
    guard count > 0 else { return false }
    var bytes: [UInt8] = []
    try filter?.take(chunk[..<count], into: &bytes)
    made = bytes[...]
    return true
  }
}

/// A filter that converts bytes, in pieces of any size, to lines.
protocol TextFilter {
  /// Processes the next bytes, and appends the lines that they complete.
  ///
  /// - Throws: `failed` if an event exceeds the limit.
  mutating func take(_ bytes: ArraySlice<UInt8>, into lines: inout [UInt8]) throws(HTTPError)
}

/// A filter for JSON values, each of which begins with a record separator and ends with a line feed
/// (RFC 7464).
struct SequenceLines: TextFilter {
  /// Whether the next byte begins a line.
  private var isAtStart = true

  mutating func take(_ bytes: ArraySlice<UInt8>, into lines: inout [UInt8]) {
    for byte in bytes {
      if byte != Self.separator {
        lines.append(byte)
      } else if !isAtStart {
        // The value before this separator is incomplete, so its line is ended here.
        lines.append(.lineFeed)
      }
      isAtStart = byte == .lineFeed || byte == Self.separator
    }
  }

  private static let separator: UInt8 = 0x1E
}
