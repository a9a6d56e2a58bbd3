import Testing
@testable import Search

@Suite struct `A pattern` {
  private func ignoresCase(_ text: String, _ kind: SearchPattern.Kind = .expression) -> Bool {
    SearchPattern.CaseRule.smart.ignoresCase(Array(text.unicodeScalars), kind)
  }

  @Test(arguments: [
    "error", #"\S+\W\D\H"#, #"\p{Lu}x"#, #"\PLx"#, #"\x4F"#, #"\x{4F}"#, "(?<Name>x)",
    "(?P<Name>x)",
    "(?'Name'x)", "(?&Name)", "(*UCP)x", #"\k{Name}"#, #"\Qe\E"#, "漢é", "(?<=a)b", "",
  ])
  func `without an upper-case letter ignores case`(text: String) {
    #expect(ignoresCase(text))
  }

  @Test(arguments: [
    "Error", #"\SError"#, "É", #"\QS\E"#, "(?<=A)b", "(?<name>X)", "[A-z]", #"\\S"#, #"\ÉE"#,
  ])
  func `with an upper-case letter does not`(text: String) {
    #expect(!ignoresCase(text))
  }

  @Test func `that is text has letters and no escapes`() {
    #expect(!ignoresCase(#"\S"#, .literal))
    #expect(ignoresCase(#"\s("#, .literal))
  }

  @Test(arguments: [
    (#"\d\d:\d\d"#, true), ("12:", true), ("a|1", true), ("A?1", true), ("x*", true), ("", true),
    ("[0-9]x", false), ("ab", false), ("1a|2b", false),
  ])
  func `that needs another character matches no text without it`(text: String, mayMatch: Bool)
    throws
  {
    let pattern = try SearchPattern(text)
    #expect(pattern.mayMatch(textOf: Set("0123456789:".utf8)) == mayMatch)
  }

  @Test func `that is wrong says where, in bytes`() throws {
    let error = try #require(throws: PatternError.self) { try SearchPattern("é(a") }
    #expect(error.message == "missing closing parenthesis")
    #expect(error.offset == 4)
    let other = try #require(throws: PatternError.self) { try SearchPattern("é*{*+*") }
    #expect(other.message == "quantifier does not follow a repeatable item")
  }

  @Test func `that is wrong as an expression is none as text`() throws {
    let matcher = Matcher(try SearchPattern("(a", kind: .literal))
    #expect(try Lines("x (a)").first(matcher) == 2..<4)
  }

  @Test func `of a hundred million bytes is refused`() {
    let text = String(repeating: String(repeating: "a", count: 1000), count: 100_000)
    #expect(throws: PatternError.tooLong) { try SearchPattern(text) }
    #expect(throws: PatternError.tooLong) { try SearchPattern(text, kind: .literal) }
  }

  @Test(arguments: [
    String(repeating: "(", count: 60_000), String(repeating: "(a", count: 30_000),
    String(repeating: "[", count: 60_000), String(repeating: "a|", count: 30_000),
    String(repeating: "(?:a{1000}){1000}", count: 1000), String(repeating: "a*", count: 32_000),
    "((((((a{100}){100}){100}){100}){100}){100})",
  ])
  func `that is large or deep is compiled or refused`(text: String) {
    _ = try? Matcher(SearchPattern(text))
  }
}

/// The strings of which at least one must be in a line for an expression to match.
@Suite struct `A required text` {
  private func texts(_ pattern: String, ignoresCase: Bool = false) throws -> [String] {
    let tokens = try #require(PatternLexer.tokens(of: Array(pattern.unicodeScalars)))
    return RequiredLiterals<UInt8>(of: tokens, ignoresCase: ignoresCase).literals
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("error", ["error"]), (#"user=\d+ failed"#, [" failed"]), ("abc?d", ["ab"]),
    ("ab+cde", ["cde"]),
    ("ab{2}c", ["ab"]), ("ab{0,3}", ["a"]), ("error|warn", ["error", "warn"]), ("error|", []),
    ("error|.", []), ("(one|two) apples", [" apples"]), ("(one|two)s?", ["one", "two"]),
    ("(one)*x", ["x"]), ("(?:one)+x", ["one"]), ("(?=one)x", ["x"]), ("(?i)one", []),
    (#"a\.b\x{e9}c"#, ["a.béc"]), (#"\bword\b"#, ["word"]), ("a|b|c|d|e|f|g", []),
    (#"{"level""#, [#"{"level""#]), ("漢字[a-z]", ["漢字"]),
  ])
  func `is the longest that is there without a choice`(pattern: String, expected: [String]) throws {
    #expect(try texts(pattern) == expected)
  }

  @Test(arguments: [
    ("Error", ["error"]), ("größe x", ["e x"]), ("漢字x", ["漢字x"]), ("Ⓐb", ["b"]), ("ÉÉ", []),
  ])
  func `has no letter beyond ASCII where case is ignored`(pattern: String, expected: [String])
    throws
  {
    #expect(try texts(pattern, ignoresCase: true) == expected)
  }

  @Test(arguments: [
    #"a\n"#, "a\nb", #"\Qa\E"#, #"\R"#, #"\X"#, #"\K"#, #"\G"#, #"\p{L}"#, "(?x)a", "(?s:.)",
    "(*ACCEPT)",
    "(?1)", "(?(1)a)", #"\12"#, #"\012"#, #"\x0a"#, #"\x{A}"#, #"[\s,]"#, #"[\W]"#, "[[:space:]]",
    #"[\t-\r]"#, "[^]a]", "[^-a]", "a{,2}", "a{2}{3}", "(?#a)", #"\cJ"#, #"[\d-z]"#, #"\N{U+0A}"#,
    "[[.a.]]", #"\"#, "[a", #"\o{12}"#, #"[\012]"#, #"[a\Q]\E]"#,
  ])
  func `and many lines at once are not tried with what is not certain`(pattern: String) {
    #expect(PatternLexer.tokens(of: Array(pattern.unicodeScalars)) == nil)
  }

  @Test func `of ASCII has no other cases than those that are known`() {
    // PatternLexer and RequiredLiterals rely on these facts about Unicode.
    let all = (UInt32(0x80)...0x10FFFF).compactMap(Unicode.Scalar.init)
    let foreign = all.filter { scalar in
      let properties = scalar.properties
      return [properties.lowercaseMapping, properties.uppercaseMapping].contains {
        $0.unicodeScalars.count == 1 && $0.utf8.count == 1
      }
    }
    // The upper case of the dotless i is I, but the default case folding of Unicode does not
    // contain this pair, and PCRE2 does not fold it either.
    #expect(foreign == ["\u{131}", "\u{17F}", "\u{212A}"])
  }

  @Test func `beyond ASCII has a case wherever another letter has it as its own`() {
    let all = (UInt32(0x80)...0x10FFFF).compactMap(Unicode.Scalar.init)
    func hasCase(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      return properties.isCased || properties.changesWhenCaseMapped
        || properties.changesWhenCaseFolded
    }
    for scalar in all {
      let properties = scalar.properties
      for other in [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
      ].map(\.unicodeScalars) where other.count == 1 && other.first != scalar {
        #expect(other.allSatisfy { $0.isASCII || hasCase($0) })
        #expect(hasCase(scalar))
      }
    }
  }
}
