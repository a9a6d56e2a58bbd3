import Bytes

/// A record of a log: its time, its level, its message, and its other fields.
package struct LogRecord {
  package let time: Value
  /// The level; nil if the record has none, because its form needs none or another field implies
  /// it.
  package let level: Value?
  package let message: Value
  /// The level implied by a status or an error; nil if a field contains the level, or if nothing
  /// implies a level.
  private let impliedLevel: LogWord?
  private let record: Record
  /// The JSON object that a Docker message consists of; nil if the message is not an object.
  private let inner: Record?
  /// Whether the record comes from Docker, whose messages include the line end of the program's
  /// line.
  private let isOfDocker: Bool
  /// Whether the record comes from the journal, which adds more fields than the program itself
  /// writes.
  private let isOfJournal: Bool

  /// Reads a record; nil if it lacks a time, a message, or a level that its form needs.
  ///
  /// Cost: compares each usual name with each name in the record.
  package init?(_ record: Record) {
    guard let time = Self.first(of: LogNames.times, in: record),
      RecordTime(time.value) != nil || LogTime.range(in: time.value.utf8) != nil,
      let message = Self.first(of: LogNames.messages, in: record)
    else { return nil }
    isOfDocker = message.path == LogNames.dockerMessage
    inner = isOfDocker ? Self.object(in: message.value) : nil
    let outerLevel = Self.first(of: LogNames.levels, in: record)?.value
    level = inner.flatMap { Self.first(of: LogNames.levels, in: $0)?.value } ?? outerLevel
    impliedLevel = level == nil ? LogWord(impliedBy: record) : nil
    guard
      level != nil || impliedLevel != nil || time.path == LogNames.timeWithoutLevel
        || LogNames.messagesWithoutLevel.contains(message.path)
    else { return nil }
    let innerMessage = inner.flatMap { Self.first(of: LogNames.messages, in: $0)?.value }
    (self.time, self.message, self.record) = (time.value, innerMessage ?? message.value, record)
    isOfJournal = time.path == LogNames.timeOfJournal
  }

  private static func first(
    of paths: [FieldPath], in record: Record
  ) -> (path: FieldPath, value: Value)? {
    for path in paths {
      guard let value = record.value(at: path), value.kind != .null, value.kind != .object else {
        continue
      }
      return (path, value)
    }
    return nil
  }

  private static func object(in message: Value) -> Record? {
    let text = message.utf8
    guard text.first == .openBrace else { return nil }
    return RecordDecoder.ndjson.record(ofItem: text)
  }

  // MARK: The level

  /// The level as a word in capitals, converted if it is a number; empty if it is omitted.
  package var levelName: String {
    if let impliedLevel { return String(decoding: impliedLevel.utf8, as: UTF8.self).uppercased() }
    guard let level else { return "" }
    return LogLevelName(String(decoding: level.utf8.prefix(16), as: UTF8.self)).word
  }

  /// The level, shortened to at most five letters if it is known.
  package var shortLevelName: String { LogLevelName(levelName).short }

  // MARK: The message

  /// The message as bytes; journald writes a message that is not UTF-8 as a list of bytes.
  package var messageUTF8: ArraySlice<UInt8> {
    guard message.kind == .array, let elements = message.elements else {
      let text = message.utf8
      return isOfDocker ? text.dropLast(text.lineEndLength) : text
    }
    let bytes = elements.map { UInt8(String(decoding: $0.raw, as: UTF8.self)) }
    return bytes.contains { $0 == nil } ? message.utf8 : bytes.compactMap { $0 }[...]
  }

  // MARK: Other fields

  /// The depth to which objects are divided into fields.
  private static let deepest = 3

  /// The other fields in order, up to a limit; fields of objects are named by their paths.
  ///
  /// For a record of the journal, the name and the ID of the process come first, and the fields
  /// whose names begin with two underscores come last.
  package func others(limit: Int) -> [(name: String, value: Value)] {
    var others: [(name: String, value: Value)] = []
    append(record, under: "", depth: 0, limit, to: &others)
    if let inner { append(inner, under: "", depth: 0, limit, to: &others) }
    guard isOfJournal else { return others }
    let firsts = others.filter { LogNames.firstOfJournal.contains($0.name) }
    let rest = others.filter { !LogNames.firstOfJournal.contains($0.name) }
    return firsts + rest.filter { !$0.name.isOfJournal } + rest.filter(\.name.isOfJournal)
  }

  private func append(
    _ record: Record, under prefix: String, depth: Int, _ limit: Int,
    to others: inout [(name: String, value: Value)]
  ) {
    for field in record where others.count < limit && !isShown(field) {
      let name = prefix + field.name
      if depth < Self.deepest, let inner = field.value.record, !inner.isEmpty {
        append(inner, under: name + ".", depth: depth + 1, limit, to: &others)
      } else {
        others.append((name, field.value))
      }
    }
  }

  /// Whether a field is the time, the level or the message; each is recognized by its range of
  /// bytes.
  private func isShown(_ field: Field) -> Bool {
    if inner != nil, field.writtenName.utf8.elementsEqual("log".utf8) { return true }
    return [time, message, level].contains { shown in
      shown.map { $0.raw.startIndex == field.value.raw.startIndex && $0.raw == field.value.raw }
        ?? false
    }
  }
}

extension LogWord {
  /// The level implied by an HTTP status, or by an error that CloudTrail names; nil if there is
  /// neither.
  init?(impliedBy record: Record) {
    if let error = record.value(at: LogNames.errorOfCloudTrail), error.kind == .string {
      self = .error
      return
    }
    for path in LogNames.statuses {
      guard let status = record.value(at: path)?.utf8, status.isStatus, let first = status.first
      else { continue }
      self.init(ofStatus: first)
      return
    }
    return nil
  }
}

extension String {
  /// Whether the field describes the entry in the journal, such as its position: the name of such a
  /// field begins with two underscores.
  fileprivate var isOfJournal: Bool { utf8.starts(with: "__".utf8) }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are an HTTP status: three digits, the first from 1 to 5.
  package var isStatus: Bool {
    count == 3 && allSatisfy(\.isDigit)
      && (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(self[startIndex])
  }
}

/// The names of a log record's time, level and message in various programs.
///
/// The names are those of zap, bunyan, pino, logrus, zerolog, slog, structlog, python-json-logger,
/// serilog (compact or not), ECS (with dots or nested), GELF, journald's JSON, Docker, Google Cloud
/// and CloudTrail.
/// `docs/logs.md` lists them.
package enum LogNames {
  package static let times: [FieldPath] = [
    "time", "ts", "timestamp", "@timestamp", "@t", "Timestamp", "asctime", "datetime",
    "__REALTIME_TIMESTAMP", "eventTime",
  ]
  package static let levels: [FieldPath] = [
    "level", "severity", "log.level", "@l", "Level", "levelname", "lvl", "loglevel", "PRIORITY",
  ]
  package static let messages: [FieldPath] = [
    "msg", "message", "short_message", "@m", "@mt", "RenderedMessage", "MessageTemplate", "event",
    "MESSAGE", "textPayload", "fields.message", dockerMessage, "eventName",
  ]
  /// The name of the time in serilog's compact form, which omits the usual level.
  static let timeWithoutLevel: FieldPath = "@t"
  /// The name of the field with the program's line, including its line end, in Docker's records.
  static let dockerMessage: FieldPath = "log"
  /// The names of messages in records that need no level: Docker's lines may have none, and
  /// CloudTrail's events never have one.
  static let messagesWithoutLevel: [FieldPath] = [dockerMessage, "eventName"]
  static let errorOfCloudTrail: FieldPath = "errorCode"
  static let timeOfJournal: FieldPath = "__REALTIME_TIMESTAMP"
  static let firstOfJournal = ["SYSLOG_IDENTIFIER", "_PID"]
  /// Names of fields with an HTTP status.
  package static let statuses: [FieldPath] = [
    "status", "status_code", "statusCode", "http.status_code", "res.statusCode",
    "http.response.status_code", "httpRequest.status",
  ]

  /// Whether a name is one of those for levels, or ends with one, such as `err.level`, regardless
  /// of case.
  package static func isOfLevels(_ name: String) -> Bool {
    let last = Array(name.utf8).split(separator: .dot).last.map { $0.map { $0 | 0x20 } } ?? []
    return levels.contains { path in
      path.utf8.split(separator: .dot).last.map { $0.map { $0 | 0x20 } } == last
    }
  }

  /// Whether a name is one of those for HTTP statuses.
  package static func isOfStatuses(_ name: String) -> Bool {
    statuses.contains { $0.description == name }
  }
}
