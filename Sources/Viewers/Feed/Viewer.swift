package import EventLoop
package import Feeds
package import Paging
import Search
package import TableUI
package import Terminal

/// Shows feeds: it wires each one's pager, log and kept place, and opens others in front of it.
package final class Viewer {
  /// The delay before a message says that something is loading: what comes sooner seems to come at
  /// once.
  package static let loadingDelay = Duration.milliseconds(100)

  package let options: ViewerOptions
  /// What the screen that is made now was asked for: a source that is opened from another one has no filters.
  private(set) var askedOptions: ViewerOptions
  /// Whether it was named on the command line.
  private(set) var isNamed = true
  package var theme: Theme { session?.theme ?? firstTheme }
  private let firstTheme: Theme
  /// How many colours the screen shows, as for pictures.
  package let colorDepth: ColorDepth
  /// What shows it.
  package weak var session: Session?
  /// Whether what was shown last is left on the terminal, as `less -X` does.
  package var leavesScreen: Bool
  /// Whether what fits on one screen is only printed: of the first screen, before its reader has done anything.
  var mayBePrinted: Bool
  private let registry: FeedRegistry
  /// What was named on the command line.
  package var sources = NamedSources([])
  /// The clock by which all waits are timed.
  ///
  /// It has one type, so that each pager is made for it: through `any Clock` it would be code for all types.
  package var clock: MainLoopClock { MainLoopClock(loop) }
  /// Where marks of files are kept, if they are.
  let marks: SavedMarks?
  /// Where patterns are kept, if they are.
  let patterns: SavedPatterns?
  /// Where it is kept how columns are arranged, if it is.
  let columns: SavedColumns?
  /// What each screen does at the end.
  private var endings: [() -> Void] = []
  /// Where files and streams are waited for.
  let loop: MainLoop
  /// What takes a text that is copied.
  let clipboard: Clipboard
  private let log: EventLog?
  /// Ends what is under way for each feed that was shown.
  private var closings: [() -> Void] = []
  /// The place of the first feed, to be written at the end.
  private var currentChange: () -> PositionChange = { .unchanged }

  /// - Parameters:
  ///   - options: what the reader asked.
  ///   - theme: looks of all screens.
  ///   - colorDepth: what the screen shows.
  ///   - registry: what can be opened.
  ///   - marks: where marks of files are kept, if they are.
  ///   - patterns: where patterns are kept, if they are.
  ///   - columns: where it is kept how columns are arranged, if it is.
  ///   - loop: the main thread's, by which all waits are timed.
  ///   - clipboard: what takes a text that is copied; by default the terminal alone.
  ///   - log: told of each load.
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

  /// The screen of a feed, which begins where an earlier run was left.
  ///
  /// - Parameters:
  ///   - place: where that was; read before a screen is open, because a file may keep one waiting.
  ///   - isNamed: whether it was named on the command line, whose filters are meant for it.
  /// - Throws: which numbers of the reader do not go together.
  package func controller<Source: Feed>(
    of feed: Source, at place: SavedPosition? = nil, isNamed: Bool = true
  ) throws(Failure) -> any ViewController {
    (askedOptions, self.isNamed) = (options, isNamed)
    if !isNamed { (askedOptions.filters, askedOptions.span) = ([], TimeSpan()) }
    if !closings.isEmpty { mayBePrinted = false }
    closings.append(feed.close)
    let screen = try feed.screen(in: self)
    screen.list.loadingDelay = Self.loadingDelay
    if let coding = feed.positionCoding {
      observePosition(of: screen.list, coding, at: place) { feed.positionCoding ?? coding }
    }
    return screen.controller
  }

  /// Ends what is under way for all feeds, such as commands; called once, when the screen is closed.
  package func close() { for close in closings { close() } }

  /// Asks for something to be done at the end of the run, after the terminal was given back.
  func atEnd(_ action: @escaping () -> Void) { endings.append(action) }

  /// Keeps what a later run finds again; called once, after the terminal was given back.
  package func finish() { for end in endings { end() } }

  /// Keeps something that a later run finds again.
  ///
  /// What cannot be kept is lost, because that must not change how a run ends; the log has it.
  func keep(_ action: () throws -> Void) {
    do { try action() } catch { log?.write("not kept: \(error)", .warning) }
  }

  /// A pager of a feed that has loaded nothing yet, with the reader's numbers and the log.
  ///
  /// - Throws: which numbers of the reader do not go together.
  package func pager<Source: Feed>(
    of feed: Source
  ) throws(Failure) -> Pager<Source.Item, Source.Cursor> {
    let pager = Pager(
      source: feed.source, configuration: try options.paging.configuration(feed.paging),
      clock: clock, executor: BackgroundExecutor.shared)
    if let log { pager.onActivity = { log.write($0) } }
    return pager
  }

  /// Where the reader leaves the feed, for the next run.
  package var positionChange: PositionChange { currentChange() }

  /// Opens another source in front of what is shown.
  ///
  /// - Parameters:
  ///   - isPath: whether it is a path whatever it looks like.
  ///   - onFailure: told why it cannot be.
  func open(
    _ address: [UInt8], isPath: Bool = false, onFailure: @escaping (Message) -> Void
  ) {
    if let restriction = options.restriction {
      return onFailure(restriction.message("other files"))
    }
    if lends(address, isPath: isPath, onFailure: onFailure) { return }
    open(address, isPath: isPath, isNamed: false) { [weak self] in
      self?.session?.push($0)
    } onFailure: {
      onFailure($0)
    }
  }

  /// Shows a feed that is at hand in front of what is shown.
  ///
  /// - Parameter onFailure: told which numbers of the reader do not go together.
  func open(_ feed: some Feed, onFailure: (Message) -> Void) {
    do throws(Failure) {
      session?.push(try controller(of: feed, isNamed: false))
    } catch {
      onFailure(Message(error.text, .failure))
    }
  }

  /// Lends the terminal to the program that opens a source which this one does not; says whether there is such a program.
  ///
  /// - Parameter onFailure: told why the program has ended, where that was no success.
  func lends(
    _ address: [UInt8], isPath: Bool = false, onFailure: @escaping (Message) -> Void
  ) -> Bool {
    guard let program = registry.program(for: address, isPath: isPath), let session else {
      return false
    }
    session.lendTerminal { [loop] takeBack in
      program.show(address, in: loop) { status, said in
        takeBack()
        // A reader who has interrupted it knows.
        guard status != 0, status != 130 else { return }
        let words = said.isEmpty ? "\(program.name) has ended with status \(status)" : said
        onFailure(Message(words, .failure))
      }
    }
    return true
  }

  /// Opens a source in the background, and makes its screen.
  ///
  /// - Parameters:
  ///   - isPath: whether it is a path whatever it looks like.
  ///   - isNamed: whether the filters of the command line are meant for it.
  func open(
    _ address: [UInt8], isPath: Bool = false, isNamed: Bool,
    onOpen: @escaping (any ViewController) -> Void, onFailure: @escaping (Message) -> Void
  ) {
    BackgroundExecutor.shared.task { [weak self, registry, options] in
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
    if let place, let cursor = coding.cursor(place.cursor) {
      list.open(after: cursor, selecting: place.item.flatMap(coding.id))
    }
    currentChange = {
      // Where nothing was shown an earlier place stays what it is.
      guard !list.tableView.indexPathsForVisibleRows.isEmpty else { return .unchanged }
      // A reader may have sorted the rows, and a place in another order is another place.
      let coding = latest()
      let now = list.positionToSave.map {
        // What was above the first row is not held where the list was opened, and stays what it was.
        let cursor = list.isWhereItWasOpened ? place?.cursor : nil
        return SavedPosition(
          cursor: cursor ?? coding.cursorText($0.above), item: $0.selected.map(coding.idText))
      }
      // Who has not moved leaves what another run has kept meanwhile.
      return now == place ? .unchanged : .changed(now, of: coding.identity)
    }
  }
}

/// What was looked for before, in this run and in others.
extension Viewer {
  /// How earlier patterns are remembered, those of searches and filters together.
  static let historyKind = "/"

  func readHistory() {
    guard let session, session.lines(ofKind: Self.historyKind).isEmpty else { return }
    session.remember(patterns?.all ?? [], ofKind: Self.historyKind)
  }

  func keepHistory(_ text: String) { patterns?.keep(text) }
}

extension Message {
  /// A mistake in a pattern, and where it is.
  init(_ error: PatternError) {
    let place = error.offset < 0 ? "" : ", at \(error.offset + 1)"
    self.init(error.message + place, .failure)
  }
}

/// Opening links, for all screens.
extension Viewer {
  /// Opens a link: a file of this host here, a web page in the browser; says what becomes of it.
  func open(link address: String, say: @escaping (Message) -> Void) {
    switch LinkTarget(address) {
    case .browser: browse(address, say: say)
    case .path(let path): open(path, isPath: true, onFailure: say)
    case .otherHost(let host): say(Message("that file is on another host: \(host)", .failure))
    case .unknown:
      say(Message("only http, https, mailto and file links are opened here", .failure))
    }
  }

  private func browse(_ address: String, say: @escaping (Message) -> Void) {
    guard let session else { return }
    let browser = Browser.chosen
    let told: (Int) -> Void = { status in
      let why = status == 127 ? "there is no such program" : "it has ended with status \(status)"
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
