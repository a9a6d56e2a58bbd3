import EventLoop
import Feeds
import Foundation
import TableUI
import TemporaryFolders
import Terminal
import Testing
import Viewers

/// A viewer on a screen in memory, with its own folder.
@MainActor final class ViewerFixture {
  let folder: TemporaryFolder
  let screen: MemoryScreen
  let session: Session
  private let viewer: Viewer
  private let loop = MainLoop()

  static let registry = FeedRegistry([FolderFeed.opener, TextFeed.opener])

  /// Opens a path in the folder, as the program would; stored data is in the subfolder `state`.
  init(
    _ folder: TemporaryFolder, _ name: String, at start: StartPosition? = nil, lines: Int = 8,
    columns: Int = 40, numbers: Bool = false, following: Bool = false, wraps: Bool = true,
    others: [String] = [], keepsMarks: Bool = false,
    keepsColumns: Bool = false, keepsPatterns: Bool = false,
    options: ViewerOptions = ViewerOptions(), clipboard: Clipboard = Clipboard()
  ) throws {
    self.folder = folder
    var options = options
    options.follows = following
    options.showsLineNumbers = numbers
    options.wrapsLines = wraps
    screen = MemoryScreen(size: Size(lines: lines, columns: columns))
    let state = BytePath(folder.path + "/state")
    viewer = Viewer(
      options: options, theme: .standard, registry: Self.registry,
      marks: keepsMarks ? SavedMarks(folder: state) : nil,
      patterns: keepsPatterns ? SavedPatterns(folder: state) : nil,
      columns: keepsColumns ? SavedColumns(folder: state) : nil, loop: loop,
      clipboard: clipboard)
    let feed = try Self.registry.open(
      Array("\(folder.path)/\(name)".utf8), at: start, options)
    let root = try viewer.controller(of: feed)
    session = Session(screen: screen, root: root)
    viewer.session = session
    viewer.sources = NamedSources(([name] + others).map { Array("\(folder.path)/\($0)".utf8) })
    viewer.sources.begin(with: root)
  }

  /// Shows an existing feed, at `place` if it is given, as in a run that finds a stored position.
  init(
    _ folder: TemporaryFolder, feed: some Feed, at place: SavedPosition? = nil, lines: Int = 8,
    columns: Int = 60, numbers: Bool = false, options: ViewerOptions = ViewerOptions()
  ) throws {
    self.folder = folder
    var options = options
    options.showsLineNumbers = numbers
    screen = MemoryScreen(size: Size(lines: lines, columns: columns))
    viewer = Viewer(options: options, theme: .standard, loop: loop)
    session = Session(screen: screen, root: try viewer.controller(of: feed, at: place))
    viewer.session = session
  }

  /// Closes everything that was opened, as at the end of a run.
  func close() { viewer.close() }

  /// The number of lines in the file of marks.
  var keptMarks: Int {
    let text = try? String(contentsOfFile: folder.path + "/state/marks", encoding: .utf8)
    return text?.split(separator: "\n").count ?? 0
  }

  /// The names of the files that contain stored data.
  var keptFiles: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state")) ?? []
  }

  /// Stores the data for a later run, as a program does when it exits.
  func leave() { viewer.finish() }

  /// The changes of the stored positions if the reader leaves now.
  var positionChanges: [PositionChange] { viewer.positionChanges }

  /// Shows another feed in front.
  func push(_ feed: some Feed) throws {
    session.push(try viewer.controller(of: feed, isNamed: false))
  }

  /// Runs `body` with a text file on the screen.
  static func show(
    _ text: String, at start: StartPosition? = nil, lines: Int = 8, columns: Int = 40,
    numbers: Bool = false, wraps: Bool = true, body: (ViewerFixture) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      try folder.write(text, to: "file.txt")
      try await body(
        ViewerFixture(
          folder, "file.txt", at: start, lines: lines, columns: columns, numbers: numbers,
          wraps: wraps))
    }
  }

  /// The lines of the screen, without blanks at their ends; the last is the status line.
  var rows: [String] {
    screen.picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var statusLine: String { rows.last ?? "" }

  /// Types characters, one key each; a line end is Enter.
  func type(_ text: String) {
    screen.send(text.unicodeScalars.map { .input(.key($0 == "\n" ? .enter : .character($0))) })
  }

  /// Types keys.
  func type(_ keys: Key...) { screen.send(keys.map { .input(.key($0)) }) }

  /// Waits until the screen begins with these lines.
  func wait(for expected: [String], _ place: SourceLocation = #_sourceLocation) async {
    await wait("the lines \(expected)", place) {
      Array($0.dropLast().prefix(expected.count)) == expected
    }
  }

  /// Waits until the screen begins with these records; any of them may have the bar at its left.
  func wait(forRecords expected: [String], _ place: SourceLocation = #_sourceLocation) async {
    await wait("the records \(expected)", place) {
      $0.dropLast().prefix(expected.count).map { String($0.dropFirst(2)) } == expected
    }
  }

  /// Waits until a line contains a string.
  func wait(for text: String, _ place: SourceLocation = #_sourceLocation) async {
    await wait("'\(text)'", place) { $0.contains { $0.contains(text) } }
  }

  /// Waits until the screen meets a condition; if it does not within a minute, reports its content.
  func wait(
    _ what: String, _ place: SourceLocation = #_sourceLocation, until condition: ([String]) -> Bool
  ) async {
    let deadline = ContinuousClock.now + .seconds(60)
    // The screen is read once per frame, because all these tests wait at the same time on one
    // actor.
    var frame = 0
    while ContinuousClock.now < deadline, !Task.isCancelled {
      if screen.frameCount != frame {
        frame = screen.frameCount
        if condition(rows) { return }
      }
      takeTurn()
      await Task.yield()
    }
    #expect(condition(rows), "waited for \(what):\n\(screen.picture)", sourceLocation: place)
  }

  /// Runs some of the work that is due.
  func breathe() async {
    takeTurn()
    for _ in 0..<20 { await Task.yield() }
  }

  /// Runs a turn of the loop, because the screen in memory has no loop.
  private func takeTurn() {
    var isOver = false
    loop.after(.milliseconds(1)) { isOver = true }
    try? loop.run { isOver }
  }
}
