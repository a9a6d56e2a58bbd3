import ByteStores
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal
import Testing

@testable import Viewers

/// The facts that a list gives about its items to the view that shows an item in full.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `What a list says of its items` {
  private func run(_ body: (TextBench) async throws -> Void) async throws {
    try await TextBench.run("one\ntwo\nthree\n") { bench, _ in
      await bench.wait(top: "one")
      try await body(bench)
    }
  }

  /// A context that gives more than the fields of an item, and records the calls to it.
  @MainActor private final class Talkative: ItemDetailContext {
    var told: [String] = []
    var isWhole = true
    var isOnTheWay: Bool? = true
    var found: FileOffset?

    func subject(of line: TextLine) -> DetailSubject {
      isWhole
        ? DetailSubject(fields(of: line), of: line.id, called: "it")
        : DetailSubject(tail: line.bytes, at: line.id, isCut: false)
    }

    func title(of id: FileOffset) -> String? { "at \(id.bytes)" }
    func performPendingInput() { told.append("input") }
    func pattern(of text: String) throws(PatternError) -> TextPattern? {
      try TextPattern("\(text)?", .matters)
    }
    func didChoose(_ id: FileOffset?) { told.append("chose \(id?.bytes ?? -1)") }
  }

  @Test func `is its fields, and nothing else by default`() async throws {
    try await run { bench in
      let known = ItemFields<TextLine>(isInOrderOfTime: false) {
        DetailSubject(fields(of: $0), of: $0.id, called: "the line")
      }
      let line = bench.text.shown[1]
      #expect(known.subject(of: line).name == "the line")
      let record = known.record(of: line)
      #expect(
        record.map { String(decoding: $0.jsonLine(), as: UTF8.self) }?.contains("two") == true)
      #expect(known.title(of: line.id) == nil && !known.isPart(line))
      #expect(known.isOnTheWay == nil && known.found == nil && known.lookedFor == nil)
      let pattern = try known.pattern(of: "a")
      #expect(pattern == nil && !known.isInOrderOfTime)
    }
  }

  @Test func `is no record of an item of which only a part is known`() async throws {
    try await run { bench in
      let context = Talkative()
      #expect(context.record(of: bench.text.shown[0]) != nil)
      context.isWhole = false
      #expect(context.record(of: bench.text.shown[0]) == nil)
    }
  }

  @Test func `is enough to show one, which the list itself tells apart`() async throws {
    try await run { bench in
      let detail = ItemDetail(bench.list, in: bench.viewer, fields: fields(of:))
      #expect(detail.current?.id.bytes == 0)
      #expect(detail.isOnTheWay == bench.list.isOnTheWay)
      #expect(detail.pattern == nil && !detail.isPart(bench.text.shown[0]))
      let subject = DetailSubject([], of: bench.text.shown[0].id, called: "it")
      #expect(detail.title(of: subject).hasPrefix("line"))
      // The typed text is taken literally.
      let typed = try detail.makePattern(of: "a.c")
      let pattern = try #require(typed.plain)
      let matcher = Matcher(pattern)
      #expect(matcher.glyphs(in: SafeText("abc a.c")) == [4..<7])
    }
  }

  @Test func `is asked before the list is`() async throws {
    try await run { bench in
      let detail = ItemDetail(bench.list, bench.text.appearance, in: bench.viewer)
      let context = Talkative()
      detail.join(context, primary: bench.list)
      #expect(detail.isOnTheWay)
      context.isOnTheWay = false
      #expect(!detail.isOnTheWay)
      let subject = DetailSubject([], of: bench.text.shown[1].id, called: "it")
      #expect(detail.title(of: subject) == "at 4")
      let pattern = try detail.makePattern(of: "ab")
      #expect(pattern.text == "ab?")
      detail.performPendingInput()
      #expect(context.told == ["input"])
    }
  }

  @Test func `is told which one was chosen, once each`() async throws {
    try await run { bench in
      let detail = ItemDetail(bench.list, bench.text.appearance, in: bench.viewer)
      let context = Talkative()
      detail.join(context, primary: bench.list)
      detail.chosen = bench.text.shown[1].id
      detail.chosen = bench.text.shown[1].id
      detail.chosen = nil
      #expect(context.told == ["chose 4", "chose -1"])
    }
  }

  @Test func `puts the one that was chosen before the one that was found, if it is in sight`()
    async throws
  {
    try await run { bench in
      let detail = ItemDetail(bench.list, bench.text.appearance, in: bench.viewer)
      let context = Talkative()
      detail.join(context, primary: bench.list)
      #expect(detail.current?.id.bytes == 0)
      context.found = bench.text.shown[2].id
      #expect(detail.current?.id.bytes == 8)
      detail.chosen = bench.text.shown[1].id
      #expect(detail.current?.id.bytes == 4)
      detail.chosen = FileOffset(bytes: 99)
      #expect(detail.current?.id.bytes == 8)
    }
  }
}

/// The only field of a line.
private func fields(of line: TextLine) -> [JSONField] {
  [JSONField("text", .string(String(decoding: line.bytes, as: UTF8.self)))]
}
