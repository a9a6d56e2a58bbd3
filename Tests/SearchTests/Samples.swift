import Randomness

extension SplitMix64 {
  /// Lines of one of several kinds, so that each way of searching is used.
  mutating func lines() -> [UInt8] {
    var pieces = Self.ascii
    if occurs(inPercent: 50) { pieces += Self.unicode }
    if occurs(inPercent: 40) { pieces += Self.invalid }
    if occurs(inPercent: 30) { pieces += Self.carriageReturns }
    let count = pick([1, 3, 20, 200, 2000])
    var text: [UInt8] = []
    // Some lines are longer than 4 KiB, and are therefore searched separately.
    let longest = occurs(inPercent: 20) ? 3000 : 40
    for _ in 0..<count {
      for _ in 0..<within(0...pick(count > 20 ? [0, 3, 12, 40] : [0, 3, 12, longest])) {
        text += pick(pieces)
      }
      text.append(10)
    }
    if occurs(inPercent: 30) { text.removeLast() }
    return text
  }

  private static let ascii: [[UInt8]] = [
    "a", "b", "c", "ab", "abc", "k", "K", "s", "S", "A", "B", "1", "23", " ", "  ", "\t", "\u{B}",
    "_", ",", ".", "-", "aaaa", "error", "ERROR", "warn", "Task", "\0", "{", "]",
  ].map { Array($0.utf8) }

  private static let unicode: [[UInt8]] = [
    "é", "É", "ß", "漢", "字", "\u{17F}", "\u{212A}", "\u{85}", "\u{2028}", "٣", "😀", "Ö", "ö",
    "\u{A0}",
    "\u{301}",
  ].map { Array($0.utf8) }

  private static let invalid: [[UInt8]] = [
    [0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF5, 0x80], [0x80], [0xF0, 0x9F, 0x98],
    [0xC0, 0xAF],
  ]

  private static let carriageReturns: [[UInt8]] = [[13], [13, 10], [13, 13, 10]]

  /// A random expression; PCRE2 may reject it.
  mutating func expression(depth: Int = 3) -> String {
    var text = ""
    for _ in 0...within(0...3) {
      text += atom(depth)
      if occurs(inPercent: 25) { text += pick(Self.quantifiers) }
    }
    if occurs(inPercent: 15) { text += "|" + expression(depth: depth - 1) }
    return text
  }

  private mutating func atom(_ depth: Int) -> String {
    if depth > 0, occurs(inPercent: 20) {
      return pick(Self.groups) + expression(depth: depth - 1) + ")"
    }
    if occurs(inPercent: 15) { return pick(Self.assertions) }
    if occurs(inPercent: 6) { return pick(Self.oddities) }
    return occurs(inPercent: 60) ? pick(Self.literals) : pick(Self.items)
  }

  static let literals = [
    "a", "b", "ab", "abc", "k", "s", "K", "error", "warn", "task", "é", "ß", "漢", "1", " ", ",",
    "_",
    "-", #"\."#, #"\t"#, #"\x61"#, #"\x{e9}"#, #"\{"#, "{", "]", #"\ "#, "ö", #"\x0d"#, #"\r"#,
  ]

  private static let items = [
    ".", #"\d"#, #"\w"#, #"\s"#, #"\S"#, #"\W"#, #"\D"#, #"\h"#, #"\H"#, #"\v"#, #"\V"#, #"\N"#,
    "[ab]",
    "[^a]", #"[^\s]"#, "[a-c]", #"[\s,]"#, #"[\Wa]"#, "[[:alpha:]]", "[^[:space:]]", "[[:space:]]",
    #"[\x00-\x20]"#, #"[\t-\r]"#, "[^-a]", "[]a]", "[^]a]", #"[\w-]"#, #"[^\n]"#, #"[é-ö]"#, "[^é]",
    #"[\]a]"#, #"[^\S]"#, #"[\d\D]"#, "[a-]", #"[\d-z]"#,
  ]

  private static let quantifiers = [
    "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{0,2}", "{1,}", "{0}", "{,2}",
    "{2}{0}",
    "{x",
  ]

  private static let groups = [
    "(", "(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?i:", "(?|", "(?<name>", "(?-i:", "(?s:",
  ]

  private static let assertions = ["^", "$", #"\b"#, #"\B"#, #"\A"#, #"\z"#, #"\Z"#, #"\G"#]

  private static let oddities = [
    "(?i)", "(?-i)", "(?x)", "(?s)", "(?m)", #"\1"#, #"\Qa.\E"#, #"\R"#, #"\X"#, #"\K"#, #"\p{L}"#,
    #"\PL"#, #"\n"#, #"\x0a"#, #"\012"#, "(?#a)", "(*SKIP)", "(?1)", "(?(1)a|b)", #"\N{U+61}"#,
    #"\cA"#,
    "(?R)?", #"\p{Lu}"#, #"\e"#, "(*ACCEPT)", "(*COMMIT)", "(?n)", #"[\Q]\E]"#, #"\E"#, #"\81"#,
  ]
}
