import Randomness

extension Noise {
  /// Adds a control sequence with parameters, in the form of ECMA-48 or nearly so.
  mutating func escapeSequence() {
    put(random.pick(["\u{1B}[", "\u{1B}[", "\u{1B}[", "\u{1B}O", "\u{9B}", "\u{1B}\u{1B}["]))
    if random.occurs(inPercent: 30) { put(random.pick(["?", "<", ">", "="])) }
    parameters()
    if random.occurs(inPercent: 10) { put(value(of: [0x20...0x2F])) }
    put(value(of: [0x40...0x7E]))
  }

  /// Adds a sequence that changes looks, and at times is cut off.
  mutating func rendition() {
    let start = bytes.count
    put("\u{1B}[")
    parameters()
    put(random.pick(["m", "m", "m", "K"]))
    if random.occurs(inPercent: 10) { bytes.removeLast(random.within(1...bytes.count - start)) }
  }

  /// Adds numbers parted by semicolons and colons, now and then beyond any number's size.
  mutating func parameters() {
    for _ in 0..<length(bound: 300) / 2 {
      if random.occurs(inPercent: 80) { put("\(number())") }
      put(random.pick([";", ";", ";", ":"]))
    }
    if random.occurs(inPercent: 80) { put("\(number())") }
  }

  /// A number as sequences hold them: mostly small, at times one that fits nowhere.
  mutating func number() -> UInt64 {
    switch random.within(0...9) {
    case 0: random.next()
    case 1...2: UInt64(random.within(0...70_000))
    default: UInt64(random.within(0...300))
    }
  }

  /// Adds a string of the terminal's: OSC, DCS, APC, PM or SOS, which may have no end.
  mutating func string() {
    put(random.pick(["\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1B}^", "\u{1B}X", "\u{9D}", "\u{90}"]))
    put(random.pick(["52;c;", "0;", "8;;http://", "1$r", "", "11;rgb:0000/0000/0000"]))
    for _ in 0..<length(bound: 4500) { bytes.append(UInt8(random.within(0x20...0x7E))) }
    put(random.pick(["\u{7}", "\u{1B}\\", "\u{9C}", "", "\u{18}", "\u{1A}", "\u{1B}"]))
  }
}
