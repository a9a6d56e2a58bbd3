/// A record of a log: its time, its level, its message, and all else.
package struct LogRecord {
  package let time: Value
  /// Nil where the usual one is left out.
  package let level: Value?
  package let message: Value
  private let record: Record

  /// Reads a record; nil of one that lacks a time, a level or a message.
  ///
  /// Cost: a comparison of each usual name with each name of the record.
  package init?(_ record: Record) {
    guard let time = Self.first(of: LogNames.times, in: record),
      RecordTime(time.value) != nil || LogTime.range(in: time.value.utf8) != nil,
      let message = Self.first(of: LogNames.messages, in: record)
    else { return nil }
    level = Self.first(of: LogNames.levels, in: record)?.value
    guard level != nil || time.path == LogNames.timeWithoutLevel else { return nil }
    (self.time, self.message, self.record) = (time.value, message.value, record)
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

  // MARK: The level

  /// The level as a word in capitals, a number as what it stands for; empty where it is left out.
  package var levelName: String {
    guard let level else { return "" }
    return LogLevelName(String(decoding: level.utf8.prefix(16), as: UTF8.self)).word
  }

  // MARK: The message

  /// What it says; where journald has bytes for it, because it is no UTF-8, those.
  package var messageUTF8: ArraySlice<UInt8> {
    guard message.kind == .array, let elements = message.elements else { return message.utf8 }
    let bytes = elements.map { UInt8(String(decoding: $0.raw, as: UTF8.self)) }
    return bytes.contains { $0 == nil } ? message.utf8 : bytes.compactMap { $0 }[...]
  }

  // MARK: All else

  /// How deep objects are taken apart.
  private static let deepest = 3

  /// The other fields in their order, those of objects by their paths; no more than a number of them.
  package func others(limit: Int) -> [(name: String, value: Value)] {
    var others: [(name: String, value: Value)] = []
    append(record, under: "", depth: 0, limit, to: &others)
    return others
  }

  private func append(
    _ record: Record, under prefix: String, depth: Int, _ limit: Int,
    to others: inout [(name: String, value: Value)]
  ) {
    for field in record where others.count < limit && !isShown(field.value) {
      let name = prefix + field.name
      if depth < Self.deepest, let inner = field.value.record, !inner.isEmpty {
        append(inner, under: name + ".", depth: depth + 1, limit, to: &others)
      } else {
        others.append((name, field.value))
      }
    }
  }

  /// Whether it is the time, the level or the message: bytes have one value.
  private func isShown(_ value: Value) -> Bool {
    [time, message, level].contains { $0?.raw.startIndex == value.raw.startIndex }
  }
}

/// The names that programs give to a log record's time, level and message.
///
/// zap, bunyan, pino, logrus, zerolog, slog, structlog, python-json-logger, serilog (compact and not), ECS (with dots and
/// nested), GELF, journald's JSON and what Google Cloud has. `docs/logs.md` says which has which.
package enum LogNames {
  package static let times: [FieldPath] = [
    "time", "ts", "timestamp", "@timestamp", "@t", "Timestamp", "asctime", "datetime",
    "__REALTIME_TIMESTAMP",
  ]
  package static let levels: [FieldPath] = [
    "level", "severity", "log.level", "@l", "Level", "levelname", "lvl", "loglevel", "PRIORITY",
  ]
  package static let messages: [FieldPath] = [
    "msg", "message", "short_message", "@m", "@mt", "RenderedMessage", "MessageTemplate", "event",
    "MESSAGE", "textPayload", "fields.message",
  ]
  /// A record of serilog's compact form that has no level has the usual one.
  static let timeWithoutLevel: FieldPath = "@t"
}
