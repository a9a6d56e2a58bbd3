import Answers
import Bytes
import Paging
import Processes
import Records

/// What the body of a first answer is: an answer of an API, which is read whole, or a text that is read while it comes.
enum BodyKind: Sendable {
  /// All of it, as an answer of JSON.
  case answer([UInt8])
  /// A text; what was read of it stands in front of the rest again.
  case text(HTTPText.Form)

  /// Finds out what a body is, by its type, or by its bytes where the type does not tell.
  ///
  /// It waits for the first bytes, and for all of what may be an answer.
  ///
  /// - Throws: why an answer has ended early, or that it is larger than one may be.
  static func found(
    of body: HTTPBody, _ head: HTTPHead, _ options: HTTPSourceOptions
  ) async throws(HTTPError) -> BodyKind {
    guard let reading = BodyReading(body, head, options) else { return .text(head.textForm) }
    let result: Result<BodyKind, HTTPError> = await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        do throws(ProcessError) {
          // What is nested deeply is passed over by calls that are, too.
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
  /// Whether a body may be read while it comes.
  ///
  /// An answer that names another page is one of pages, whatever it is.
  var mayBeText: Bool {
    guard (200..<300).contains(status), !isNotReady else { return false }
    return !values(of: "Link").contains { LinkHeader([$0]).target("next") != nil }
  }

  /// Whether the type says nothing of the content; raw files of JSON are sent so.
  fileprivate var isOfUnknownType: Bool {
    ["", "text/plain", "application/octet-stream", "binary/octet-stream"].contains(type)
  }

  /// How the text is written that a type names.
  fileprivate var textForm: HTTPText.Form {
    if type == "text/event-stream" { return .events }
    return type == "application/json-seq" || type.hasSuffix("+json-seq") ? .sequence : .plain
  }
}

/// Reads the beginning of a body as far as it has to be known what it is; on a thread that it may keep waiting.
private struct BodyReading: Sendable {
  private let body: HTTPBody
  /// Whether the type says that it is JSON.
  private let isJSON: Bool
  private let reader: AnswerReader
  /// The most bytes of an answer.
  private let most: Int
  private var bytes: [UInt8] = []
  /// How many bytes there were when they were looked at.
  private var seen = 0

  /// How long nothing may come behind a first value in its line: then it is a record of a stream.
  private static let pause = Duration.seconds(1)
  /// Bytes that are looked at each time that more have come; behind them each time that there are twice as many.
  private static let smallSize = 64 << 10

  /// Nil where the type says that it is a text.
  init?(_ body: HTTPBody, _ head: HTTPHead, _ options: HTTPSourceOptions) {
    (self.body, reader, most) = (body, options.answers.reader, options.client.mostBody)
    isJSON = head.isJSON
    guard isJSON || head.isOfUnknownType && reader.format?.mayBeAnswer ?? true else { return nil }
  }

  /// - Throws: why an answer has ended early, or that it is larger than one may be.
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
        // What has come of a text is shown, and then why there is no more.
        return text(.plain)
      }
      if count == 0 { return atEnd() }
      if let kind = try kind(isPaused: false) { return kind }
    }
  }

  private mutating func take() throws(HTTPError) -> Int {
    let count = bytes.count
    // A byte more than an answer may have shows that there are more.
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

  // MARK: What it is

  /// What is known so far; nil where more bytes are needed.
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

  /// What an answer is that has come whole.
  private func atEnd() -> BodyKind {
    switch look(isComplete: true) {
    case .value: hasTooManyItems ? text(form) : .answer(bytes)
    case .values: text(.plain)
    case .unknown, .other: isJSON ? .answer(bytes) : text(.plain)
    }
  }

  /// A list that is too large for an answer is shown as a file of these bytes.
  private func beyond() throws(HTTPError) -> BodyKind {
    let first = first
    guard first == .openBrace || first == .openBracket, first == .openBracket || reader.next == nil
    else { throw .tooLarge(maximum: most) }
    return text(form)
  }

  private var form: HTTPText.Form { first == .openBrace ? .document : .plain }

  private var hasTooManyItems: Bool {
    // Items have commas between them, and a page of an API has fewer.
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

  // MARK: A look at the bytes

  private enum Look {
    /// Too little has come.
    case unknown
    /// A value of JSON, with nothing but blanks behind its end.
    case value(end: Int)
    /// Several values of JSON.
    case values
    /// No JSON, or no object and no array.
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

  /// The first byte that is no blank and no part of a mark; nil where none has come.
  private var first: UInt8? { start.map { bytes[$0] } }

  private var start: Int? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.count < mark.count, mark.starts(with: bytes) { return nil }
    let start = bytes.withUnsafeBytes { RecordFormat.contentOffset(in: $0) }
    return bytes[start...].firstIndex { !$0.isWhiteSpace }
  }
}

extension RecordFormat {
  /// Whether what is read so may be an answer of JSON.
  fileprivate var mayBeAnswer: Bool {
    switch self {
    case .jsonArray, .jsonValues: true
    case .ndjson, .csv, .log, .text: false
    }
  }
}

extension UInt8 {
  /// Whether it begins an object or an array of JSON.
  fileprivate var opensValue: Bool { self == .openBrace || self == .openBracket }
}
