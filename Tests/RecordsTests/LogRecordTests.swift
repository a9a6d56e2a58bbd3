import Testing

@testable import Records

/// Records that common programs write, read as lines of a log.
@Suite struct `A record of a log` {
  /// A sample record of each program, and the parts that are read from it: level, message, and the
  /// names of all other fields.
  private static let samples: [(program: String, record: String, expected: String)] = [
    (
      "zap",
      #"{"level":"info","ts":1763935201.25,"logger":"http","caller":"app/main.go:7","msg":"up","port":80}"#,
      "INFO up logger caller port"
    ),
    (
      "bunyan",
      #"{"name":"shop","hostname":"a","pid":7,"level":50,"msg":"no stock","time":"2026-11-23T22:00:01.250Z","v":0}"#,
      "ERROR no stock name hostname pid v"
    ),
    (
      "pino", #"{"level":30,"time":1763935201250,"pid":7,"req":{"id":1,"url":"/a"},"msg":"done"}"#,
      "INFO done pid req.id req.url"
    ),
    (
      "logrus",
      #"{"animal":"seal","level":"warning","msg":"too many","time":"2026-11-23T22:00:01+01:00"}"#,
      "WARNING too many animal"
    ),
    (
      "serilog, compact",
      #"{"@t":"2026-11-23T22:00:01.2500000Z","@mt":"Sold {Count}","Count":3}"#,
      "Sold {Count} Count"
    ),
    (
      "serilog, compact, with a level",
      #"{"@t":"2026-11-23T22:00:01Z","@m":"Sold 3","@mt":"Sold {Count}","@l":"Fatal"}"#,
      "FATAL Sold 3 @mt"
    ),
    (
      "serilog",
      #"{"Timestamp":"2026-11-23T22:00:01.25+01:00","Level":"Information","MessageTemplate":"Hi","Properties":{"A":1}}"#,
      "INFORMATION Hi Properties.A"
    ),
    (
      "ECS, with dots",
      #"{"@timestamp":"2026-11-23T22:00:01.250Z","log.level":"debug","message":"tick","ecs.version":"8.11"}"#,
      "DEBUG tick ecs.version"
    ),
    (
      "ECS, nested",
      #"{"@timestamp":"2026-11-23T22:00:01Z","log":{"level":"error","logger":"x"},"message":"oh"}"#,
      "ERROR oh log.logger"
    ),
    (
      "GELF",
      #"{"version":"1.1","host":"a","short_message":"disk","timestamp":1763935201.25,"level":4,"_user":"x"}"#,
      "WARNING disk version host _user"
    ),
    (
      "journald",
      #"{"__REALTIME_TIMESTAMP":"1763935201250000","PRIORITY":"3","MESSAGE":"fail","_PID":"7"}"#,
      "ERR fail _PID"
    ),
    (
      "journald, bytes",
      #"{"__REALTIME_TIMESTAMP":"1763935201250000","PRIORITY":"6","MESSAGE":[111,107,255]}"#,
      "INFO ok\u{FFFD}"
    ),
    (
      "slog, by Google Cloud's names",
      #"{"timestamp":"2026-11-23T22:00:01Z","severity":"NOTICE","textPayload":"hello","labels":{}}"#,
      "NOTICE hello labels"
    ),
    (
      "structlog", #"{"event":"start","level":"critical","timestamp":"2026-11-23 22:00:01"}"#,
      "CRITICAL start"
    ),
    (
      "python-json-logger",
      #"{"asctime":"2026-11-23 22:00:01,250","levelname":"ERROR","message":"bad","n":[1]}"#,
      "ERROR bad n"
    ),
    (
      "tracing",
      #"{"timestamp":"2026-11-23T22:00:01.250Z","level":"TRACE","fields":{"message":"in","n":1}}"#,
      "TRACE in fields.n"
    ),
    (
      "journald, with its own fields",
      #"{"__CURSOR":"s=1","_HOSTNAME":"a","MESSAGE":"up","__REALTIME_TIMESTAMP":"1763935201250000","PRIORITY":"6","_PID":"7","SYSLOG_IDENTIFIER":"su"}"#,
      "INFO up _PID SYSLOG_IDENTIFIER _HOSTNAME __CURSOR"
    ),
    (
      "Docker", #"{"log":"listening\n","stream":"stdout","time":"2024-01-02T10:11:12.123456789Z"}"#,
      "listening stream"
    ),
    (
      "Docker, of a program that writes JSON",
      #"{"log":"{\"level\":\"warn\",\"msg\":\"slow\",\"n\":1}\n","stream":"stderr","time":"2024-01-02T10:11:12Z"}"#,
      "WARN slow stream n"
    ),
    (
      "CloudTrail",
      #"{"eventTime":"2024-01-02T10:11:12Z","eventName":"RunInstances","awsRegion":"eu-1"}"#,
      "RunInstances awsRegion"
    ),
    (
      "CloudTrail, an error",
      #"{"eventTime":"2024-01-02T10:11:12Z","eventName":"GetUser","errorCode":"AccessDenied"}"#,
      "ERROR GetUser errorCode"
    ),
    (
      "a web server",
      #"{"time":"2024-01-02T10:11:12Z","msg":"GET /","status":503}"#, "ERROR GET / status"
    ),
  ]

  private func record(_ text: String) throws -> LogRecord? {
    LogRecord(try JSONReader().record(Array(text.utf8)[...]))
  }

  @Test func `has a time, a level and a message by the names that programs give them`() throws {
    for (program, text, expected) in Self.samples {
      let log = try #require(try record(text), "\(program)")
      let message = String(decoding: log.messageUTF8, as: UTF8.self)
      let all = [log.levelName, message] + log.others(limit: 100).map(\.name)
      #expect(all.filter { !$0.isEmpty }.joined(separator: " ") == expected, "\(program)")
    }
  }

  @Test(arguments: [
    #"{"time":"soon","level":"info","msg":"x"}"#, #"{"time":12,"level":"info","msg":"x"}"#,
    #"{"level":"info","msg":"x"}"#, #"{"time":1763935201,"msg":"x"}"#,
    #"{"time":1763935201,"level":null,"msg":"x"}"#, #"{"time":1763935201,"level":"info"}"#,
    #"{"time":1763935201,"level":"info","msg":{"a":1}}"#, "{}",
  ]) func `is nothing else`(text: String) throws {
    #expect(try record(text).map { _ in true } == nil)
  }

  @Test(arguments: [
    ("info", "INFO"), ("warning", "WARN"), ("notice", "NOTIC"), ("critical", "CRIT"),
    ("INFORMATION", "INFO"), ("40", "WARN"), ("4", "WARN"), ("emergency", "EMERG"),
    ("mine, and long", "MINE, AND LONG"),
  ]) func `has a level of five letters at the most, if it is one`(level: String, short: String)
    throws
  {
    let log = try #require(try record(#"{"time":1763935201,"level":"\#(level)","msg":"x"}"#))
    #expect(log.shortLevelName == short)
  }

  @Test func `has no more of its fields than are asked for`() throws {
    let fields = (0..<1_000).map { ",\"n\($0)\":{\"x\":1}" }.joined()
    let log = try #require(try record(#"{"time":1763935201,"level":"info","msg":"x"\#(fields)}"#))
    #expect(log.others(limit: 7).map(\.name) == (0..<7).map { "n\($0).x" })
  }
}
