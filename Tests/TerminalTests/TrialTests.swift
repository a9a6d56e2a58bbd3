import Randomness
import Terminal
import TerminalTrials
import Testing

/// The first random inputs; `make fuzz` tries more of them.
@Suite struct `Whatever comes from outside` {
  @Test(arguments: [1, 2, 3] as [UInt64]) func `is made safe by the filter`(seed: UInt64) {
    #expect(filterTrial.failure(from: seed, count: 200)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `is told byte by byte where it is no text`(
    seed: UInt64
  ) {
    #expect(lineTrial.failure(from: seed, count: 200)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `keeps its styles through all that is done to it`(
    seed: UInt64
  ) {
    #expect(styledTrial.failure(from: seed, count: 150)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `has its columns in the table`(seed: UInt64) {
    #expect(widthTrial.failure(from: seed, count: 4000)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `is bounded in the decoder`(seed: UInt64) {
    #expect(keyTrial.failure(from: seed, count: 400)?.description == nil)
  }

  @Test func `has its columns in the table for every code point there is`() {
    #expect(widthTrial.brokenRule(of: Array(0...0x11_0010)) == nil)
  }
}

@Suite struct `What is drawn for a trial` {
  private static func seeds(_ count: Int) -> [UInt64] {
    var random = SplitMix64(start: 1)
    return (0..<count).map { _ in random.next() }
  }

  @Test func `reaches all that a terminal sends`() {
    var kinds: Set<String> = []
    for seed in Self.seeds(400) {
      var decoder = KeyDecoder()
      for input in decoder.decode(keyTrial.input(of: seed)) {
        kinds.insert(input.kind)
      }
    }
    #expect(kinds == ["key", "mouse", "paste", "focus", "reply"])
  }

  @Test func `reaches every kind of glyph, and text that is none`() {
    var kinds: Set<String> = []
    for seed in Self.seeds(400) {
      let bytes = filterTrial.input(of: seed)
      if String(validating: bytes, as: UTF8.self) == nil { kinds.insert("no UTF-8") }
      for glyph in SafeText(String(decoding: bytes, as: UTF8.self)).glyphs {
        kinds.insert(glyph.kind)
      }
    }
    #expect(kinds == ["no UTF-8", "flag", "two marks", "one mark", "wide", "narrow"])
  }

  @Test func `is the same each time`() {
    for seed in Self.seeds(50) {
      #expect(filterTrial.input(of: seed) == filterTrial.input(of: seed))
      #expect(keyTrial.input(of: seed) == keyTrial.input(of: seed))
    }
  }
}

extension Input {
  fileprivate var kind: String {
    switch self {
    case .key: "key"
    case .mouse: "mouse"
    case .paste: "paste"
    case .focus: "focus"
    case .reply: "reply"
    }
  }
}

extension Glyph {
  fileprivate var kind: String {
    if isFlag { return "flag" }
    return switch scalars.count {
    case 3: "two marks"
    case 2: "one mark"
    default: width == 2 ? "wide" : "narrow"
    }
  }
}

@Suite struct `A trial` {
  /// A trial with a fault: it fails if a 9 follows a 7.
  private static let faulty = Trial<UInt8>(
    "faulty", drawing: { seed in (0..<9).map { UInt8(truncatingIfNeeded: seed >> ($0 * 7)) % 12 } },
    brokenRule: { input in
      guard let seven = input.firstIndex(of: 7), input[seven...].contains(9) else { return nil }
      return "it bears all numbers"
    })

  @Test func `cuts what fails to the fewest elements`() throws {
    let failure = try #require(Self.faulty.failure(from: 1, count: 1000))
    #expect(failure.fewest == [7, 9])
    #expect(failure.rule == "it bears all numbers")
    #expect(failure.description.hasSuffix("the fewest that do so, 2: 7 9"))
  }

  @Test func `says what draws the input that fails, and how many were tried before`() throws {
    let failure = try #require(Self.faulty.failure(from: 1, count: 1000))
    let again = try #require(Self.faulty.failure(from: failure.seed, count: 1))
    #expect(again.number == 0 && again.fewest == failure.fewest)
    #expect(Self.faulty.failure(from: 1, count: failure.number)?.number == nil)
    #expect(Self.faulty.brokenRule(of: Self.faulty.input(of: failure.seed)) == failure.rule)
  }

  @Test func `tells the number before the input is tried`() {
    var seeds: [UInt64] = []
    _ = Self.faulty.failure(from: 5, count: 2) { seeds.append($0) }
    #expect(seeds.count == 2 && seeds.first == 5)
  }
}
