import Bytes

/// A text that an address answers, read while it comes.
public struct HTTPText: Sendable {
  /// How it is written.
  public enum Form: Hashable, Sendable {
    /// Its bytes are shown as they are.
    case plain
    /// One object of JSON that is too large for an answer, or has too many items for one.
    case document
    /// Events, as the HTML standard has them (`text/event-stream`).
    case events
    /// Values of JSON with separators before them (RFC 7464).
    case sequence
  }

  /// How it is written.
  public let form: Form
  private let body: HTTPBody

  init(_ body: HTTPBody, _ form: Form) { (self.body, self.form) = (body, form) }

  /// What reads it; for one thread, and once.
  public func makeReader() -> HTTPTextReader { HTTPTextReader(body, form) }

  /// Closes the connection; what has come can still be read.
  public func cancel() { body.cancel() }
}

/// Reads a text: events and sequences become lines, each of them a value of JSON, and others stay as they are.
///
/// A record is there as soon as its last byte is. No more is held than one event.
public final class HTTPTextReader {
  private let body: HTTPBody
  private var filter: (any TextFilter)?
  /// What the filter has made, and nobody has read yet.
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

  /// Waits for bytes and returns how many came; 0 at the end.
  ///
  /// - Throws: why no more come, once all that came is read.
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

/// Makes lines of what comes, in pieces of any size.
protocol TextFilter {
  /// Takes the next bytes, and adds the lines that end with them.
  ///
  /// - Throws: that something in it is larger than what is held.
  mutating func take(_ bytes: ArraySlice<UInt8>, into lines: inout [UInt8]) throws(HTTPError)
}

/// A sequence of values of JSON, each of which begins with a record separator and ends with a line feed (RFC 7464).
struct SequenceLines: TextFilter {
  /// Whether the next byte begins a line.
  private var isAtStart = true

  mutating func take(_ bytes: ArraySlice<UInt8>, into lines: inout [UInt8]) {
    for byte in bytes {
      if byte != Self.separator {
        lines.append(byte)
      } else if !isAtStart {
        // The value before it has ended early, and is no part of this one.
        lines.append(.lineFeed)
      }
      isAtStart = byte == .lineFeed || byte == Self.separator
    }
  }

  private static let separator: UInt8 = 0x1E
}
