import Randomness

extension Noise {
  /// The bytes of a text from an unknown source.
  mutating func text() -> [UInt8] { some(of: Self.textPieces) }

  private static let pictographs: [ClosedRange<UInt32>] = [
    0x1F300...0x1F5FF, 0x1F600...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF,
    0x1F466...0x1F469, 0x1F9D1...0x1F9D1, 0x2600...0x27BF, 0x2640...0x2642,
  ]
  private static let marks: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x591...0x5BD, 0x64B...0x65F, 0x900...0x903, 0x93A...0x94F, 0xE31...0xE3A,
    0x1AB0...0x1ACE, 0x1DC0...0x1DFF, 0x20D0...0x20F0, 0x3099...0x309A, 0xFE20...0xFE2F,
    0x1D165...0x1D169, 0x13430...0x1343F,
  ]
  private static let invisible: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
    0x200B...0x200F, 0x2060...0x2065, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
    0xFFA0...0xFFA0, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]

  private static let textPieces: [Piece] = [
    { $0.run(of: [0x20...0x7E], 1...8) },
    { $0.run(of: [0xA0...0x24F, 0x370...0x3FF, 0x400...0x4FF, 0x2000...0x206F]) },
    { $0.put($0.random.pick(["\t", "\n", "\r", "\r\n", "\u{2028}", "\u{2029}", "\u{85}", " "])) },
    { $0.run(of: [0...0x1F, 0x7F...0x9F]) },
    { $0.bytes.append(UInt8($0.random.within(0x80...0xFF))) },
    { $0.escapeSequence() },
    { $0.string() },
    { $0.rendition() },
    { $0.link() },
    { $0.overstruck() },
    { $0.run(of: marks, 1...$0.length(bound: 400) + 1) },
    { $0.joined() },
    { $0.run(of: [0x1F1E6...0x1F1FF], 1...5) },
    { $0.tagFlag() },
    { $0.run(of: [0xFE0E...0xFE0F, 0xFE00...0xFE0F, 0xE0100...0xE01EF], 1...2) },
    { $0.keycap() },
    { $0.run(of: [0x1F3FB...0x1F3FF], 1...2) },
    { $0.run(of: [0x1100...0x1112, 0x1161...0x1175, 0x11A8...0x11C2, 0xA960...0xA97C], 1...6) },
    { $0.conjunct() },
    { $0.run(of: [0xE01...0xE4F], 1...5) },
    { $0.run(of: [0x621...0x65F, 0x6D6...0x6DC, 0x600...0x605], 1...6) },
    { $0.run(of: [0x202A...0x202E, 0x2066...0x206F, 0x200E...0x200F, 0x61C...0x61C]) },
    { $0.run(of: invisible) },
    { $0.run(of: [0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3041...0x30FF, 0xFF01...0xFF9F]) },
    { $0.run(of: [0xFDD0...0xFDEF, 0xFFF0...0xFFFF, 0x378...0x379, 0xE000...0xF8FF]) },
    { $0.run(of: [0...0x10FFFF], 1...3) },
    { $0.run(of: [0xD800...0xDFFF, 0x110000...0x1FFFFF], 1...2) },
    { $0.put($0.value(of: [0...0x7F, 0x80...0x10FFFF]), inBytes: $0.random.within(2...4)) },
    { $0.scalarWithoutItsEnd() },
  ]

  /// Appends characters that are overstruck with backspaces, as in formatted man pages,
  /// occasionally in a wrong way.
  private mutating func overstruck() {
    for _ in 0..<random.within(1...5) {
      let letter = value(of: [0x41...0x5A, 0x5F...0x5F, 0xE0...0xFF, 0x4E00...0x4EFF])
      put(random.occurs(inPercent: 30) ? 0x5F : letter)
      for _ in 0..<random.within(1...3) {
        put(0x08)
        put(random.occurs(inPercent: 20) ? 0x5F : letter)
      }
      if random.occurs(inPercent: 10) { bytes.removeLast() }
    }
  }

  /// Appends the label of a link, which may be broken anywhere, or never be closed.
  private mutating func link() {
    let start = bytes.count
    put("\u{1B}]8;" + random.pick(["", "id=1", "id=a:b=c", ";", "\u{1B}"]) + ";")
    put(random.pick(["https://a/", "file:///", "javascript:", "x", "\n", "é", "\u{7F}", ""]))
    if random.occurs(inPercent: 3) { bytes += Array(repeating: 0x61, count: 64 << 10) }
    put(random.pick(["\u{7}", "\u{1B}\\", "\u{1B}", ""]))
    rendition()
    run(of: [0x20...0x7E], 1...8)
    if random.occurs(inPercent: 70) { put("\u{1B}]8;;" + random.pick(["\u{7}", "\u{1B}\\"])) }
    if random.occurs(inPercent: 10) {
      bytes.removeLast(random.within(1...min(9, bytes.count - start)))
    }
  }

  private mutating func joined() {
    for _ in 0..<random.within(1...5) {
      put(
        value(of: random.occurs(inPercent: 80) ? Self.pictographs : [0x41...0x5A, 0x915...0x939]))
      if random.occurs(inPercent: 30) { put(value(of: [0x1F3FB...0x1F3FF, 0xFE0E...0xFE0F])) }
      if random.occurs(inPercent: 80) { put(0x200D) }
    }
  }

  private mutating func tagFlag() {
    put(0x1F3F4)
    run(of: [0xE0020...0xE007E], 1...6)
    if random.occurs(inPercent: 70) { put(0xE007F) }
  }

  private mutating func keycap() {
    put(value(of: [0x23...0x39, 0x1F600...0x1F64F]))
    if random.occurs(inPercent: 70) { put(0xFE0F) }
    put(0x20E3)
  }

  /// Appends consonants, many of them followed by a virama or a joiner, and then a vowel sign.
  private mutating func conjunct() {
    let block = random.pick([0x900, 0x980, 0xA00, 0xA80, 0xB00, 0xB80, 0xC00, 0xC80, 0xD00])
    for _ in 0..<random.within(1...4) {
      put(UInt32(block + random.within(0x15...0x39)))
      if random.occurs(inPercent: 60) { put(UInt32(block + 0x4D)) }
      if random.occurs(inPercent: 20) { put(value(of: [0x200C...0x200D])) }
    }
    put(UInt32(block + random.within(0x3E...0x4C)))
  }

  private mutating func scalarWithoutItsEnd() {
    let start = bytes.count
    put(value(of: [0x80...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF]))
    bytes.removeLast(random.within(1...bytes.count - start - 1))
  }
}
