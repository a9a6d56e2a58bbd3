import Randomness
import Terminal
import Testing

@Suite struct `A key decoder fed with random bytes` {
  /// Pieces that lead somewhere, so that the random walk reaches every state often.
  private static let pieces: [[UInt8]] = [
    "␛", "␛[", "␛O", "␛]", "␛P", "␛\\", "␛[<", "␛[?", "␛[M", "␛[[", "␛[200~", "␛[201~", "␛[201",
    "0;1;1M", "2026;1$y", "1;5A", "97;5u", "0", "5", ";", ":", "$", " ", "~", "A", "R", "u", "I",
    "j", "é", "\u{07}", "\u{18}", "\r",
  ].map(KeyDecoder.bytes)

  private static func randomBytes(_ count: Int, from generator: inout SplitMix64) -> [UInt8] {
    (0..<count).flatMap { _ in
      Int.random(in: 0..<4, using: &generator) == 0
        ? [UInt8.random(in: 0...255, using: &generator)]
        : pieces[Int.random(in: pieces.indices, using: &generator)]
    }
  }

  private static func kind(of input: Input) -> String {
    switch input {
    case .key: "key"
    case .mouse: "mouse"
    case .paste: "paste"
    case .focus: "focus"
    case .reply: "reply"
    }
  }

  @Test(arguments: [1, 2, 3])
  func `stays bounded and comes back`(start: UInt64) {
    var generator = SplitMix64(start: start)
    var decoder = KeyDecoder()
    var kinds: Set<String> = []
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...20, using: &generator)
      for input in decoder.decode(Self.randomBytes(count, from: &generator)) {
        kinds.insert(Self.kind(of: input))
      }
      #expect(decoder.heldByteCount <= 4101)
      guard Int.random(in: 0..<4, using: &generator) == 0 else { continue }
      expectReturn(of: &decoder)
    }
    #expect(kinds == ["key", "mouse", "paste", "focus", "reply"])
  }

  private func expectReturn(of decoder: inout KeyDecoder) {
    _ = decoder.flush()
    #expect(!decoder.isWaiting)
    if decoder.heldByteCount > 0 { _ = decoder.decode(KeyDecoder.bytes("␛[201~")) }
    let inputs = decoder.decode(KeyDecoder.bytes("j"))
    guard inputs.isEmpty else {
      #expect(inputs == [.key(.character("j"))])
      return
    }
    // An empty paste holds nothing and is left only by its mark.
    #expect(decoder.decode(KeyDecoder.bytes("␛[201~")) == [.paste("j")])
  }

  @Test func `gives the same when they come one by one`() {
    var generator = SplitMix64(start: 4)
    for _ in 0..<3_000 {
      let bytes = Self.randomBytes(60, from: &generator)
      var whole = KeyDecoder()
      var split = KeyDecoder()
      let inputs = whole.decode(bytes) + whole.flush()
      #expect(bytes.flatMap { split.decode([$0]) } + split.flush() == inputs)
    }
  }

  @Test func `types nothing of a sequence that no terminal sends`() {
    var generator = SplitMix64(start: 5)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...300, using: &generator)
      let body = (0..<count).map { _ in UInt8.random(in: 0x20...0x3F, using: &generator) }
      // A marker of private use and a final letter that no key, mouse or reply has.
      var decoder = KeyDecoder()
      let inputs = decoder.decode(KeyDecoder.bytes("␛[>") + body + KeyDecoder.bytes("qj"))
      #expect(inputs == [.key(.character("j"))])
    }
  }
}
