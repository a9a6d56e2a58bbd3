import Answers
import Bytes
import Paging
import Processes
import Records

/// The kind of a body in the first answer of an address: either an answer from an API, which is
/// read completely, or text, which is read as it arrives.
enum BodyKind: Sendable {
  /// A complete answer, to be parsed as JSON.
  case answer([UInt8])
  /// Text; the bytes that were read for the decision are put back into the body.
  case text(HTTPText.Form)

  /// Determines the kind from the content type, the format in the options, and the bytes.
  ///
  /// If the content type or the format shows that the body is text, nothing is read. Otherwise the
  /// first bytes are read and, if the body may be an answer, the whole body.
  ///
  /// - Throws: an error if an answer is incomplete or too large.
  static func found(
    of body: HTTPBody, _ head: HTTPHead, _ options: HTTPSourceOptions
  ) async throws(HTTPError) -> BodyKind {
    guard let reading = BodyReading(body, head, options) else { return .text(head.textForm) }
    let result: Result<BodyKind, HTTPError> = await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        do throws(ProcessError) {
          // The JSON parser recurses into nested values, and needs a larger stack.
          try WaitingThread.start("body", stackSize: 1 << 20) {
            var reading = reading
            task.resume(returning: Result { () throws(HTTPError) in try reading.found() })
          }
        } catch {
          task.resume(returning: .failure(.passing(error.description)))
        }
      }
    } onCancel: {
      body.cancel()
    }
    return try result.get()
  }
}

extension HTTPHead {
  /// Whether the body may be read as it arrives.
  ///
  /// An answer whose header links to the next page is a page of a list, regardless of its type.
  var mayBeText: Bool {
    guard (200..<300).contains(status), !isNotReady else { return false }
    return !values(of: "Link").contains { LinkHeader([$0]).target("next") != nil }
  }

  /// Whether the content type is unspecific; servers also use these types for raw JSON files.
  fileprivate var isOfUnknownType: Bool {
    ["", "text/plain", "application/octet-stream", "binary/octet-stream"].contains(type)
  }

  /// The form of text with this content type.
  fileprivate var textForm: HTTPText.Form {
    if type == "text/event-stream" { return .events }
    return type == "application/json-seq" || type.hasSuffix("+json-seq") ? .sequence : .plain
  }
}

/// A reader of the beginning of a body, as far as the decision requires; reading blocks the thread.
private struct BodyReading: Sendable {
  private let body: HTTPBody
  /// Whether the content type is JSON.
  private let isJSON: Bool
  private let reader: AnswerReader
  /// The maximum size of an answer, in bytes.
  private let most: Int
  private var bytes: [UInt8] = []
  /// The number of bytes at the last check.
  private var seen = 0

  /// The pause after which a complete value on a line counts as the first record of a stream.
  private static let pause = Duration.seconds(1)
  /// The size up to which the bytes are examined whenever more arrive; above it, they are examined
  /// only when their number has doubled or no more arrive for a while.
  private static let smallSize = 64 << 10

  /// Prepares the decision; nil if the content type, or the format in the options, shows that the
  /// body is text.
  init?(_ body: HTTPBody, _ head: HTTPHead, _ options: HTTPSourceOptions) {
    (self.body, reader, most) = (body, options.answers.reader, options.client.mostBody)
    isJSON = head.isJSON
    guard isJSON || head.isOfUnknownType && reader.format?.mayBeAnswer ?? true else { return nil }
  }

  /// Reads until the kind of the body is known, and returns the kind.
  ///
  /// - Throws: an error if an answer is incomplete or too large.
  mutating func found() throws(HTTPError) -> BodyKind {
    while true {
      if !bytes.isEmpty, !body.hasNews(within: Self.pause) {
        if seen < bytes.count, let kind = try kind(isPaused: true) { return kind }
        if case .value(let end) = look(), bytes[end...].contains(.lineFeed) { return text(.plain) }
      }
      let count: Int
      do throws(HTTPError) {
        count = try take()
      } catch  where !isJSON && error != .cancelled {
        // The part of the text that has arrived is shown before the error.
        return text(.plain)
      }
      if count == 0 { return atEnd() }
      if let kind = try kind(isPaused: false) { return kind }
    }
  }

  private mutating func take() throws(HTTPError) -> Int {
    let count = bytes.count
    // One byte beyond the maximum proves that the answer is too large.
    let wanted = min(Self.smallSize, most + 1 - count)
    bytes.append(contentsOf: repeatElement(0, count: wanted))
    let body = body
    let result = bytes.withUnsafeMutableBytes { memory in
      Result { () throws(HTTPError) in
        try body.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
      }
    }
    bytes.removeLast(wanted - ((try? result.get()) ?? 0))
    return try result.get()
  }

  // MARK: Decision

  /// The decision; nil if more bytes are needed.
  private mutating func kind(isPaused: Bool) throws(HTTPError) -> BodyKind? {
    if bytes.count > most { return try beyond() }
    guard isPaused || bytes.count < Self.smallSize || bytes.count >= 2 * seen else { return nil }
    seen = bytes.count
    switch look() {
    case .unknown, .value: return nil
    case .values: return text(.plain)
    case .other: return isJSON ? nil : text(.plain)
    }
  }

  /// The decision for a body that has arrived completely.
  private func atEnd() -> BodyKind {
    switch look(isComplete: true) {
    case .value: hasTooManyItems ? text(form) : .answer(bytes)
    case .values: text(.plain)
    case .unknown, .other: isJSON ? .answer(bytes) : text(.plain)
    }
  }

  /// The decision for a body that exceeds the maximum: an array or object is shown like a file with
  /// these bytes.
  ///
  /// - Throws: `tooLarge` for any other body, and for an object if the options have a pointer to
  ///   the cursor of the next page.
  private func beyond() throws(HTTPError) -> BodyKind {
    let first = first
    guard first == .openBrace || first == .openBracket, first == .openBracket || reader.next == nil
    else { throw .tooLarge(maximum: most) }
    return text(form)
  }

  private var form: HTTPText.Form { first == .openBrace ? .document : .plain }

  private var hasTooManyItems: Bool {
    // Items are separated by commas, so an answer with fewer commas than the maximum number of
    // items need not be parsed.
    guard bytes.count(where: { $0 == .comma }) >= reader.maximumCount else { return false }
    do throws(AnswerError) {
      _ = try reader.answer(bytes)
      return false
    } catch {
      return error == .tooManyItems(maximum: reader.maximumCount)
    }
  }

  private func text(_ form: HTTPText.Form) -> BodyKind {
    body.putBack(bytes)
    return .text(form)
  }

  // MARK: Examination of the bytes

  private enum Look {
    /// Too few bytes have arrived.
    case unknown
    /// One JSON value, with only white space after it.
    case value(end: Int)
    /// Several JSON values.
    case values
    /// Not JSON, or neither an object nor an array.
    case other
  }

  private func look(isComplete: Bool = false) -> Look {
    guard let start else { return isComplete || bytes.count >= Self.smallSize ? .other : .unknown }
    guard bytes[start].opensValue else { return .other }
    do throws(JSONError) {
      let end = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
        try JSONReader(maximumSize: .max).end(
          ofValueAt: start, in: UnsafeRawBufferPointer(bytes), isComplete: isComplete)
      }
      guard let end else { return .unknown }
      let next = bytes[end...].first { !$0.isWhiteSpace }
      return next.map { $0.opensValue ? .values : .other } ?? .value(end: end)
    } catch {
      return .other
    }
  }

  /// The first byte that is neither white space nor part of a byte order mark; nil if none has
  /// arrived.
  private var first: UInt8? { start.map { bytes[$0] } }

  private var start: Int? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.count < mark.count, mark.starts(with: bytes) { return nil }
    let start = bytes.withUnsafeBytes { RecordFormat.contentOffset(in: $0) }
    return bytes[start...].firstIndex { !$0.isWhiteSpace }
  }
}

extension RecordFormat {
  /// Whether text in this format may be an answer in JSON.
  fileprivate var mayBeAnswer: Bool {
    switch self {
    case .jsonArray, .jsonValues: true
    case .ndjson, .csv, .log, .text: false
    }
  }
}

extension UInt8 {
  /// Whether the byte begins a JSON object or array.
  fileprivate var opensValue: Bool { self == .openBrace || self == .openBracket }
}
