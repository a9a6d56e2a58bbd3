package import Feeds
import Records
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
  /// Whether help or the version is all that is wanted.
  package var asks: Question?

  /// What is answered instead of showing anything.
  package enum Question: Sendable { case help, version }

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
  /// - Throws: which, in words for the reader.
  mutating func validate() throws(Failure) {
    try secure.validate()
    if secure.isOn { viewer.restriction = .guest }
    if secure.isOn { try refuseForGuests() }
    if log != nil, let restriction = viewer.restriction { throw restriction.failure("--log") }
    _ = try viewer.paging.configuration(PagingDefaults())
    if isTimeline {
      if sources.count > 1 { throw .usage("the timeline can only be opened alone") }
      if viewer.follows { throw .usage("-f and +F need a file or standard input") }
      if start != nil { throw .usage("+N and +G need a file or standard input") }
      if viewer.showsLineNumbers { throw .usage("-N needs a file or standard input") }
      if viewer.format != nil || viewer.columns != nil {
        throw .usage("--format and --columns need a file or standard input")
      }
      if viewer.times != .source { throw .usage("--time needs a file or standard input") }
    } else if timeline.latency != 0 || timeline.failEvery != 0 {
      throw .usage("--latency and --fail-every need the sample timeline")
    }
    if viewer.answers != AnswerChoice(), !sources.contains(where: CommandFeed.takes) {
      throw .usage(
        "--items, --next, --id, --first-page, --parallel and --timeout need exec: and a command with {page} or similar"
      )
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
