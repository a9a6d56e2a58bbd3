import EventLoop
import Feeds
import Foundation
import Programs
import TableUI
import Terminal
import TimelineScreens
import Viewers

/// The keys of a kind of screen, as a manual lists them.
struct ScreenKeys {
  /// The title of the screen.
  let title: String
  /// The keys with their actions, without the keys of earlier screens.
  let table: KeyTable
}

/// The reason why a manual cannot be generated.
package struct ManualError: Error, CustomStringConvertible {
  package let description: String
}

extension ScreenKeys {
  /// Returns the keys of the viewer's screens, each of which is opened in memory, so that a manual
  /// lists the keys that work.
  ///
  /// - Throws: an error if a screen cannot be opened.
  static func ofViewer() async throws -> [ScreenKeys] {
    let folder = try SampleFolder()
    defer { folder.remove() }
    let text = try SampleScreen(of: folder.path("text.txt"))
    let records = try SampleScreen(of: folder.path("records.csv"))
    let columns = try SampleScreen(of: folder.path("records.csv"))
    let detail = try SampleScreen(of: folder.path("records.csv"))
    try await columns.go(by: "C", to: "the list of columns")
    try await detail.go(by: .enter, to: "a record")
    return distinct([
      ("Text, a log, or records in a file", text.commands + records.commands),
      ("A list: items from an address, a command or a database", try list(in: folder)),
      ("A folder", try SampleScreen(of: folder.path("")).commands),
      ("A JSON document", try SampleScreen(of: folder.path("document.json")).commands),
      ("A whole item", detail.commands),
      ("The list of columns", columns.commands),
    ])
  }

  /// Returns the keys of the sample timeline's two screens, which the viewer does not have.
  ///
  /// - Throws: an error if the timeline or a screen cannot be opened.
  static func ofTimeline() async throws -> [ScreenKeys] {
    let opening = try TimelineOpening(for: SecureOptions(), network: TimelineOptions())
    let list = try SampleScreen(TimelineFeed(opening))
    let post = try SampleScreen(TimelineFeed(opening))
    try await post.go(by: .enter, to: "a post")
    return distinct([("The posts", list.commands), ("One post", post.commands)])
  }

  /// Returns the commands of the list that `exec:` opens; `true` is not run, because the list is
  /// never drawn.
  private static func list(in folder: SampleFolder) throws -> [Command] {
    let word = Array("exec:true {page}".utf8)
    return try SampleScreen.feedCommands(of: word)
  }

  private static func distinct(_ screens: [(title: String, commands: [Command])]) -> [ScreenKeys] {
    var known: [Command] = []
    return screens.map { title, commands in
      let table = KeyTable(of: commands, symbols: .unicode, hasWheel: true)
        .without(KeyTable(of: known, symbols: .unicode, hasWheel: true))
      known += commands
      return ScreenKeys(title: title, table: table)
    }
  }
}

/// A folder with a file of each kind that the screens show.
private struct SampleFolder {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "endless-manuals-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = [
      "text.txt": "one\ntwo\n", "records.csv": "a,b\n1,2\n3,4\n",
      "document.json": #"{"name": "endless", "deep": {"none": []}}"#,
    ]
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
    }
  }

  func path(_ name: String) -> [UInt8] { Array(folder.appending(path: name).path.utf8) }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A feed on a screen in memory.
private final class SampleScreen {
  private static let registry = FeedRegistry([
    FolderFeed.opener, TextFeed.opener, CommandList.opener,
  ])

  private let loop: MainLoop
  private let viewer: Viewer
  private let screen = MemoryScreen(size: Size(lines: 24, columns: 80))
  private let session: Session

  convenience init(of word: [UInt8]) throws {
    try self.init(Self.registry.open(word, at: nil, ViewerOptions()))
  }

  init(_ feed: some Feed) throws {
    loop = MainLoop()
    viewer = Viewer(
      options: ViewerOptions(), theme: .standard, registry: Self.registry, loop: loop)
    session = Session(screen: screen, root: try viewer.controller(of: feed))
    viewer.session = session
    commands = session.everyCommand
  }

  /// Returns the commands of a list that is never drawn, and therefore loads nothing.
  static func feedCommands(of word: [UInt8]) throws -> [Command] {
    let viewer = Viewer(
      options: ViewerOptions(), theme: .standard, registry: registry, loop: MainLoop())
    return try viewer.controller(of: registry.open(word, at: nil, ViewerOptions())).commands
  }

  /// The commands of the screen, read when it has just opened, so that each run gives the same
  /// result.
  private(set) var commands: [Command]

  /// Types a key repeatedly until another screen opens.
  ///
  /// - Throws: an error if it does not open within a minute.
  func go(by key: Key, to name: String) async throws {
    let root = session.front
    let deadline = ContinuousClock.now + .seconds(60)
    while session.front === root {
      guard ContinuousClock.now < deadline else {
        throw ManualError(description: "\(name) is not shown: \(screen.picture)")
      }
      var isOver = false
      loop.after(.milliseconds(5)) { isOver = true }
      try loop.run { isOver }
      await Task.yield()
      screen.type(key)
    }
    commands = session.everyCommand
  }
}
