package import Feeds
package import NCursesTerminal
import Records
package import TableUI
import Terminal
package import Viewers

/// What the command line says; the defaults are those of no option at all.
nonisolated package struct CommandLineOptions: Sendable {
  /// The names of the sources in bytes, because a file's need be no UTF-8.
  package var sources: [[UInt8]] = []
  /// The first of them, if any.
  package var source: [UInt8]? { sources.first }
  /// Where it is opened, if not at its start.
  package var start: StartPosition?
  /// What is asked of the viewer.
  package var viewer = ViewerOptions()
  /// Whether items are written as lines, with no screen.
  package var isPlainAsked = false
  /// How the screen looks.
  package var looks = AppearanceOptions()
  /// What the sample timeline's network is like.
  package var timeline = TimelineOptions()
  /// What a guest may do.
  package var secure = SecureOptions()
  /// The file that is told what happens.
  package var log: String?
  /// Whether help, the version or what is wrong here is all that is wanted.
  package var asks: Question?

  /// What is answered instead of showing anything.
  package enum Question: Sendable { case help, version, doctor }

  /// Whether there is something to read at standard input.
  package let hasStandardInput: Bool

  package init(hasStandardInput: Bool = false) { self.hasStandardInput = hasStandardInput }
}

nonisolated extension CommandLineOptions {
  /// Whether there is no screen to draw on, or none is wanted.
  package var isPlain: Bool {
    let term = Environment.value("TERM") ?? ""
    return isPlainAsked || !StandardOutput.isTerminal || term.isEmpty || term == "dumb"
  }

  /// Refuses options that cannot be combined: one without effect is a mistake.
  ///
  /// - Parameter declared: the options that sources have declared.
  /// - Throws: which, in words for the reader.
  mutating func validate(_ declared: () -> [SourceOptions]) throws(Failure) {
    try secure.validate()
    if secure.isOn { viewer.restriction = .guest }
    if secure.isOn { try refuseForGuests() }
    if log != nil, let restriction = viewer.restriction { throw restriction.failure("--log") }
    _ = try viewer.paging.configuration(PagingDefaults())
    if let name = viewer.decodingProgram, let restriction = viewer.restriction {
      throw restriction.failure("--encoding \(name)")
    }
    if isPlain, !StandardOutput.isTerminal { viewer.passBytesOn() }
    if isPlain { viewer.lessOpen = { nil } }
    if isTimeline {
      if sources.count > 1 { throw .usage("the timeline can only be opened alone") }
      if viewer.follows { throw .usage("-f and +F need a file or standard input") }
      if start != nil { throw .usage("+N and +G need a file or standard input") }
      if viewer.showsLineNumbers { throw .usage("-N needs a file or standard input") }
      if viewer.format != nil || viewer.columns != nil {
        throw .usage("--format and --columns need a file or standard input")
      }
      if viewer.csv != CSVChoice() || viewer.header != nil {
        throw .usage("--delimiter, --header and --skip need a file or standard input")
      }
      if viewer.times != .source { throw .usage("--time needs a file or standard input") }
    } else if timeline.latency != 0 || timeline.failEvery != 0 {
      throw .usage("--latency and --fail-every need the sample timeline")
    }
    viewer.firstAddress = sources.first(where: \.isWebAddress)
    if !viewer.sourceValues.isEmpty {
      viewer.namedDatabases = Set(sources.compactMap { DatabaseAddress($0) })
      for source in declared() { try source.validate(viewer.sourceValues, for: sources) }
    }
    if isPlain, viewer.follows, sources.count > 1 {
      throw .usage("-f follows one file without a screen: name one")
    }
    if viewer.writesJSON || viewer.limit != nil, !isPlain {
      throw .usage("--json and --limit need --plain")
    }
  }

  /// Whether the sample timeline is wanted: it is named, or there is nothing else.
  package var isTimeline: Bool {
    if sources.isEmpty { return secure.isOn || !hasStandardInput }
    return sources.contains(Array("timeline:".utf8))
  }

  /// Takes what stands behind a plus: `G`, `F`, a number, `/` and a pattern; says whether it was one of these.
  mutating func begin(at command: some StringProtocol) -> Bool {
    if command == "G" {
      start = .end
    } else if command == "F" {
      follow()
    } else if let number = Int(command), number > 0 {
      start = .item(number)
    } else if command.hasPrefix("/"), command.count > 1 {
      start = .match(String(command.dropFirst()))
    } else {
      return false
    }
    return true
  }

  /// Stays at the end, and so begins there.
  mutating func follow() {
    viewer.follows = true
    start = start ?? .end
  }

  /// A guest has a screen and the timeline, and writes no file.
  private func refuseForGuests() throws(Failure) {
    guard source == nil, start == nil, !viewer.showsLineNumbers else {
      throw .usage("--secure shows only the sample timeline")
    }
    if isPlainAsked || viewer.writesJSON || viewer.limit != nil {
      throw .usage("--plain, --json and --limit cannot be used with --secure")
    }
    if log != nil { throw .usage("--log cannot be used with --secure") }
  }
}

/// How the screen looks.
nonisolated package struct AppearanceOptions: Sendable {
  package enum ColorUse: String, Sendable { case auto, always, never }

  package var color = ColorUse.auto
  package var ascii = false
  package var mouse = false
  package var painter = NCursesOptions.PainterChoice.auto

  /// What is asked of the terminal.
  ///
  /// A lone escape waits longer where bytes travel.
  @MainActor func screenOptions() -> NCursesOptions {
    let noColor = Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false
    let isRemote = Environment.value("SSH_CONNECTION") != nil
    let delay = Environment.value("ESCDELAY").flatMap { Int($0) } ?? (isRemote ? 100 : 25)
    var options = NCursesOptions(
      colors: colorUse(noColor: noColor), mouse: mouse,
      escapeDelay: .milliseconds(min(max(delay, 1), 1_000)))
    options.painter = painter
    return options
  }

  /// How everything looks on a screen.
  ///
  /// rxvt, Konsole and others tell by `COLORFGBG` what they draw with: `0;15` is black on white.
  @MainActor func theme(on screen: NCursesScreen) -> Theme {
    let ground = Environment.value("COLORFGBG")?.split(separator: ";").last
    return Theme(
      depth: screen.colorDepth, ascii: ascii || screen.isASCII,
      isLight: ground == "7" || ground == "15")
  }

  /// The theme for output without a screen; the environment tells how many colours the terminal has.
  @MainActor var themeWithoutScreen: Theme {
    let noColor = Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false
    let isRich =
      Environment.value("COLORTERM") != nil
      || Environment.value("TERM").map { $0.parts(around: "256").count > 1 } == true
    let depth: ColorDepth =
      colorUse(noColor: noColor) == .never ? .none : isRich ? .palette256 : .eight
    return Theme(depth: depth, ascii: ascii)
  }

  private func colorUse(noColor: Bool) -> NCursesOptions.ColorUse {
    switch color {
    case .auto: noColor ? .never : .auto
    case .always: .always
    case .never: .never
    }
  }
}

/// What a guest may do who comes over a network, and for how long.
nonisolated package struct SecureOptions: Sendable {
  package init() {}

  package var isOn = false
  package var posts: String?
  package var likes: String?
  package var slots: String?
  var sessions: Int?
  var idleLimit: Int?
  var timeLimit: Int?
  var inputLimit: Int?

  /// Sessions at a time.
  package var maximumSessions: Int { sessions ?? 50 }

  /// How long a session may last.
  @MainActor package var limits: SessionLimits {
    SessionLimits(idle: .seconds(idleLimit ?? 300), total: .seconds(timeLimit ?? 1_800))
  }

  /// Bytes of keys a second; nil for no limit.
  var inputRate: Int? { isOn ? inputLimit ?? 4_096 : nil }

  /// - Throws: which option is without effect.
  func validate() throws(Failure) {
    if isOn, sessions != nil, slots == nil { throw .usage("--sessions needs --slots") }
    guard !isOn, let name = said.first else { return }
    throw .usage("\(name) needs --secure")
  }

  private var said: [String] {
    let options: [(String, Bool)] = [
      ("--posts", posts != nil), ("--likes", likes != nil), ("--slots", slots != nil),
      ("--sessions", sessions != nil), ("--idle-limit", idleLimit != nil),
      ("--time-limit", timeLimit != nil), ("--input-limit", inputLimit != nil),
    ]
    return options.filter(\.1).map(\.0)
  }
}

/// The network that is simulated for the sample timeline.
nonisolated package struct TimelineOptions: Sendable {
  package init() {}

  /// Milliseconds that each load takes longer.
  package var latency = 0
  /// Every n-th load fails; 0 for none.
  package var failEvery = 0
}
