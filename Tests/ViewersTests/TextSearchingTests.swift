import ByteStores
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal
import TemporaryFolders
import Testing

@testable import Viewers

/// A text screen while a reader types, with access to the state of its parts.
@MainActor final class TypedText {
  let viewer: ViewerFixture
  let controller: TextController

  init(_ viewer: ViewerFixture) throws {
    self.viewer = viewer
    controller = try #require(viewer.session.front as? TextController)
  }

  /// Runs `body` with a text on the screen.
  static func run(_ text: String, _ body: (TypedText) async throws -> Void) async throws {
    try await ViewerFixture.show(text, columns: 90) { viewer in
      let typed = try TypedText(viewer)
      await typed.wait("the text") { !typed.top.isEmpty }
      try await body(typed)
    }
  }

  var matches: TextMatches { controller.appearance.matches }
  /// The line at the top.
  var top: String { rows.first ?? "" }
  /// The visible lines.
  var rows: [String] { controller.text.shown.map { String(decoding: $0.bytes, as: UTF8.self) } }
  /// The message of the list.
  var said: String { controller.list.message?.text.description ?? "" }

  func type(_ keys: String) { viewer.type(keys) }

  /// Waits until a condition is true, whether a frame shows it or not.
  func wait(
    _ what: String, _ place: SourceLocation = #_sourceLocation, until condition: () -> Bool
  ) async {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline, !Task.isCancelled, !condition() {
      await viewer.breathe()
    }
    #expect(condition(), "waited for \(what):\n\(viewer.screen.picture)", sourceLocation: place)
  }

  func wait(top line: String, _ place: SourceLocation = #_sourceLocation) async {
    await wait("'\(line)' at the top", place) { top == line && !controller.journey.isOnTheWay }
  }
}

/// Searching a text: the state while a pattern is typed, cancelled and continued.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Searching a text` {
  private static let text = (1...500).map { "line \($0)\n" }.joined()

  private func run(_ body: (TypedText) async throws -> Void) async throws {
    try await TypedText.run(Self.text, body)
  }

  @Test func `goes back to the place and the pattern before when a pattern is given up`()
    async throws
  {
    try await run { typed in
      typed.type("/line 20\n")
      await typed.wait(top: "line 20")
      let place = typed.matches.current
      #expect(place != nil)
      typed.type("/line 300")
      await typed.wait(top: "line 300")
      #expect(typed.matches.pattern?.text == "line 300" && typed.matches.current != place)
      typed.viewer.type(.escape)
      await typed.wait(top: "line 20")
      #expect(typed.matches.pattern?.text == "line 20" && typed.matches.current == place)
      typed.type("n")
      await typed.wait(top: "line 200")
    }
  }

  @Test func `goes on the same way when one the other way is given up`() async throws {
    try await run { typed in
      typed.type("/line 20\n")
      await typed.wait(top: "line 20")
      typed.type("?x")
      await typed.wait("the other way") { !typed.matches.direction.goesDown }
      typed.viewer.type(.escape)
      await typed.wait("the same way") { typed.matches.direction.goesDown }
      #expect(typed.matches.pattern?.text == "line 20")
    }
  }

  @Test func `looks for nothing again where the first pattern is given up`() async throws {
    try await run { typed in
      typed.type("/line 300")
      await typed.wait(top: "line 300")
      typed.viewer.type(.escape)
      await typed.wait(top: "line 1")
      #expect(typed.matches.pattern == nil && typed.matches.current == nil)
      typed.type("n")
      await typed.wait("words") { typed.said == "nothing to search for: press / to type a pattern" }
    }
  }

  @Test func `is left where it was by what is typed, until it is entered`() async throws {
    try await run { typed in
      typed.type("/line 300")
      await typed.wait(top: "line 300")
      typed.type("\n")
      await typed.wait("the place before") { typed.controller.journey.previous?.bytes == 0 }
      typed.type("''")
      await typed.wait(top: "line 1")
    }
  }

  @Test func `says that a match has arrived where none was found before`() async throws {
    try await run { typed in
      typed.type("/arrives\n")
      await typed.wait("no match") { typed.said.hasPrefix("not found below") }
      try typed.viewer.folder.append("another line\n", to: "file.txt")
      let size = Self.text.utf8.count + "another line\n".utf8.count
      await typed.wait("growth") { typed.controller.text.knownSize == size }
      #expect(typed.said.hasPrefix("not found below"))
      try typed.viewer.folder.append("it arrives\n", to: "file.txt")
      await typed.wait("words") { typed.said == "a match has arrived · n: go to it" }
      typed.type("n")
      await typed.wait("the match") { typed.matches.current?.bytes == size }
    }
  }

  @Test func `hides the matches and shows them again, and so does going on`() async throws {
    try await run { typed in
      typed.type("/line 20\n")
      await typed.wait(top: "line 20")
      typed.viewer.type(.alt("u"))
      await typed.wait("hidden matches") { typed.matches.isHidden }
      #expect(typed.matches.shown == nil && typed.matches.pattern != nil)
      typed.viewer.type(.alt("u"))
      await typed.wait("matches") { !typed.matches.isHidden }
      typed.viewer.type(.alt("u"))
      await typed.wait("hidden matches") { typed.matches.isHidden }
      typed.type("n")
      await typed.wait(top: "line 200")
      #expect(!typed.matches.isHidden && typed.matches.shown?.text == "line 20")
    }
  }

  @Test func `ignores case once that is asked for, in the pattern that there is`() async throws {
    try await run { typed in
      typed.type("/LINE 30\n")
      await typed.wait("no match") { typed.said.hasPrefix("not found") }
      #expect(typed.matches.pattern?.ignoresCase == false)
      typed.type("-i")
      await typed.wait("words") { typed.said == "searches ignore case" }
      #expect(typed.matches.pattern?.ignoresCase == true)
      #expect(typed.matches.pattern?.text == "LINE 30")
      typed.type("n")
      await typed.wait(top: "line 30")
      typed.type("-i")
      await typed.wait("words") { typed.said.hasSuffix("unless the pattern has capitals") }
      #expect(typed.matches.pattern?.ignoresCase == false)
    }
  }

  @Test func `goes on with the pattern that is known where none is typed`() async throws {
    try await run { typed in
      typed.type("/line 20\n")
      await typed.wait(top: "line 20")
      typed.type("/\n")
      await typed.wait(top: "line 200")
      #expect(typed.matches.pattern?.text == "line 20")
      typed.type("/line 20\n")
      // This is the match in line 201, which is already visible.
      await typed.wait("the next match") { typed.matches.current?.bytes == 1_692 }
    }
  }

  @Test func `goes on past an end by a prompt that is left empty, too`() async throws {
    let lines = (1...200).map { $0 % 60 == 5 ? "here \($0)" : "line \($0)" }
    try await TypedText.run(lines.joined(separator: "\n") + "\n") { text in
      text.type("/here\n")
      await text.wait("the first") { text.matches.current != nil }
      text.type("2n")
      await text.wait("the third") { text.top == "here 125" }
      text.type("2n")
      await text.wait("the end") { text.said == "not found below · n: from the top" }
      text.type("/\n")
      await text.wait("the first") { text.top == "here 5" }
    }
  }

  @Test func `keeps what there was where what is entered is no pattern`() async throws {
    try await run { typed in
      typed.type("/line 20\n")
      await typed.wait(top: "line 20")
      typed.type("/line 300(")
      typed.type("\n")
      await typed.wait("the mistake") { typed.said.contains("at ") }
      await typed.wait(top: "line 20")
      #expect(typed.matches.pattern?.text == "line 20" && typed.matches.current != nil)
    }
  }
}
