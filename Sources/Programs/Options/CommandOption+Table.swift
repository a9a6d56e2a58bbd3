package import Feeds
import NCursesTerminal
import Records
import Terminal
import Viewers

/// The table of the options of all programs, except the options of pages, addresses and databases,
/// which are declared together with these sources.
///
/// A start without options does not create the table.
nonisolated extension CommandOption {
  /// Returns all options, in the order of the help.
  ///
  /// - Parameter sources: the options of the sources.
  package static func all(_ sources: [SourceOptions]) -> [CommandOption] {
    paging + sources.flatMap(options) + plain + looks + text + timeline + guests + program
  }

  private static var paging: [CommandOption] {
    [
      .number(
        "--page-size", group: .paging, "The number of items to request in one load (50).",
        in: 1...(.max)
      ) { $0.viewer.paging.pageSize = $1 },
      .number(
        "--prefetch", group: .paging,
        "Load the next page when N items are left below the screen (half a page, more during fast "
          + "scrolling). With 0, load it when none is left.", in: 0...(.max)
      ) { $0.viewer.paging.prefetch = $1 },
      .number(
        "--keep", group: .paging,
        "The number of items to hold in memory (2000, or 300 lines of a file). Distant items are "
          + "dropped, and loaded again when needed.", in: 1...(.max)
      ) { $0.viewer.paging.keep = $1 },
      .number(
        "--max-requests", group: .paging,
        "Pause after N automatic requests; a key continues.", in: 1...(.max)
      ) { $0.viewer.paging.maxRequests = $1 },
      .number(
        "--retry-for", group: .paging, as: "seconds",
        "Retry a failing load for this long (30). Without this option, a command is retried only after status 75.",
        in: 0...86_400
      ) { $0.viewer.paging.retryLimit = .seconds($1) },
    ]
  }

  /// Returns the options of a kind of source; their values are passed on unchanged.
  private static func options(of source: SourceOptions) -> [CommandOption] {
    source.options.map { option in
      CommandOption(
        names: [option.letter, option.name].compactMap { $0 }, group: Group(title: source.title),
        option.help,
        option.valueName.isEmpty
          ? .none { $0.viewer.sourceValues[option.name] = "" }
          : .word(option.valueName) { options, text throws(Failure) in
            try option.check(text)
            options.viewer.sourceValues[option.name] = text
          }, choices: option.choices)
    }
  }

  private static var plain: [CommandOption] {
    [
      CommandOption(
        "--plain", group: .plain,
        "Write items as lines; the default when standard output is not a terminal.",
        .none { $0.isPlainAsked = true }),
      CommandOption(
        "--json", group: .plain,
        "Write one JSON object per line: a record unchanged, and any other line in a \"text\" field. "
          + "Needs --plain.",
        .none { $0.viewer.writesJSON = true }),
      CommandOption(
        "--exit-status", group: .plain,
        "Exit with status 1 if nothing matches --filter, --since and --until. Needs --plain.",
        .none { $0.viewer.failsWithoutMatch = true }),
      .number(
        "--limit", group: .plain, "Stop after N items of each source. Needs --plain.",
        in: 0...(.max)
      ) { $0.viewer.limit = $1 },
    ]
  }

  private static var looks: [CommandOption] {
    [
      .choice(
        "--color", group: .looks, as: "when",
        "Use colours: auto (honours NO_COLOR), always or never.",
        of: ["auto", "always", "never"]
      ) {
        $0.looks.color = AppearanceOptions.ColorUse(rawValue: $1) ?? .auto
        $0.viewer.showsStyles = $1 != "never"
      },
      .choice(
        "--tint", group: .looks, as: "when", "Colour times and levels in logs: auto or never.",
        of: ["auto", "never"]
      ) { $0.viewer.tintsLogs = $1 == "auto" },
      CommandOption(
        "--ascii", group: .looks, "Draw symbols and pictures in ASCII only.",
        .none { $0.looks.ascii = true }),
      .choice(
        "--painter", group: .looks, as: "who",
        "Draw the screen with ncurses or without it (direct); auto: with ncurses if possible.",
        of: ["auto", "ncurses", "direct"]
      ) { $0.looks.painter = NCursesOptions.PainterChoice(rawValue: $1) ?? .auto },
      CommandOption(
        "--mouse", group: .looks,
        "Use the mouse wheel, clicks and drags; selecting text then needs Shift.",
        .none { $0.looks.mouse = true }),
    ]
  }

  private static var questions: [CommandOption] {
    [
      CommandOption(
        "--filter", group: .text,
        "Show or write only items that match a pattern, or conditions such as 'status>=500 and not "
          + "path~^/health'; with ! in front, items that do not match. Repeatable.",
        .word("expr") { options, text throws(Failure) in
          guard !text.isEmpty, text != "!" else {
            throw .usage("--filter needs a pattern or a condition, not '\(text)'")
          }
          options.viewer.filters.append(text)
        }),
      CommandOption(
        "--since", group: .text,
        "Begin at a time: 10:02 (on the day of the last line), 2026-11-24T09:52, or -15m (before now).",
        .word("time") { options, text throws(Failure) in
          options.viewer.span.since = (text, try time(text, of: "--since"))
        }),
      CommandOption(
        "--until", group: .text, "End before a time.",
        .word("time") { options, text throws(Failure) in
          options.viewer.span.until = (text, try time(text, of: "--until"))
        }),
    ]
  }

  private static func time(_ text: String, of name: String) throws(Failure) -> TypedTime {
    guard let time = TypedTime(text) else {
      throw .usage("\(name) must be a time such as 10:02, 2026-11-24T09:52 or -15m, not '\(text)'")
    }
    return time
  }

  private static var text: [CommandOption] {
    records + csv + questions + [
      CommandOption(
        "-S", "--chop-long-lines", group: .text, "Cut long lines instead of wrapping them.",
        .none { $0.viewer.wrapsLines = false }),
      CommandOption(
        "--encoding", group: .text,
        "The encoding of text: latin1, cp1252, utf16 or any name that iconv knows. UTF-16 and UTF-32 "
          + "are detected if they begin with a byte order mark or are mostly ASCII.",
        .word("name") { options, text throws(Failure) in
          guard options.viewer.takeEncoding(named: text) else {
            throw .usage("--encoding must be a name such as latin1 or utf16, not '\(text)'")
          }
        }),
      CommandOption(
        "--wordwrap", group: .text, "Wrap long lines at blanks.",
        .none { $0.viewer.wrapsAtBlanks = true }),
      CommandOption(
        "-i", "--ignore-case", group: .text, "Ignore case in searches.",
        .none { $0.viewer.searchCase = .ignored }),
      CommandOption(
        "-x", "--tabs", group: .text,
        "Set tab stops at multiples of N columns (8), or at the listed columns: -x9,17.",
        .word("n") { options, text throws(Failure) in
          guard let tabs = TabStops(text) else {
            throw .usage("--tabs must be numbers from 1 to 1000, such as 4 or 9,17, not '\(text)'")
          }
          options.viewer.tabs = tabs
        }),
      CommandOption(
        "-N", "--line-numbers", group: .text,
        "Number lines as soon as they are counted; with --plain, as cat -n does.",
        .none { $0.viewer.showsLineNumbers = true }),
      CommandOption(
        "-f", "--follow", group: .text,
        "Follow the end of a file as it grows; on a screen, even after it is rotated. "
          + "F and +F do the same.",
        .none { $0.follow() }),
      CommandOption(
        "-F", "--quit-if-one-screen", group: .text,
        "If the text fits on one screen, print it and exit.",
        .none { $0.viewer.quitsIfOneScreen = true }),
      CommandOption(
        "-X", "--no-init", group: .text, "Leave the last screen on the terminal.",
        .none { $0.viewer.leavesScreen = true }),
    ]
  }

  private static var records: [CommandOption] {
    [
      .choice(
        "--format", group: .text, as: "format",
        "The input format (text, json, ndjson, csv or tsv), or auto to detect it.",
        of: ["auto"] + RecordFormat.named.map(\.name)
      ) { options, text in
        options.viewer.format = RecordFormat.named.first { $0.name == text }?.format
      },
      .choice(
        "--time", group: .text, as: "zone",
        "Show times in records in a time zone: local, utc or source (as written, the default).",
        of: ["local", "utc", "source"]
      ) { $0.viewer.times = TimeZoneUse(rawValue: $1) ?? .source },
      CommandOption(
        "--columns", group: .text,
        "Show or write only these columns of records, in this order; for example, "
          + "time,request.method. Quotes enclose a name with a comma: \"last, first\". "
          + "Without a screen, tabs separate the values.",
        .word("names") { options, text throws(Failure) in
          guard let names = ColumnNames.list(text) else {
            throw .usage("--columns must be names separated by commas, not '\(text)'")
          }
          options.viewer.columns = names
        }),
    ]
  }

  private static var csv: [CommandOption] {
    [
      CommandOption(
        "--delimiter", group: .text,
        "Read text as values separated by this character, such as ';', tab, ^A or 0x1F. ' ' stands for "
          + "any number of blanks.",
        .word("char") { options, text throws(Failure) in
          guard let delimiter = CSVChoice.delimiter(text) else {
            throw .usage(
              "--delimiter must be a character such as ;, tab, ^A or 0x1F, not '\(text)'")
          }
          options.viewer.csv.delimiter = delimiter
        }),
      CommandOption(
        "--header", group: .text,
        "Keep the first L lines and C columns on the screen. In CSV, line L contains the column names; "
          + "--header none means that there are none.",
        .word("L,C") { options, text throws(Failure) in
          guard options.viewer.takeHeader(text) else {
            throw .usage(
              "--header must be LINES or LINES,COLUMNS (0 to 1000), or none, not '\(text)'")
          }
        }),
      .number(
        "--skip", group: .text, "Skip the first N lines of CSV data.",
        in: 0...1_000_000
      ) { $0.viewer.csv.skippedLines = $1 },
    ]
  }

  private static var timeline: [CommandOption] {
    [
      .number(
        "--latency", group: .timeline, as: "ms", "Delay each load by this time.", in: 0...600_000
      ) { $0.timeline.latency = $1 },
      .number(
        "--fail-every", group: .timeline, "Make every n-th load fail; 0: none.", in: 0...(.max)
      ) { $0.timeline.failEvery = $1 },
    ]
  }

  private static var guests: [CommandOption] {
    [
      CommandOption(
        "--secure", group: .guests,
        "Serve as the only command of an SSH server: show only the sample timeline, on a screen; "
          + "refuse other sources and suspending; clear the environment. The options below need it.",
        .none { $0.secure.isOn = true }),
      .path(
        "--posts", group: .guests, as: "folder",
        "Read posts from timeline.sqlite in this folder; by default they are made in memory."
      ) { $0.secure.posts = $1 },
      .path(
        "--likes", group: .guests, as: "file",
        "Append likes to this file, up to 1 MiB; by default they are not written."
      ) { $0.secure.likes = $1 },
      .path(
        "--slots", group: .guests, as: "folder", "Use lock files in this folder to count sessions."
      ) { $0.secure.slots = $1 },
      .number(
        "--sessions", group: .guests, "The maximum number of sessions (50). Needs --slots.",
        in: 1...10_000
      ) { $0.secure.sessions = $1 },
      .number(
        "--idle-limit", group: .guests, as: "seconds",
        "End an idle session after this time (300).",
        in: 1...86_400
      ) { $0.secure.idleLimit = $1 },
      .number(
        "--time-limit", group: .guests, as: "seconds", "End a session after this time (1800).",
        in: 1...86_400
      ) { $0.secure.timeLimit = $1 },
      .number(
        "--input-limit", group: .guests, as: "bytes",
        "Accept this much input per second (4096) and drop the rest; end after 5 s of excess input.",
        in: 64...(1 << 20)
      ) { $0.secure.inputLimit = $1 },
    ]
  }

  private static var program: [CommandOption] {
    [
      CommandOption(
        "--log", group: .program, "Write events to a file, one per line.",
        .word("file") { options, text in options.log = text }),
      CommandOption(
        "--doctor", group: .program,
        "Check this installation: terminal, colours, clipboard, pagers, libraries.",
        .none { $0.asks = .doctor }),
      CommandOption(
        "-V", "--version", group: .program, "Show the version.", .none { $0.asks = .version }),
      CommandOption(
        "-h", "-?", "--help", group: .program,
        "Show short help; --help all shows all options.",
        .none { $0.asks = .help }),
    ]
  }
}
