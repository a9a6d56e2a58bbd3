import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite struct `An inquiry about emoji` {
  /// The steps that follow some replies, in order.
  private static func steps(
    _ inquiry: inout EmojiInquiry, _ replies: TerminalReply...
  ) -> [EmojiInquiry.Step?] {
    replies.map { inquiry.accept($0) }
  }

  /// An inquiry that has asked for the mode.
  private static func begun() -> EmojiInquiry {
    var inquiry = EmojiInquiry()
    _ = inquiry.begin()
    return inquiry
  }

  /// An inquiry that has asked for the position of the cursor.
  private static func probing() -> EmojiInquiry {
    var inquiry = begun()
    _ = inquiry.accept(mode(1))
    return inquiry
  }

  private static func mode(_ state: Int) -> TerminalReply { .mode(number: 2027, state: state) }

  @Test func `asks once, and owes nothing before that`() {
    var inquiry = EmojiInquiry()
    let before = Self.steps(
      &inquiry, Self.mode(1), .cursor(line: 24, column: 9), .attributes)
    #expect(before == [nil, nil, nil] && inquiry.owed.isEmpty)
    let (gave, first, second) = (inquiry.giveUp(), inquiry.begin(), inquiry.begin())
    #expect(gave == nil && first && !second)
    #expect(inquiry.owed == [.mode, .attributes])
  }

  @Test(arguments: [(1, false), (2, true), (3, false)])
  func `goes on with the cursor where the mode is known`(state: Int, sets: Bool) {
    var inquiry = Self.begun()
    let steps = Self.steps(
      &inquiry, .mode(number: 2026, state: 1), Self.mode(state), Self.mode(state))
    #expect(steps == [nil, .probe(setsMode: sets), nil])
    #expect(inquiry.owed == [.attributes, .cursor])
    let end = Self.steps(&inquiry, .attributes, .cursor(line: 24, column: 9))
    #expect(end == [nil, .finish(.whole)])
    #expect(inquiry.owed.isEmpty)
  }

  @Test(arguments: [0, 4, 5]) func `ends where the mode is not known`(state: Int) {
    var inquiry = Self.begun()
    #expect(Self.steps(&inquiry, Self.mode(state)) == [.finish(.unknownMode)])
    #expect(inquiry.owed == [.attributes])
  }

  @Test func `ends where the terminal passes over the question`() {
    var inquiry = Self.begun()
    #expect(Self.steps(&inquiry, .attributes) == [.finish(.unknownMode)])
    #expect(inquiry.owed.isEmpty)
  }

  @Test(arguments: [1, 2, 8, 10, 13, 14]) func `believes the cursor`(column: Int) {
    var inquiry = Self.probing()
    let finding = EmojiFinding.otherColumns(column - 1, wanted: 8)
    #expect(Self.steps(&inquiry, .cursor(line: 2, column: column)) == [.finish(finding)])
  }

  @Test func `gives up, and answers that come later count no more`() {
    for var inquiry in [Self.begun(), Self.probing()] {
      let end = inquiry.giveUp()
      #expect(end == .finish(.noAnswer) && !inquiry.owed.isEmpty)
      let later = Self.steps(&inquiry, Self.mode(1), .cursor(line: 24, column: 9), .attributes)
      #expect(later == [nil, nil, nil] && inquiry.owed.isEmpty)
      let (again, begins) = (inquiry.giveUp(), inquiry.begin())
      #expect(again == nil && !begins)
    }
  }

  @Test func `asks again after the terminal was given away, unless it has ended`() {
    for var inquiry in [Self.begun(), Self.probing()] {
      inquiry.interrupt()
      #expect(!inquiry.owed.isEmpty)
      // Replies that arrive in the meantime are only removed from the input.
      let steps = Self.steps(&inquiry, Self.mode(2), .attributes, .cursor(line: 24, column: 9))
      #expect(steps == [nil, nil, nil] && inquiry.owed.isEmpty)
      let begins = inquiry.begin()
      #expect(begins)
    }
    var ended = Self.probing()
    _ = ended.accept(.cursor(line: 24, column: 9))
    ended.interrupt()
    let begins = ended.begin()
    #expect(!begins)
  }

  @Test func `probes with text that has as many columns as it says where sequences are whole`() {
    let text = String(decoding: EmojiInquiry.probe, as: UTF8.self).replacing("\u{1B}[6n", with: "")
    #expect(SafeText(text, joinsEmoji: true).width == EmojiInquiry.columns)
    #expect(SafeText(text).width != EmojiInquiry.columns)
  }
}
