@testable import Search
import Testing

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
