import Foundation
import NCursesTerminal
import Paging
import TableUI
import Terminal
import Timeline

/// Puts the rooms together: a source, its cells and a screen, or the plain form.
struct Program {
  let options: Endless
  private let environment = ProcessInfo.processInfo.environment

  init(options: Endless) { self.options = options }

  /// Runs to the end and says how it ended.
  func run() throws -> Outcome {
    let log = try options.log.map { path throws(Failure) in try EventLog(path: path) }
    let source = try TimelineOpening(options: options.timeline, environment: environment)
    if options.plainForm.isPlain {
      return try PlainForm(options: options.plainForm)
        .run(Pager(source: source.pages, configuration: options.paging.configuration()))
    }
    return try runScreen(source, log)
  }

  private func runScreen(_ timeline: TimelineOpening, _ log: EventLog?) throws -> Outcome {
    let configuration = try options.paging.configuration()
    let screen: NCursesScreen
    do throws(NCursesScreenError) {
      screen = try NCursesScreen(options: options.looks.screenOptions(environment))
    } catch {
      throw Failure.source(error.description)
    }
    defer { screen.close() }
    let theme = Theme(depth: screen.colorDepth, ascii: options.looks.ascii)
    let list = TimelineController(
      timeline, configuration: configuration, theme: theme, depth: screen.colorDepth)
    if let log { list.report(to: log) }
    let places = KeptPlaces(folder: Folders.state(environment))
    if let place = places[timeline.feed] { list.open(at: place) }
    let session = Session(screen: screen, root: list.list, theme: theme) {
      log?.write("frame \($0)")
    }
    list.session = session
    screen.run { session.end != nil }
    keep(list.placeToKeep, of: timeline, in: places, log)
    log?.write("end \(session.end.map { "\($0)" } ?? "")")
    return Outcome(session.end)
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
