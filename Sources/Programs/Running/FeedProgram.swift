import EventLoop
package import Feeds
package import NCursesTerminal
package import TableUI
package import Viewers

/// The program that shows a feed on the screen, or writes it without a screen.
package struct FeedProgram {
  package let options: CommandLineOptions
  private let registry: FeedRegistry
  private let log: EventLog?
  /// The stored positions; nil if positions are not stored.
  private let positions: SavedPositions?
  private let marks: SavedMarks?
  private let patterns: SavedPatterns?
  private let columns: SavedColumns?

  /// Creates the program; under a restriction, it uses no stored state.
  ///
  /// - Parameters:
  ///   - registry: the sources that can be opened from the screen.
  ///   - positions: the stored positions; nil for a guest.
  ///   - marks: the stored marks; nil for the sample timeline.
  ///   - patterns: the stored patterns; nil for the sample timeline.
  ///   - columns: the stored column layouts; nil for the sample timeline.
  /// - Throws: an error if the log cannot be opened.
  package init(
    options: CommandLineOptions, registry: FeedRegistry = FeedRegistry([]),
    positions: SavedPositions?,
    marks: SavedMarks? = nil, patterns: SavedPatterns? = nil, columns: SavedColumns? = nil
  ) throws(Failure) {
    self.options = options
    self.registry = registry
    self.positions = options.viewer.restriction == nil ? positions : nil
    self.marks = options.viewer.restriction == nil ? marks : nil
    self.patterns = options.viewer.restriction == nil ? patterns : nil
    self.columns = options.viewer.restriction == nil ? columns : nil
    log = try options.log.map { path throws(Failure) in
      try EventLog(path: path, version: Program.version)
    }
  }

  /// Checks the resources that a start needs: loads, pictures, the watch on the database and timers
  /// use up to ten threads at a time, and about twenty files.
  ///
  /// - Throws: an error if a resource is missing.
  package static func checkResources() throws(Failure) {
    do throws(NCursesScreenError) {
      try ProcessResources.check(threads: 12, descriptors: 24)
    } catch {
      throw .source(error.description)
    }
  }

  /// Shows the first source that can be opened; without a screen, writes all sources in turn.
  ///
  /// Sources that cannot be opened are reported.
  ///
  /// - Throws: an error if no source can be opened, or if the command line is wrong; without a
  ///   screen, the last error, after the others have been printed.
  package func run(_ names: [[UInt8]]) throws(Failure) -> Outcome {
    var (failure, outcome): (Failure?, Outcome?)
    for (index, name) in names.enumerated() {
      do throws(Failure) {
        let feed = try registry.open(name, at: options.start, options.viewer)
        guard options.isPlain else {
          return try run(feed, named: Array(names[index...]), telling: failure)
        }
        if let notice = feed.notice { StandardError.tell(notice) }
        let found = try run(feed)
        // It is sufficient if one source has a match.
        outcome = outcome == .done ? .done : found
      } catch {
        // An error in the command line affects all sources.
        guard error.status != 2 else { throw error }
        if let failure { Program.tell(failure) }
        failure = error
      }
    }
    if let failure { throw failure }
    return outcome ?? .done
  }

  /// Prints a feed if it is the last one, fits on one screen, and the reader has chosen `-F`;
  /// otherwise shows it on a screen.
  ///
  /// - Parameter failure: the reason why an earlier source is not shown.
  private func run(
    _ feed: any Feed, named names: [[UInt8]], telling failure: Failure?
  ) throws(Failure) -> Outcome {
    if options.viewer.quitsIfOneScreen, names.count < 2, !options.secure.isOn, try print(feed) {
      if let notice = feed.notice { StandardError.tell(notice) }
      if let failure { Program.tell(failure) }
      return .done
    }
    return try run(
      feed, named: names,
      prepare: { _, session in
        if let notice = feed.notice { session.show(Message(notice, .accent)) }
        if let failure { session.show(Message(failure.text, .failure)) }
      })
  }

  /// Shows a feed until the session ends, or writes it without a screen.
  ///
  /// - Parameters:
  ///   - names: the names of the sources for `:n`, beginning with that of this feed.
  ///   - prepare: called with the screen and the session before the first key.
  ///   - finish: called with the screen after the terminal has been restored, to complete pending
  ///     work; returns a failure if data was lost, and otherwise nil.
  package func run<Source: Feed>(
    _ feed: Source, named names: [[UInt8]] = [],
    prepare: (NCursesScreen, Session) -> Void = { _, _ in },
    finish: (NCursesScreen) -> Failure? = { _ in nil }
  ) throws(Failure) -> Outcome {
    if !options.viewer.filters.isEmpty, !feed.takesFilters {
      throw .usage("\(feed.title) cannot be filtered with --filter")
    }
    if options.viewer.span.isLimited, !feed.takesTimes {
      throw .usage("--since and --until need text or records in a file, not \(feed.title)")
    }
    if options.isPlain, !options.secure.isOn {
      return try write(feed)
    }
    // The position is read before the screen opens, because reading the file may block.
    let position = feed.positionCoding.flatMap { positions?[$0.identity] }
    let screen = try openScreen()
    defer { screen.close() }
    let theme = options.looks.theme(on: screen)
    let viewer = Viewer(
      options: options.viewer, theme: theme, colorDepth: screen.colorDepth, registry: registry,
      marks: marks, patterns: patterns, columns: columns, loop: screen.loop,
      clipboard: options.viewer.restriction == nil
        ? Clipboard(environment: Environment.value) : Clipboard(), log: log)
    let root = try viewer.controller(of: feed, at: position)
    let session = Session(
      screen: screen, root: root, theme: theme,
      loadingDelay: Viewer.loadingDelay
    ) { [log] in log?.write("frame \($0)") }
    viewer.session = session
    if feed.takesFilters { session.helpNotes = ConditionHelp.sections }
    viewer.sources = NamedSources(names)
    viewer.sources.begin(with: root)
    prepare(screen, session)
    defer { viewer.close() }
    session.run()
    // The terminal is restored before anything that may take time; from now on, signals terminate
    // the process.
    screen.close()
    let failure = finish(screen)
    if viewer.leavesScreen, session.end == .quit || session.end == .interrupted {
      StandardStreams.write(session.picture)
    }
    for change in viewer.positionChanges { keep(change) }
    viewer.finish()
    log?.write("end \(session.end.map { "\($0)" } ?? "")")
    let outcome = try Outcome(session.end)
    if let failure { try outcome.complain(of: failure) }
    return outcome
  }

  /// Prints a feed as a screen would show it, if all of it fits; returns false otherwise.
  private func print(_ feed: some Feed) throws(Failure) -> Bool {
    guard let size = ScreenSize.current else { return false }
    let viewer = Viewer(
      options: options.viewer, theme: options.looks.themeWithoutScreen, loop: MainLoop())
    guard let picture = try viewer.picture(of: feed, on: size, within: Self.fitTimeout) else {
      return false
    }
    feed.close()
    StandardStreams.write(picture)
    return true
  }

  /// Writes a feed without a screen.
  private func write(_ feed: any Feed) throws(Failure) -> Outcome {
    defer { feed.close() }
    let form = PlainForm(options: options.viewer)
    try feed.writePlain(form)
    return options.viewer.failsWithoutMatch && !form.found.isAny ? .unmatched : .done
  }

  /// The maximum time to wait until it is known whether a stream fits on one screen.
  private static let fitTimeout = Duration.milliseconds(200)

  private func openScreen() throws(Failure) -> NCursesScreen {
    var screenOptions = options.looks.screenOptions()
    screenOptions.inputLimit = options.secure.inputRate
    screenOptions.joinsEmoji = options.viewer.restriction == nil
    do throws(NCursesScreenError) {
      let screen = try NCursesScreen(options: screenOptions)
      screen.onEmojiFinding = { [log] in log?.write("\($0)") }
      screen.onPainterFinding = { [log] in log?.write("\($0)") }
      log?.write("\(screen.painter)")
      return screen
    } catch .noTerminal where options.hasStandardInput {
      throw .usage("no terminal to read keys from: use --plain to write lines")
    } catch {
      throw .source(error.description)
    }
  }

  /// Stores a changed position; a failure is only logged, because it must not change the exit
  /// status.
  private func keep(_ change: PositionChange) {
    guard let positions, case .changed(let position, let feed) = change else { return }
    do {
      try positions.keep(position, of: feed)
    } catch {
      log?.write("cannot save the position: \(error)", .warning)
    }
  }
}
