/// The known writers.
extension LogWriter {
  /// The table with one entry for each writer; if two writers fit equally many lines of a text, the
  /// first one is used.
  static let table = [
    containerObjects, kubectlObjects, compose, containers, githubActions, kubectl, accessCombined,
    accessCommon, nginxError, apacheError,
    syslogFile, syslog, syslogIETF, glog, postgres, python, pythonBasic, spring, java, logfmt,
  ]

  private static let container: [LogPart] = [
    .time([.rfc3339()]), " ", .word("stream", "stdout", "stderr"), " ", .word("tag", "F", "P"), " ",
  ]

  private static let containerObjects = LogWriter(
    objects: "Kubernetes (CRI), JSON", behind: container,
    example: #"""
      2024-01-02T10:11:12.123456789Z stderr F {"level":"warn","msg":"slow query"}
      """#,
    remark: "the fields of the object after `time` `stream` `tag`; other lines have a `message`")

  private static let kubectlObjects = LogWriter(
    objects: "`kubectl logs --timestamps`, JSON", behind: [.time([.rfc3339(digits: 7...9)]), " "],
    example: #"2024-01-02T10:11:12.123456789Z {"level":"warn","msg":"slow query"}"#,
    remark: "the fields of the object after `time`; other lines have a `message`")

  private static let compose = LogWriter(
    objects: "`docker compose logs`, JSON", behind: [.word("service"), .blanks, "| "],
    example: #"web-1    | {"level":"warn","msg":"slow query"}"#,
    remark: "the fields of the object after `service`; other lines have a `message`")

  private static let containers = LogWriter(
    "Kubernetes (CRI)", container + [.rest("message")],
    example: "2024-01-02T10:11:12.123456789Z stdout F listening on :8080",
    remark: "containerd, CRI-O; `P` marks part of a line")

  private static let githubActions = LogWriter(
    "GitHub Actions",
    [
      .time([.rfc3339(digits: 7...7, .utc)]), " ",
      .optional(["##[", .name("level", among: "error", "warning", "notice", "debug"), "]"]),
      .rest("message"),
    ],
    example: "2024-01-02T10:11:12.1234567Z ##[error]Process completed with exit code 1.")

  private static let kubectl = LogWriter(
    "`kubectl logs --timestamps`",
    [.time([.rfc3339(digits: 7...9)]), " ", .rest("message")],
    example: "2024-01-02T10:11:12.123456789Z listening on :8080",
    remark: "also `docker logs -t`; at least seven decimal places")

  private static let client: [LogPart] = [
    .word("host"), " ", .word("ident"), " ", .word("user"), " [",
    .time([LogTimeForm("00/Aaa/0000:00:00:00", digits: 0...0, .numeric)]), "] ", .request, " ",
    .status,
    " ", .word("bytes"),
  ]

  private static let accessCombined = LogWriter(
    "nginx, Apache: access (combined)",
    client + [" ", .quoted("referer"), " ", .quoted("agent"), .optional([" ", .rest("other")])],
    example: #"""
      192.0.2.7 - ann [02/Jan/2024:10:11:12 +0000] "GET /a?b=1 HTTP/1.1" 404 153 "-" "curl/8.5.0"
      """#,
    remark: "level derived from the status; `other` is what a longer format adds at the end")

  private static let accessCommon = LogWriter(
    "Apache: access (common)", client,
    example: #"192.0.2.7 - - [02/Jan/2024:10:11:12 +0000] "POST /login HTTP/1.1" 500 1043"#,
    remark: "level derived from the status")

  private static let nginxError = LogWriter(
    "nginx: error",
    [
      .time([LogTimeForm("0000/00/00 00:00:00", digits: 0...0)]), " [", .level, "] ",
      .digits("pid"), "#",
      .digits("tid"), ": ", .optional(["*", .digits("connection"), " "]), .rest("message"),
    ],
    example: "2024/01/02 10:11:12 [error] 123#456: *7 open() failed (2: No such file or directory)")

  private static let apacheError = LogWriter(
    "Apache: error",
    [
      "[", .time([LogTimeForm("Aaa Aaa _0 00:00:00", .year)]), "] [",
      .optional([.name("module", before: ":")]), .optional([":"]), .level, "] ",
      .optional(["[pid ", .digits("pid"), .optional([":tid ", .digits("tid")]), "] "]),
      .optional(["[client ", .name("client", before: "]"), "] "]), .rest("message"),
    ],
    example: """
      [Tue Jan 02 10:11:12.345678 2024] [core:error] [pid 35:tid 46] [client 192.0.2.7:5] AH00126: no
      """)

  private static let origin: [LogPart] = [
    .host, " ", .name("process", before: "[:"),
    .optional(["[", .digits("pid"), "]"]), ":", .optional([" "]), .rest("message"),
  ]

  private static let syslogTime = LogTimeForm("Aaa _0 00:00:00", digits: 0...0)

  private static let syslog = LogWriter(
    "syslog (RFC 3164)", [.priority, .time([syslogTime, .rfc3339()]), " "] + origin,
    example: "<34>Jan  2 10:11:12 mail su[123]: 'su root' failed for ann on /dev/pts/8",
    remark: "level derived from the number")

  private static let syslogFile = LogWriter(
    "syslog, in files",
    // Six digits and an offset are required, because the times in other logs may have this form,
    // too, but with fewer digits or with a `Z`.
    [.time([syslogTime, .rfc3339(digits: 6...6, .offset)]), " "] + origin,
    example: "Jan  2 10:11:12 mail sshd[123]: Accepted publickey for ann from 192.0.2.7",
    remark: "rsyslog, `journalctl`; also with RFC 3339 times")

  private static let syslogIETF = LogWriter(
    "syslog (RFC 5424)",
    [
      .priority, "1 ", .time([.rfc3339()]), " ", .host, " ", .word("process"), " ", .word("pid"),
      " ", .word("id"), " ", .elements("data"), .optional([" ", .rest("message")]),
    ],
    example: #"""
      <165>1 2024-01-02T10:11:12.003Z web app 123 ID47 [a@32473 iut="3"] An application event
      """#)

  private static let glog = LogWriter(
    "glog, klog",
    [
      .letter, .time([LogTimeForm("0000 00:00:00", digits: 6...6)]), .blanks, .digits("pid"), " ",
      .until("source", "] "), .rest("message"),
    ],
    example: "W0102 10:11:12.123456    1234 reflector.go:561] watch ended: too old")

  private static let postgres = LogWriter(
    "PostgreSQL",
    [
      .time([LogTimeForm("0000-00-00 00:00:00", digits: 3...3, .named)]), " [", .digits("pid"),
      "] ",
      .optional([.name("user", before: "@"), "@", .word("database"), " "]),
      .name("level", before: ":"), ":  ",
      .rest("message"),
    ],
    example:
      #"2024-01-02 10:11:12.345 UTC [1234] ERROR:  relation "a" does not exist at character 15"#,
    remark: "the default `log_line_prefix`, and that of Debian")

  private static let python = LogWriter(
    "Python (`%(asctime)s - %(name)s - …`)",
    [
      .time([LogTimeForm("0000-00-00 00:00:00", digits: 3...3)]), " - ", .until("logger", " - "),
      .level,
      " - ", .rest("message"),
    ],
    example: "2024-01-02 10:11:12,345 - shop.db - WARNING - slow query")

  private static let pythonBasic = LogWriter(
    "Python (`basicConfig`)",
    [
      .name("level", among: "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), ":",
      .name("logger", before: ":"), ":", .rest("message"),
    ],
    example: "WARNING:root:slow query")

  private static let spring = LogWriter(
    "Spring Boot",
    [
      .time([.dateAndTime, .rfc3339()]), .blanks, .level, .blanks, .digits("pid"), " --- [",
      .optional([.trimmed("application", "] [")]), .trimmed("thread", "] "),
      .trimmed("logger", " : "),
      .rest("message"),
    ],
    example:
      "2024-01-02T10:11:12.345+01:00  INFO 1234 --- [           main] c.e.Shop      : Started")

  private static let java = LogWriter(
    "logback, log4j",
    [
      .time([.dateAndTime, LogTimeForm("00:00:00", digits: 3...3)]), " [", .until("thread", "] "),
      .level, .blanks, .word("logger"), .blanks, "-", .optional(["-"]), .optional([" "]),
      .rest("message"),
    ],
    example: "2024-01-02 10:11:12.345 [main] INFO  com.example.Shop - started",
    remark: "also without a date, as both write by default")

  private static let logfmt = LogWriter(
    pairs: "logfmt",
    example: #"time=2024-01-02T10:11:12Z level=warn msg="slow query" took=1.2s"#,
    remark: "logrus, slog, Heroku; field names as in the lines; one of them must be usual in logs")
}
