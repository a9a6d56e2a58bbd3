import Records
import Testing

/// Texts for each rule of RFC 8259: valid ones, invalid ones, and those that the grammar leaves
/// open.
@Suite struct `The grammar of JSON` {
  @Test(arguments: [
    // Section 2: values, and blanks around the six structural characters.
    "null", " true", "false\n", "\r\n\t 0 \t", "\"\"", "[ ]", "{ }", "[\n1\r,\t2 ]",
    "{ \"a\" : 1 }",
    "[[[]],[]]", "[{},[],null,true,false,1,\"\"]", "[null\n]",
    // Section 4: objects, whose names may be empty or repeated.
    #"{"":0}"#, #"{"a":1,"a":2}"#, #"{"a\u0000b":[]}"#, #"{"a":{"b":{"c":null}}}"#,
    // Section 6: numbers.
    "-0", "0e1", "0E+1", "-0.0", "1.5e-3", "123456789012345678901234567890", "1e99999",
    "-1e-99999", "0.1", "[20E1]", "1.000000000000000000000000000000000000001",
    // Section 7: strings.
    #""\"\\\/\b\f\n\r\t""#, #""\u0061\u00E9\uFFFF""#, #""\uD834\uDD1E""#, "\"\u{7F}\"",
    "\"é语😀\"", "\"\u{2028}\u{FEFF}\u{10FFFF}\"", #""\\u0061""#, #""\u0000""#, "\"{[,:\"",
    #""\uDBFF\uDFFF""#, #"["a","b"]"#, "\"/\"",
  ]) func `has these texts`(text: String) {
    #expect(JSONReader().error(in: Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      // Section 2: one value, and no other blanks.
      ("", .unexpectedEnd), ("  \n", .unexpectedEnd), ("1 2", .expectedEnd), ("[]]", .expectedEnd),
      ("{}}", .expectedEnd), ("null,", .expectedEnd), ("\u{B}1", .expectedValue),
      ("\u{A0}1", .expectedValue), ("\u{FEFF}{}", .expectedValue),
      ("[1\u{C}]", .expectedCommaOrBracket),
      // Section 3: literals in lower case.
      ("True", .expectedValue), ("nul", .unexpectedEnd), ("nulL", .expectedValue),
      ("truee", .expectedEnd), ("undefined", .expectedValue), ("NaN", .expectedValue),
      ("Infinity", .expectedValue), ("-Infinity", .expectedDigit), ("'a'", .expectedValue),
      // Section 4: objects.
      ("{", .unexpectedEnd), ("{a:1}", .expectedNameOrBrace), ("{1:1}", .expectedNameOrBrace),
      ("{'a':1}", .expectedNameOrBrace), (#"{"a"}"#, .expectedColon), (#"{"a" 1}"#, .expectedColon),
      (#"{"a"::1}"#, .expectedValue), (#"{"a":}"#, .expectedValue), (#"{"a":1,}"#, .expectedName),
      (#"{,"a":1}"#, .expectedNameOrBrace), (#"{"a":1,,"b":2}"#, .expectedName),
      (#"{"a":1 "b":2}"#, .expectedCommaOrBrace), (#"{"a":1]"#, .expectedCommaOrBrace),
      (#"{"a":1/**/}"#, .expectedCommaOrBrace), (#"{"a":"#, .unexpectedEnd),
      (#"{"a"#, .unexpectedEnd),
      (#"{"a":1"#, .unexpectedEnd), (#"{"a":1,"#, .unexpectedEnd),
      (#"{"a":1;}"#, .expectedCommaOrBrace),
      ("{[]:1}", .expectedNameOrBrace),
      // Section 5: arrays.
      ("[", .unexpectedEnd), ("[1", .unexpectedEnd), ("[1,", .unexpectedEnd),
      ("[1,]", .expectedValue),
      ("[,1]", .expectedValue), ("[1,,2]", .expectedValue), ("[1 2]", .expectedCommaOrBracket),
      ("[1}", .expectedCommaOrBracket), ("[1:2]", .expectedCommaOrBracket), ("]", .expectedValue),
      ("[*]", .expectedValue), ("[\"a\"", .unexpectedEnd), ("[3[4]]", .expectedCommaOrBracket),
      // Section 6: numbers.
      ("-", .unexpectedEnd), ("+1", .expectedValue), (".5", .expectedValue), ("1.", .unexpectedEnd),
      ("-.5", .expectedDigit), ("01", .leadingZero), ("-012", .leadingZero), ("00", .leadingZero),
      ("1.e1", .expectedDigit), ("1e", .unexpectedEnd), ("[1e+]", .expectedDigit),
      ("0x1", .expectedEnd),
      ("1_000", .expectedEnd), ("1e1.5", .expectedEnd), ("--1", .expectedDigit),
      ("1+2", .expectedEnd),
      ("１", .expectedValue), ("[-a]", .expectedDigit), ("1eE2", .expectedDigit),
      // Section 7: strings.
      ("\"", .unexpectedEnd), ("\"a", .unexpectedEnd), (#""\"#, .unexpectedEnd),
      (#""\""#, .unexpectedEnd), ("\"\n\"", .controlCharacter), ("\"\t\"", .controlCharacter),
      ("\"\u{0}\"", .controlCharacter), ("\"\u{1F}\"", .controlCharacter),
      ("\"01234567\u{1}\"", .controlCharacter), (#""\x41""#, .invalidEscape),
      (#""\a""#, .invalidEscape), (#""\'""#, .invalidEscape), (#""\u12G4""#, .invalidEscape),
      (#""\u123""#, .invalidEscape), (#""\U0061""#, .invalidEscape), (#""\u"#, .unexpectedEnd),
      (#""\u00"#, .unexpectedEnd), ("\"\\é\"", .invalidEscape), ("\"\\\n\"", .invalidEscape),
      (#""\uD834\u"#, .unexpectedEnd), (#""\uD834\u12""#, .invalidEscape),
    ] as [(String, JSONProblem)]) func `has none of these`(text: String, problem: JSONProblem)
  {
    #expect(JSONReader().error(in: Array(text.utf8))?.problem == problem)
  }

  @Test(
    arguments: [
      // RFC 3629, sections 3 and 4: overlong, surrogates, above U+10FFFF, lone bytes, truncated.
      [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
      [0x80],
      [0xBF], [0xE9], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1], [0xC3, 0x28],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]]) func `has no string of such bytes`(bytes: [UInt8])
  {
    let error = JSONReader().error(in: [0x22, 0x61] + bytes + [0x22])
    #expect(error?.problem == .invalidUTF8)
    #expect(error?.offset == 2)
  }

  @Test(
    arguments: [[0xE5], [0xFF, 0xFE, 0x5B, 0], [0x5B, 0xFF, 0x5D], [0, 0x5B, 0, 0x5D]] as [[UInt8]])
  func `has no such bytes outside of strings`(bytes: [UInt8]) {
    #expect(JSONReader().error(in: bytes)?.problem == .expectedValue)
  }
}

/// Half of a surrogate pair, which the grammar allows although it is not text (RFC 8259, 8.2).
@Suite struct `Half of a surrogate pair` {
  @Test(arguments: [
    (#""\uD800""#, "\u{FFFD}"), (#""\uDC00""#, "\u{FFFD}"), (#""\uD800a""#, "\u{FFFD}a"),
    (#""\uD800\n""#, "\u{FFFD}\n"), (#""\uDC00\uDC00""#, "\u{FFFD}\u{FFFD}"),
    (#""\uD800\uD800""#, "\u{FFFD}\u{FFFD}"), (#""\uD800\u0061""#, "\u{FFFD}a"),
    (#""\uDD1E\uD834""#, "\u{FFFD}\u{FFFD}"), (#""\uD834\uD834\uDD1E""#, "\u{FFFD}𝄞"),
  ]) func `is no fault, and stays as it is written`(text: String, says: String) throws {
    let found = try record("{\"a\":\(text)}")
    #expect(found[0].value.text == says)
    #expect(found.jsonLine() == Array("{\"a\":\(text)}".utf8))
  }
}

@Suite struct `What is wrong with a text of JSON` {
  @Test(arguments: [
    ("{\"a\": 1,\n \"b\": [1, 2],\n \"name\": 12 x}", "expected , or } at line 3, column 13"),
    ("{\"a\": \"\u{1F600}é\"", "unexpected end at line 1, column 11"),
    ("[1, 02]", "a number with a leading zero at line 1, column 5"),
    ("[\r\n\"a\\x\"]", "an unknown escape at line 2, column 3"),
    ("\n\n", "unexpected end at line 3, column 1"),
    ("", "unexpected end at line 1, column 1"),
  ]) func `is told with its line and its column`(text: String, message: String) {
    #expect(JSONReader().error(in: Array(text.utf8))?.description == message)
  }

  @Test func `is that it has too many levels`() {
    let text = { (levels: Int) in
      [UInt8](repeating: 0x5B, count: levels) + [UInt8](repeating: 0x5D, count: levels)
    }
    #expect(JSONReader().error(in: text(JSONReader.maximumDepth)) == nil)
    let error = JSONReader().error(in: text(JSONReader.maximumDepth + 1))
    #expect(error?.description == "more than 512 levels at line 1, column 513")
    let many = [UInt8](repeating: 0x5B, count: 1_000_000)
    #expect(JSONReader().error(in: many)?.problem == .tooDeep)
    let objects = Array(String(repeating: "{\"a\":", count: 600).utf8)
    #expect(JSONReader().error(in: objects)?.problem == .tooDeep)
  }

  @Test func `is that it is too large`() {
    let reader = JSONReader(maximumSize: 6)
    #expect(reader.error(in: Array("  \"abcd\"  ".utf8)) == nil)
    #expect(reader.error(in: Array(" \"abcde\"".utf8))?.problem == .tooLarge)
  }

  @Test(arguments: ["[]", "1", "\"{}\"", "null", "x"]) func `is that it is no object`(text: String)
  {
    #expect { try record(text) } throws: { ($0 as? JSONError)?.problem == .expectedObject }
  }
}
