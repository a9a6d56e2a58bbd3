package import Feeds
package import NCursesTerminal
import Records
package import TableUI
import Terminal
package import Viewers

/// The arguments and options of the command line; options that are not given have their defaults.
nonisolated package struct CommandLineOptions: Sendable {
  /// The sources as bytes, because a file name may be invalid UTF-8.
  package var sources: [[UInt8]] = []
  /// The first source, if any.
  package var source: [UInt8]? { sources.first }
  /// The starting position; nil for the start.
  package var start: StartPosition?
  /// The options of the viewer.
  package var viewer = ViewerOptions()
  /// Whether `--plain` is given: items are written as lines, without a screen.
  package var isPlainAsked = false
  /// The appearance of the screen.
  package var looks = AppearanceOptions()
  /// The simulated network of the sample timeline.
  package var timeline = TimelineOptions()
  /// The limits for a guest.
  package var secure = SecureOptions()
  /// The path of the log file; nil for no log.
  package var log: String?
  /// The requested information: help, the version, or the report of `--doctor`.
  package var asks: Question?

  /// Information that is printed instead of opening a source.
  package enum Question: Sendable { case help, version, doctor }

  /// Whether standard input is open, and is not a terminal.
  package let hasStandardInput: Bool

  package init(hasStandardInput: Bool = false) { self.hasStandardInput = hasStandardInput }
}

nonisolated extension CommandLineOptions {
  /// Whether output is written without a screen, on request or because no screen can be shown.
  package var isPlain: Bool {
    let term = Environment.value("TERM") ?? ""
    return isPlainAsked || !StandardOutput.isTerminal || term.isEmpty || term == "dumb"
  }

  /// Refuses options that exclude each other or have no effect, and completes those of the viewer.
  ///
  /// - Parameter declared: returns the options of the sources; called only if such an option was
  ///   given.
  /// - Throws: an error that describes the problem.
  mutating func validate(_ declared: () -> [SourceOptions]) throws(Failure) {
    try secure.validate()
    if secure.isOn { viewer.restriction = .guest }
    if secure.isOn { try refuseForGuests() }
    if log != nil, let restriction = viewer.restriction { throw restriction.failure("--log") }
    _ = try viewer.paging.configuration(PagingDefaults())
    try validateEncoding()
    if isPlain, !StandardOutput.isTerminal { viewer.passBytesOn() }
    if isPlain { viewer.lessOpen = { nil } }
    if isTimeline {
      if sources.count > 1 { throw .usage("the timeline cannot be opened with other sources") }
      if viewer.follows { throw .usage("-f and +F cannot be used with the sample timeline") }
      if start != nil {
        throw .usage("+N, +G and +/PATTERN cannot be used with the sample timeline")
      }
      if viewer.showsLineNumbers { throw .usage("-N cannot be used with the sample timeline") }
      if viewer.format != nil || viewer.columns != nil {
        throw .usage("--format and --columns cannot be used with the sample timeline")
      }
      if viewer.csv != CSVChoice() || viewer.header != nil {
        throw .usage("--delimiter, --header and --skip cannot be used with the sample timeline")
      }
      if viewer.times != .source { throw .usage("--time cannot be used with the sample timeline") }
    } else if timeline.latency != 0 || timeline.failEvery != 0 {
      throw .usage("--latency and --fail-every need the sample timeline")
    }
    viewer.firstAddress = sources.first(where: \.isWebAddress)
    // Without a screen, lists are not followed: with -f, all items of a list are written.
    viewer.start = viewer.follows && isPlain ? nil : start
    if !viewer.sourceValues.isEmpty {
      viewer.namedDatabases = Set(sources.compactMap { DatabaseAddress($0) })
      for source in declared() { try source.validate(viewer.sourceValues, for: sources) }
    }
    if isPlain, viewer.follows, sources.count > 1 {
      throw .usage("without a screen, -f follows only one file: name one")
    }
    try refuseWithoutEffect()
  }

  /// Refuses options that have no effect on the output or on the sources.
  private func refuseWithoutEffect() throws(Failure) {
    if viewer.writesJSON || viewer.limit != nil, !isPlain {
      throw .usage("--json and --limit need --plain")
    }
    // In a pipe without --plain, the pattern is ignored, as in less, because scripts and aliases
    // contain it.
    if isPlainAsked, case .match? = start {
      throw .usage("+/PATTERN and -p need a screen, not --plain; --filter writes only matches")
    }
    if viewer.paging.retryLimit != nil, runsEachOnce {
      throw .usage(
        "--retry-for needs a source with pages, such as exec:COMMAND with {page}, {offset}, "
          + "{cursor} or {last}")
    }
  }

  /// Whether sources are given, and each is a command that is run only once.
  private var runsEachOnce: Bool {
    !sources.isEmpty
      && sources.allSatisfy { $0.starts(with: "exec:".utf8) && !CommandList.takes($0) }
  }

  /// Refuses an encoding that only iconv(1) can decode, if programs are forbidden or if iconv(1)
  /// does not know the encoding.
  private func validateEncoding() throws(Failure) {
    guard let name = viewer.decodingProgram else { return }
    if let restriction = viewer.restriction { throw restriction.failure("--encoding \(name)") }
    guard viewer.isEncodingKnown else {
      throw .usage("--encoding must be a name that iconv knows, not '\(name)'")
    }
  }

  /// Whether the sample timeline is opened, because it is named or because no other source is
  /// given.
  package var isTimeline: Bool {
    if sources.isEmpty { return secure.isOn || !hasStandardInput }
    return sources.contains(Array("timeline:".utf8))
  }

  /// Parses the text after a plus: `G`, `F`, a number, or `/` and a pattern; returns false for
  /// anything else.
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

  /// Makes the viewer follow the end, and start there unless another starting position is given.
  mutating func follow() {
    viewer.follows = true
    start = start ?? .end
  }

  /// Refuses options that a guest may not use: a guest has only a screen and the timeline, and
  /// writes no log.
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

/// The appearance of the screen.
nonisolated package struct AppearanceOptions: Sendable {
  package enum ColorUse: String, Sendable { case auto, always, never }

  package var color = ColorUse.auto
  package var ascii = false
  package var mouse = false
  package var painter = NCursesOptions.PainterChoice.auto

  /// Returns the options of the terminal.
  ///
  /// Over SSH, unless `ESCDELAY` is set, the program waits longer for further bytes of a sequence
  /// after an escape character.
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

  /// Returns the theme for a screen.
  ///
  /// A light background is recognized from `COLORFGBG`. rxvt, Konsole and others set this variable
  /// to their colors: `0;15` is black on white.
  @MainActor func theme(on screen: NCursesScreen) -> Theme {
    let ground = Environment.value("COLORFGBG")?.split(separator: ";").last
    return Theme(
      depth: screen.colorDepth, ascii: ascii || screen.isASCII,
      isLight: ground == "7" || ground == "15")
  }

  /// The theme for output without a screen, with the number of colors that the environment
  /// suggests.
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

/// The limits for a guest who connects over a network.
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

  /// The maximum number of simultaneous sessions.
  package var maximumSessions: Int { sessions ?? 50 }

  /// The time limits of a session.
  @MainActor package var limits: SessionLimits {
    SessionLimits(idle: .seconds(idleLimit ?? 300), total: .seconds(timeLimit ?? 1_800))
  }

  /// The maximum number of bytes of input per second; nil for no limit.
  var inputRate: Int? { isOn ? inputLimit ?? 4_096 : nil }

  /// Refuses options that have no effect.
  ///
  /// - Throws: an error that names an option without effect.
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

/// The simulated network of the sample timeline.
nonisolated package struct TimelineOptions: Sendable {
  package init() {}

  /// The additional duration of each load, in milliseconds.
  package var latency = 0
  /// The number n if every nth load fails; 0 if no load fails.
  package var failEvery = 0
}
