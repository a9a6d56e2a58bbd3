import Randomness
import Terminal
import Testing

@testable import TableUI
@testable import Viewers

/// Lines are drawn once and kept, so a change of their look must cause them to be drawn again.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A line that is kept as it was drawn` {
  private static let text = (1...400).map { number in
    let link = number.isMultiple(of: 9) ? " http://example.org/\(number)" : ""
    let color = number.isMultiple(of: 4) ? "\u{1B}[1;32mgreen\u{1B}[m" : "漢字"
    return "00:00:00 ERROR \(color) \(number)\(link)"
      + String(repeating: " and more", count: number % 8)
  }.joined(separator: "\n")

  private static let keys: [[Key]] = [
    ["j"], ["k"], ["j", "j", "j"], [" "], ["b"], ["d"], ["u"], ["g"], ["G"], ["h"], ["l"], ["l"],
    ["0"], ["w"], ["T"], ["-", "N"], ["o"], [.escape], ["n"], ["N"], [.enter],
    [Key(code: .character("u"), modifiers: .alt)], ["/", "m", "o", .enter], ["/", "1"], [.escape],
    ["i"], ["q"], [.escape], ["5", "0", "%"],
  ]

  @Test(arguments: UInt64(1)...4) func `looks as if it had never been drawn before`(seed: UInt64)
    async throws
  {
    try await ViewerFixture.show(Self.text, lines: 12, columns: 60) { viewer in
      await viewer.wait(for: "ERROR")
      var random = SplitMix64(start: seed)
      for _ in 0..<250 {
        let keys = random.pick(Self.keys)
        // In the text itself, `q` would end the session.
        if keys == ["q"], viewer.session.front is TextController { continue }
        viewer.screen.send(keys.map { .input(.key($0)) })
        if random.occurs(inPercent: 10) {
          viewer.screen.resize(
            to: Size(lines: random.within(4...14), columns: random.within(20...70)))
        }
        await Task.yield()
        guard let text = viewer.session.front as? TextController else { continue }
        let (kept, fresh) = Self.frames(of: text, viewer.screen.size)
        #expect(kept.glyphs == fresh.glyphs && kept.styles == fresh.styles, "after \(keys)")
      }
    }
  }

  /// Two frames of the current layout: one with the kept drawings, and one without them.
  private static func frames(of text: TextController, _ size: Size) -> (Canvas, Canvas) {
    var (kept, fresh) = (Canvas(size: size), Canvas(size: size))
    text.draw(in: &kept)
    text.text.invalidateDrawing()
    text.draw(in: &fresh)
    return (kept, fresh)
  }
}
