package import EventLoop
package import Feeds
package import Paging
import Search
package import TableUI
package import Terminal

/// A viewer of feeds, which connects the pager, log and stored position of each, and opens further
/// feeds in front of the current one.
package final class Viewer {
  /// The delay before a loading message; shorter loads need none.
  package static let loadingDelay = Duration.milliseconds(100)

  package let options: ViewerOptions
  /// The options for the screen that is being created: without filters and times if its feed was
  /// not named on the command line, and without a starting position after the first feed.
  private(set) var askedOptions: ViewerOptions
  /// Whether the feed whose screen is being created was named on the command line.
  private(set) var isNamed = true
  package var theme: Theme { session?.theme ?? firstTheme }
  private let firstTheme: Theme
  /// The number of colors of the screen, for pictures and for the levels of logs.
  package let colorDepth: ColorDepth
  /// The session that shows the screens.
  package weak var session: Session?
  /// Whether the last screen is left on the terminal, as with `less -X`.
  package var leavesScreen: Bool
  /// Whether content that fits on one screen is only printed; false after the first input, and for
  /// further screens.
  var mayBePrinted: Bool
  private let registry: FeedRegistry
  /// The executor that opens sources: the screen goes on loading while a command in `LESSOPEN` is
  /// awaited.
  private lazy var opening = BackgroundExecutor()
  /// The sources on the command line, and those opened with `:e`.
  package var sources = NamedSources([])
  /// The clock for all waits.
  ///
  /// It has a concrete type, so that each pager is specialized for it; `any Clock` would prevent
  /// that.
  package var clock: MainLoopClock { MainLoopClock(loop) }
  /// The stored marks; nil if marks are not stored.
  let marks: SavedMarks?
  /// The stored patterns; nil if patterns are not stored.
  let patterns: SavedPatterns?
  /// The patterns that are not stored yet, because another program was storing one, or because
  /// storing failed.
  private var unkeptPatterns: [String] = []
  /// The stored column layouts; nil if layouts are not stored.
  let columns: SavedColumns?
  /// Actions that screens have registered for the end of the run.
  private var endings: [() -> Void] = []
  /// The event loop of the main thread.
  let loop: MainLoop
  /// The clipboard, which receives copied text.
  let clipboard: Clipboard
  private let log: EventLog?
  /// The actions that close the feeds that were shown.
  private var closings: [() -> Void] = []
  /// For each opened feed with positions, its name in the file of positions, and the change to its
  /// stored position.
  private var changes: [(feed: String, change: () -> PositionChange)] = []

  /// - Parameters:
  ///   - options: the reader's options.
  ///   - theme: the theme of all screens.
  ///   - colorDepth: the number of colors of the screen.
  ///   - registry: the kinds of sources.
  ///   - marks: the stored marks, if any are kept.
  ///   - patterns: the stored patterns, if any are kept.
  ///   - columns: the stored column layouts, if any are kept.
  ///   - loop: the event loop of the main thread, for all waits.
  ///   - clipboard: receives copied text; by default only the terminal.
  ///   - log: the log file.
  package init(
    options: ViewerOptions, theme: Theme, colorDepth: ColorDepth = .palette256,
    registry: FeedRegistry = FeedRegistry([]), marks: SavedMarks? = nil,
    patterns: SavedPatterns? = nil, columns: SavedColumns? = nil, loop: MainLoop,
    clipboard: Clipboard = Clipboard(), log: EventLog? = nil
  ) {
    (self.options, askedOptions) = (options, options)
    leavesScreen = options.leavesScreen
    mayBePrinted = options.quitsIfOneScreen && !options.follows
    self.colorDepth = colorDepth
    firstTheme = theme
    self.registry = registry
    (self.marks, self.patterns, self.columns) = (marks, patterns, columns)
    self.loop = loop
    self.clipboard = clipboard
    self.log = log
  }

  /// Creates the screen of a feed, at the position where an earlier run left off if that is known.
  ///
  /// - Parameters:
  ///   - place: the stored position; the caller reads it before a screen is open, because reading
  ///     the file of positions may block.
  ///   - isNamed: whether the feed was named on the command line, so that its filters apply.
  /// - Throws: an error, for example if the reader's paging options contradict each other.
  package func controller<Source: Feed>(
    of feed: Source, at place: SavedPosition? = nil, isNamed: Bool = true
  ) throws(Failure) -> any ViewController {
    (askedOptions, self.isNamed) = (options, isNamed)
    if !isNamed { (askedOptions.filters, askedOptions.span) = ([], TimeSpan()) }
    // The starting position of the command line applies only to the first source.
    if !closings.isEmpty { (mayBePrinted, askedOptions.start) = (false, nil) }
    closings.append(feed.close)
    let screen = try feed.screen(in: self)
    screen.list.loadingDelay = Self.loadingDelay
    if let coding = feed.positionCoding {
      observePosition(of: screen.list, coding, at: place) { feed.positionCoding ?? coding }
    }
    return screen.controller
  }

  /// Closes all feeds; called once, at the end of the run.
  package func close() { for close in closings { close() } }

  /// Registers an action to perform at the end of the run, after the terminal has been restored.
  func atEnd(_ action: @escaping () -> Void) { endings.append(action) }

  /// Stores the state for later runs; called once, after the terminal has been restored.
  package func finish() {
    for end in endings { end() }
    storePatterns(waiting: true)
  }

  /// Stores state for later runs.
  ///
  /// A failure is only logged, because it must not change how the run ends.
  func keep(_ action: () throws -> Void) {
    do { try action() } catch { log?.write("cannot save the position: \(error)", .warning) }
  }

  /// Creates a pager for a feed, with the reader's paging options and the log; nothing is loaded
  /// yet.
  ///
  /// - Throws: an error if the reader's paging options contradict each other.
  package func pager<Source: Feed>(
    of feed: Source
  ) throws(Failure) -> Pager<Source.Item, Source.Cursor> {
    let pager = Pager(
      source: feed.source, configuration: try options.paging.configuration(feed.paging),
      clock: clock, executor: BackgroundExecutor.shared)
    if let log { pager.onActivity = { log.write($0) } }
    return pager
  }

  /// The changes to be made to the stored positions, in the order in which the feeds were opened.
  package var positionChanges: [PositionChange] {
    changes.map { $0.change() }.filter { $0 != .unchanged }
  }

  /// Opens another source in front of the current screen.
  ///
  /// - Parameters:
  ///   - isPath: whether the address is a path regardless of its form.
  ///   - onFailure: called with the reason if the source cannot be opened.
  func open(
    _ address: [UInt8], isPath: Bool = false, onFailure: @escaping (Message) -> Void
  ) {
    if let restriction = options.restriction {
      return onFailure(restriction.message("opening other files"))
    }
    if lends(address, isPath: isPath, onFailure: onFailure) { return }
    open(address, isPath: isPath, isNamed: false) { [weak self] in
      self?.session?.push($0)
    } onFailure: {
      onFailure($0)
    }
  }

  /// Shows an opened feed in front of the current screen.
  ///
  /// - Parameter onFailure: called with a message if the reader's paging options contradict each
  ///   other.
  func open(_ feed: some Feed, onFailure: (Message) -> Void) {
    do throws(Failure) {
      session?.push(try controller(of: feed, isNamed: false))
    } catch {
      onFailure(Message(error.text, .failure))
    }
  }

  /// Lends the terminal to another program that can open the source; returns false if no program
  /// can.
  ///
  /// - Parameter onFailure: called with the reason if the program fails.
  func lends(
    _ address: [UInt8], isPath: Bool = false, onFailure: @escaping (Message) -> Void
  ) -> Bool {
    guard let program = registry.program(for: address, isPath: isPath), let session else {
      return false
    }
    session.lendTerminal { [loop] takeBack in
      program.show(address, in: loop) { status, said in
        takeBack()
        // Status 130: the reader has interrupted the program.
        guard status != 0, status != 130 else { return }
        let words = said.isEmpty ? "\(program.name) exited with status \(status)" : said
        onFailure(Message(words, .failure))
      }
    }
    return true
  }

  /// Opens a source in the background, and creates its screen; if this takes a while, a message
  /// says so.
  ///
  /// - Parameters:
  ///   - isPath: whether the address is a path regardless of its form.
  ///   - isNamed: whether the filters of the command line apply.
  ///   - onOpen: called with the screen.
  ///   - onFailure: called with the reason if the source cannot be opened.
  func open(
    _ address: [UInt8], isPath: Bool = false, isNamed: Bool,
    onOpen: @escaping (any ViewController) -> Void, onFailure: @escaping (Message) -> Void
  ) {
    let notice = Message("opening\(theme.symbols.more)")
    let timer = loop.after(Self.loadingDelay) { [weak self] in self?.session?.show(notice) }
    opening.task { [weak self, registry, options, loop] in
      defer {
        loop.cancel(timer)
        self?.session?.dismiss(notice)
      }
      do throws(Failure) {
        let feed = try await Self.open(address, isPath: isPath, in: registry, options)
        guard let self else { return }
        onOpen(try controller(of: feed, isNamed: isNamed))
      } catch {
        onFailure(Message(error.text, .failure))
      }
    }
  }

  @concurrent private static func open(
    _ address: [UInt8], isPath: Bool = false, in registry: FeedRegistry, _ options: ViewerOptions
  ) async throws(Failure) -> any Feed {
    try registry.open(address, isPath: isPath, at: nil, options)
  }

  private func observePosition<Item, Cursor>(
    of list: PagedListController<Item, Cursor>, _ coding: PositionCoding<Item, Cursor>,
    at place: SavedPosition?, now latest: @escaping () -> PositionCoding<Item, Cursor>
  ) {
    // A starting position on the command line takes precedence over a stored one.
    if askedOptions.start == nil, let place, let cursor = coding.cursor(place.cursor) {
      list.open(after: cursor, selecting: place.item.flatMap(coding.id))
    }
    // Only the latest screen of a feed counts, so that not every screen is retained.
    changes.removeAll { $0.feed == coding.identity }
    // The reader may sort the rows, and a position depends on the order.
    changes.append((coding.identity, { Self.change(of: list, latest(), since: place) }))
  }

  private static func change<Item, Cursor>(
    of list: PagedListController<Item, Cursor>, _ coding: PositionCoding<Item, Cursor>,
    since place: SavedPosition?
  ) -> PositionChange {
    // If nothing was shown, the stored position stays.
    guard !list.tableView.indexPathsForVisibleRows.isEmpty else { return .unchanged }
    let now = list.positionToSave.map {
      // Directly after opening, the item above the first row is not loaded, so the stored cursor
      // is kept.
      let cursor = list.isWhereItWasOpened ? place?.cursor : nil
      return SavedPosition(
        cursor: cursor ?? coding.cursorText($0.above), item: $0.selected.map(coding.idText))
    }
    // If the reader has not moved, a position that another run may have stored since then is kept.
    return now == place ? .unchanged : .changed(now, of: coding.identity)
  }
}

/// Earlier patterns, from this run and from other runs.
extension Viewer {
  /// The name of the history for patterns of searches and filters.
  static let historyKind = "/"

  func readHistory() {
    guard let session, session.lines(ofKind: Self.historyKind).isEmpty else { return }
    session.remember(patterns?.all ?? [], ofKind: Self.historyKind)
  }

  /// Stores a pattern for other runs, or keeps it for the next attempt.
  ///
  /// It does not wait for another program, because the screen would wait, too.
  func keepHistory(_ text: String) {
    unkeptPatterns = unkeptPatterns.filter { $0 != text }.suffix(SavedPatterns.limit) + [text]
    storePatterns(waiting: false)
  }

  /// Stores the patterns of this run; a failure is ignored, because the search does not depend on
  /// it.
  ///
  /// - Parameter waits: whether to wait while another program is storing patterns.
  private func storePatterns(waiting waits: Bool) {
    guard let patterns, !unkeptPatterns.isEmpty else { return }
    guard (try? patterns.keep(unkeptPatterns, waiting: waits)) != nil else { return }
    unkeptPatterns = []
  }
}

extension Message {
  /// Creates a message about an error in a pattern, with its position.
  init(_ error: PatternError) {
    let place = error.offset < 0 ? "" : ", at byte \(error.offset + 1)"
    self.init(error.message + place, .failure)
  }
}

/// Opening links, on all screens.
extension Viewer {
  /// Opens a link: a local file on a new screen, a web or mail address in the browser.
  func open(link address: String, say: @escaping (Message) -> Void) {
    switch LinkTarget(address) {
    case .browser: browse(address, say: say)
    case .path(let path): open(path, isPath: true, onFailure: say)
    case .otherHost(let host): say(Message("cannot open a file on another host: \(host)", .failure))
    case .unknown:
      say(Message("only http, https, mailto and file links can be opened", .failure))
    }
  }

  /// Whether the start of a link fits on the screen: up to the end of its host or, in a mail
  /// address, of the recipient.
  func hasRoom(forLink address: String) -> Bool {
    session?.hasRoom(for: SafeText(LinkTarget.leading(of: address))) ?? false
  }

  private func browse(_ address: String, say: @escaping (Message) -> Void) {
    guard let session else { return }
    let browser = Browser.chosen
    let told: (Int) -> Void = { status in
      let why = status == 127 ? "command not found" : "exited with status \(status)"
      if status != 0 { say(Message("\(browser.name): \(why)", .failure)) }
    }
    guard browser.takesTerminal else {
      say(Message("opened in the browser"))
      return browser.open(address, in: loop, onEnd: told)
    }
    session.lendTerminal { [loop] takeBack in
      browser.open(address, in: loop) { status in
        takeBack()
        told(status)
      }
    }
  }
}
