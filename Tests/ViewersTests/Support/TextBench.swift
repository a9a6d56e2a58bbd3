import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import Pipes
import Records
import Search
import TemporaryFolders
import Terminal
import Testing

@testable import TableUI
@testable import Viewers

/// A text without its screen, for testing parts of the screen, each with the other parts that it
/// needs.
@MainActor final class TextBench: ShownTextDelegate, TextJourneyDelegate {
  let loop = MainLoop()
  let viewer: Viewer
  let text: ShownText
  let journey: TextJourney
  /// The calls to the delegate of the text and of the journey, in order.
  private(set) var told: [String] = []
  /// The lines that were at the top, one after the other.
  private(set) var tops: [String] = []
  /// Closures of a test's parts that each frame calls before and after the list is laid out.
  var beforeLayout: () -> Void = {}
  var afterLayout: () -> Void = {}
  /// A closure of a test's parts that is called when the journey is cancelled.
  var whenGivenUp: () -> Void = {}

  var list: ShownText.List { text.list }

  /// Creates a bench for a text.
  ///
  /// - Parameter shows: whether the list is shown, so that its start is loaded.
  init(
    _ feed: TextFeed, options: ViewerOptions = ViewerOptions(), marks: SavedMarks? = nil,
    columns: SavedColumns? = nil, shows: Bool = true
  ) throws {
    viewer = Viewer(
      options: options, theme: .standard, marks: marks, columns: columns, loop: loop)
    text = ShownText(feed, try viewer.pager(of: feed), in: viewer)
    journey = TextJourney(text)
    text.delegate = self
    journey.delegate = self
    if shows { list.viewDidAppear() }
  }

  /// Runs `body` with a file.
  static func run(
    _ content: String, name: String = "file", options: ViewerOptions = ViewerOptions(),
    shows: Bool = true,
    _ body: (TextBench, GrowingFile) async throws -> Void
  ) async throws {
    try await TemporaryFolder.run { folder in
      let path = try folder.write(content, to: name)
      let feed = try TextFeed(FileStore(path: path), nil)
      try await body(
        TextBench(feed, options: options, shows: shows), GrowingFile(path: path))
    }
  }

  /// Runs `body` with a stream of which a part has arrived.
  static func stream(
    _ first: String = "", _ body: (TextBench, OpenPipe) async throws -> Void
  ) async throws {
    let pipe = OpenPipe()
    pipe.write(first)
    let stream = try StreamStore(
      reading: pipe.output, name: "stream", folder: "/tmp", limit: nil, lookAhead: 1 << 20)
    while try stream.file.size() < first.utf8.count { await Task.yield() }
    try await body(TextBench(TextFeed(stream.file, stream)), pipe)
    stream.stop()
  }

  static func lines(_ range: ClosedRange<Int>) -> String {
    range.map { "line \($0)\n" }.joined()
  }

  // MARK: The visible lines

  /// The visible lines.
  var rows: [String] { text.shown.map { String(decoding: $0.bytes, as: UTF8.self) } }
  var top: String { rows.first ?? "" }
  /// The message of the list.
  var said: String { list.message?.text.description ?? "" }

  /// Draws a frame, as the screen does, except the parts that a test has not created.
  func frame() {
    let size = Size(lines: 8, columns: 40)
    text.size = size
    if journey.isCounting { return }
    beforeLayout()
    list.layout(for: size)
    if list.pager.hasLoaded {
      text.noteShown()
      if text.filter.source == nil {
        text.appearance.numbers.number(contiguous: text.linesToNumber)
      }
    }
    if !top.isEmpty, top != tops.last { tops.append(top) }
    afterLayout()
    journey.performPendingAction()
  }

  /// Waits until a condition is true, and draws frames in the meantime.
  func wait(
    _ what: String, _ place: SourceLocation = #_sourceLocation, until condition: () -> Bool
  ) async {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline, !Task.isCancelled {
      frame()
      if condition() { return }
      await breathe()
    }
    #expect(condition(), "waited for \(what): \(rows), said '\(said)'", sourceLocation: place)
  }

  /// Waits until a line is at the top and no movement is in progress.
  func wait(top line: String, _ place: SourceLocation = #_sourceLocation) async {
    await wait("'\(line)' at the top", place) { top == line && !journey.isOnTheWay }
  }

  func wait(said words: String, _ place: SourceLocation = #_sourceLocation) async {
    await wait("'\(words)'", place) { said.contains(words) }
  }

  /// Runs everything that is due.
  func breathe() async {
    var isOver = false
    loop.after(.milliseconds(1)) { isOver = true }
    try? loop.run { isOver }
    for _ in 0..<20 { await Task.yield() }
  }

  /// Runs everything that happens in a short time, and draws the frames.
  func settle() async {
    for _ in 0..<50 {
      frame()
      await breathe()
    }
  }

  /// Performs the command of a key, as if the reader had pressed the key.
  func press(
    _ key: Key, after prefix: Prefix = .none, letter: Unicode.Scalar? = nil,
    of commands: [Command]
  ) {
    let command = commands.first { $0.keys.contains(key) && $0.prefix == prefix }
    if let command { command.perform(letter: letter) } else { Issue.record("no command \(key)") }
  }

  /// Returns the calls since the last time, and forgets them.
  func takeTold() -> [String] {
    defer { told = [] }
    return told
  }

  // MARK: The calls to the delegate

  func textNeedsDisplay() {}
  func performPendingInput() { told.append("input") }
  func journeyWillLeave() { told.append("leaves") }
  func journeyDidGiveUp() {
    told.append("gives up")
    whenGivenUp()
  }
}

/// The parts of a text that manage its files and its records.
@MainActor struct TextParts {
  let bench: TextBench
  let tail: TailFollower
  let records: TextRecords
  let editions: TextEditions

  var columns: RecordColumns? { bench.text.appearance.columns }
  var names: [String]? { columns?.headNames }

  /// Creates the parts for a bench.
  ///
  /// - Parameter follows: whether the parts take part in each layout.
  init(_ bench: TextBench, follows: Bool = false) {
    let tail = TailFollower(bench.text, bench.journey)
    let detail = ItemDetail(bench.list, bench.text.appearance, in: bench.viewer)
    let records = TextRecords(bench.text, detail)
    let editions = TextEditions(bench.text, tail, records, in: bench.loop)
    (self.bench, self.tail, self.records, self.editions) = (bench, tail, records, editions)
    guard follows else { return }
    bench.beforeLayout = { tail.followOn() }
    bench.afterLayout = {
      tail.loadNearEnd(mayAsk: true)
      editions.noteShownFile()
    }
  }
}
