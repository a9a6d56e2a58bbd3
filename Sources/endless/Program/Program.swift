import FileSources
import Foundation
import NCursesTerminal
import Paging
import TableUI
import Terminal
import Timeline

/// Puts the rooms together: a source, its cells and a screen, or the plain form.
///
/// Nothing is opened that is not needed: a text file needs no database.
struct Program {
  /// How long something is on its way before a word is said of it: what comes sooner seems to come at
  /// once.
  static let patience = Duration.milliseconds(100)

  let options: Endless

  init(options: Endless) { self.options = options }

  /// Runs to the end and says how it ended.
  func run() throws -> Outcome {
    try Self.checkResources()
    if options.secure.isOn { return try runSecure() }
    let log = try options.log.map { path throws(Failure) in try EventLog(path: path) }
    let words = try Words(options.words)
    guard let path = words.file else { return try runTimeline(log) }
    let file = try Self.open(path)
    if options.plainForm.isPlain {
      return try TextPlainForm(file, options: options, start: words.start).run()
    }
    return try runScreen(log) { screen, theme in
      try TextController(
        file, start: words.start,
        configuration: options.paging.configuration(keeping: 300, ahead: 100),
        theme: theme, showsNumbers: options.text.lineNumbers, log: log)
    }
  }

  /// Loads, pictures, the watch of the database and timers have up to ten threads at a time, and some
  /// twenty files.
  private static func checkResources() throws(Failure) {
    do throws(NCursesScreenError) {
      try ProcessResources.check(threads: 12, descriptors: 24)
    } catch {
      throw .source(error.description)
    }
  }

  /// What cannot be read is said before the screen opens.
  private static func open(_ path: String) throws(Failure) -> TextFile {
    do throws(FileError) {
      return try TextFile(path: Words.bytes(of: path))
    } catch {
      throw Failure(error)
    }
  }

  private func runTimeline(_ log: EventLog?) throws -> Outcome {
    let source = try TimelineOpening(options: options.timeline)
    let configuration = try options.paging.configuration()
    if options.plainForm.isPlain {
      let line = PostLine(json: options.plainForm.json, toTerminal: StandardOutput.isTerminal)
      return try PlainForm(options: options.plainForm)
        .run(Pager(source: source.pages, configuration: configuration), text: line.text)
    }
    let places = KeptPlaces(folder: Folders.state)
    // Read before the screen opens, because a file may keep one waiting.
    let place = places[source.feed]
    var timeline: TimelineController?
    return try runScreen(log) { screen, theme in
      let list = TimelineController(
        source, configuration: configuration, theme: theme, depth: screen.colorDepth,
        pictureRest: pictureRest)
      if let log { list.report(to: log) }
      if let place { list.open(at: place) }
      timeline = list
      return list.list
    } prepare: {
      timeline?.session = $0
    } finish: { screen in
      guard let timeline else { return nil }
      let failure = timeline.keepLikes(on: screen)
      if timeline.hasPlace { keep(timeline.placeToKeep, of: source, in: places, log) }
      return failure.map { Failure($0) }
    }
  }

  /// How long the reader must rest before a picture is drawn: over a network it takes the way of what
  /// is read.
  var pictureRest: Duration {
    let isRemote = options.secure.isOn || Environment.value("SSH_CONNECTION") != nil
    return isRemote ? .milliseconds(150) : .zero
  }

  func runScreen(
    _ log: EventLog?, root: (NCursesScreen, Theme) throws -> any ViewController,
    prepare: (Session) -> Void = { _ in }, finish: (NCursesScreen) -> Failure? = { _ in nil }
  ) throws -> Outcome {
    let screen: NCursesScreen
    var screenOptions = options.looks.screenOptions()
    screenOptions.inputLimit = options.secure.inputRate
    do throws(NCursesScreenError) {
      screen = try NCursesScreen(options: screenOptions)
    } catch {
      throw Failure.source(error.description)
    }
    defer { screen.close() }
    let theme = Theme(depth: screen.colorDepth, ascii: options.looks.ascii)
    let root = try root(screen, theme)
    let session = Session(screen: screen, root: root, theme: theme, patience: Self.patience) {
      log?.write("frame \($0)")
    }
    prepare(session)
    session.run()
    // Whatever still takes its time, the terminal is the shell's, and signals end the process.
    screen.close()
    let failure = finish(screen)
    log?.write("end \(session.end.map { "\($0)" } ?? "")")
    let outcome = try Outcome(session.end)
    if let failure { try outcome.complain(of: failure) }
    return outcome
  }

  /// What cannot be kept is lost, for that must not change how a run ends.
  private func keep(
    _ place: KeptPlace?, of timeline: TimelineOpening, in places: KeptPlaces, _ log: EventLog?
  ) {
    do {
      try places.keep(place, of: timeline.feed)
    } catch {
      log?.write("place not kept: \(error.localizedDescription)")
    }
  }
}
