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
