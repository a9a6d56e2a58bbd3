import Randomness

extension Noise {
  /// Bytes that a terminal sends, or that an attacker makes it send.
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

extension Noise {
  /// Appends a control sequence with parameters, in the format of ECMA-48 or nearly so.
  mutating func escapeSequence() {
    put(random.pick(["\u{1B}[", "\u{1B}[", "\u{1B}[", "\u{1B}O", "\u{9B}", "\u{1B}\u{1B}["]))
    if random.occurs(inPercent: 30) { put(random.pick(["?", "<", ">", "="])) }
    parameters()
    if random.occurs(inPercent: 10) { put(value(of: [0x20...0x2F])) }
    put(value(of: [0x40...0x7E]))
  }

  /// Appends a sequence that changes the style, and that is sometimes cut short.
  mutating func rendition() {
    let start = bytes.count
    put("\u{1B}[")
    parameters()
    put(random.pick(["m", "m", "m", "K"]))
    if random.occurs(inPercent: 10) { bytes.removeLast(random.within(1...bytes.count - start)) }
  }

  /// Appends numbers separated by semicolons and colons; occasionally one is too large for an
  /// `Int`.
  mutating func parameters() {
    for _ in 0..<length(bound: 300) / 2 {
      if random.occurs(inPercent: 80) { put("\(number())") }
      put(random.pick([";", ";", ";", ":"]))
    }
    if random.occurs(inPercent: 80) { put("\(number())") }
  }

  /// A number as in sequences: mostly small, sometimes too large for any use.
  mutating func number() -> UInt64 {
    switch random.within(0...9) {
    case 0: random.next()
    case 1...2: UInt64(random.within(0...70_000))
    default: UInt64(random.within(0...300))
    }
  }

  /// Appends a terminal string: OSC, DCS, APC, PM or SOS, which may have no end.
  mutating func string() {
    put(random.pick(["\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1B}^", "\u{1B}X", "\u{9D}", "\u{90}"]))
    put(random.pick(["52;c;", "0;", "8;;http://", "1$r", "", "11;rgb:0000/0000/0000"]))
    for _ in 0..<length(bound: 4500) { bytes.append(UInt8(random.within(0x20...0x7E))) }
    put(random.pick(["\u{7}", "\u{1B}\\", "\u{9C}", "", "\u{18}", "\u{1A}", "\u{1B}"]))
  }
}
