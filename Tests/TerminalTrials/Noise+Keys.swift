import Randomness

extension Noise {
  /// The bytes that a terminal sends, and what an attacker makes it send.
  mutating func keys() -> [UInt8] { some(of: Self.keyPieces) }

  private static let keyPieces: [Piece] = [
    { $0.run(of: [0x20...0x7E], 1...5) },
    { $0.run(of: [0...0x1F, 0x7F...0x7F], 1...3) },
    { $0.run(of: [0xA0...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF], 1...3) },
    { $0.put($0.value(of: [0...0x1FFFFF]), inBytes: $0.random.within(2...4)) },
    { $0.bytes.append(UInt8($0.random.within(0x80...0xFF))) },
    { $0.anyBytes() },
    { $0.put("\u{1B}") },
    { $0.put("\u{1B}\u{1B}") },
    { $0.knownKey() },
    { $0.knownKey() },
    { $0.escapeSequence() },
    { $0.string() },
    { $0.mouse() },
    { $0.paste() },
    { $0.put($0.random.pick(["\u{1B}[I", "\u{1B}[O", "\u{1B}[[", "\u{1B}[M", "\u{1B}O"])) },
    { $0.put("\u{1B}[?\($0.number());\($0.number())$y") },
    { $0.put("\u{1B}[\($0.number());\($0.number())R") },
    { $0.put("\u{1B}[200~") },
    { $0.put($0.random.pick(["\u{1B}[201~", "\u{1B}[201", "\u{1B}[20"])) },
  ]

  private mutating func anyBytes() {
    for _ in 0...random.within(0...5) { bytes.append(UInt8(random.within(0...255))) }
  }

  private mutating func knownKey() {
    let modifiers = random.occurs(inPercent: 50) ? ";\(random.within(0...300))" : ""
    switch random.within(0...5) {
    case 0: put("\u{1B}[1\(modifiers)" + random.pick(["A", "B", "C", "D", "F", "H", "P", "Z"]))
    case 1: put("\u{1B}[\(random.within(0...40))\(modifiers)" + random.pick(["~", "^", "$", "@"]))
    case 2: put("\u{1B}[\(number())\(random.occurs(inPercent: 20) ? ":65" : "")\(modifiers):1u")
    case 3: put("\u{1B}O" + random.pick(["A", "M", "j", "y", "a", "P", "1;5Q"]))
    case 4: put("\u{1B}[[" + random.pick(["A", "E", "F", "\u{1B}"]))
    default: put("\u{1B}[27\(modifiers);\(number())~")
    }
  }

  private mutating func mouse() {
    if random.occurs(inPercent: 80) {
      put("\u{1B}[<\(random.within(0...260));\(number());\(number())" + random.pick(["M", "m"]))
    } else {
      put("\u{1B}[M")
      for _ in 0..<random.within(0...3) { bytes.append(UInt8(random.within(0x20...0xFF))) }
    }
  }

  private mutating func paste() {
    put("\u{1B}[200~")
    for _ in 0..<length(bound: 4500) {
      random.occurs(inPercent: 70) ? run(of: [0x20...0x7E], 1...1) : run(of: [0...0x10FFFF], 1...1)
    }
    put(random.pick(["", "\u{1B}[200~", "\u{1B}[201", "\u{1B}", "\u{1B}[A", "q\u{3}"]))
    if random.occurs(inPercent: 80) { put("\u{1B}[201~") }
  }
}
