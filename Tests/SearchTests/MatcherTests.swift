import Search
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A matcher` {
  private func matcher(
    _ pattern: String, _ rule: SearchPattern.CaseRule = .smart,
    _ kind: SearchPattern.Kind = .expression
  ) throws -> Matcher {
    Matcher(try SearchPattern(pattern, case: rule, kind: kind))
  }

  @Test func `finds the first match at or after an offset`() throws {
    let lines = Lines("one two\none\n")
    for matcher in [try matcher("one"), try matcher("[o]ne"), try matcher(#"one|\Rx"#)] {
      #expect(try lines.first(matcher) == 0..<3)
      #expect(try lines.first(matcher, from: 1) == 8..<11)
      #expect(try lines.first(matcher, from: 8) == 8..<11)
      #expect(try lines.first(matcher, from: 9) == nil)
      #expect(try lines.first(matcher, from: 12) == nil)
    }
  }

  @Test(arguments: [
    ("two", 4), ("tw(o|a)", 4), ("four", nil), ("one.*two", 0), ("two.*one", 4), ("\\d+", 0),
    ("ONE|TWO", nil),
  ])
  func `tells where a text is first that each match has, in any memory`(
    pattern: String, place: Int?
  ) throws {
    let matcher = try matcher(pattern)
    let memory = Array("one two\nthr".utf8)
    #expect(memory.withUnsafeBytes { matcher.firstCandidate(in: $0) } == place)
    // The matcher is then used with other memory.
    #expect([UInt8]().withUnsafeBytes { matcher.firstCandidate(in: $0) } ?? 0 == 0)
    #expect(memory.withUnsafeBytes { matcher.firstCandidate(in: $0) } == place)
  }

  @Test func `sees what is before an offset in its line`() throws {
    let lines = Lines("xone\none\n")
    for pattern in [#"\bone"#, "^one", "(?<!x)one", #"\bone|\Ry"#] {
      #expect(try lines.first(matcher(pattern), from: 1) == 5..<8)
    }
  }

  @Test func `finds a line with its end and the match in it`() throws {
    let lines = Lines("one\r\ntwo\r\n\r\nthree")
    let found = try #require(try lines.next(matcher("w"), 0))
    #expect(found.line == 5..<10 && found.match == 6..<7)
    #expect(try lines.last(matcher("^"), lines.bytes.count)?.line == 12..<17)
    #expect(try lines.last(matcher("^$"), lines.bytes.count)?.line == 10..<12)
    #expect(try lines.last(matcher("o"), 5)?.line == 0..<5)
    #expect(try lines.last(matcher("o"), 0) == nil)
  }

  @Test(arguments: [
    ("e$", 1), ("^t", 2), ("o.t", 0), (#"e\r"#, 0), (#"e\s*t"#, 0), (#"\r"#, 0), ("[^x]$", 3),
    ("^$", 1),
  ])
  func `counts the end of a line as no part of it`(pattern: String, count: Int) throws {
    #expect(try Lines("two\r\n\r\none\r\nthat").count(matcher(pattern)) == count)
    #expect(try Lines("two\n\none\nthat\n").count(matcher(pattern)) == count)
  }

  @Test func `takes a carriage return within a line for text`() throws {
    #expect(try Lines("a\rb\na\r\n").count(matcher("a\r", .smart, .literal)) == 1)
    #expect(try Lines("a\rb\na\r\n").count(matcher(#"a\r"#)) == 1)
    #expect(try Lines("a\r\r\n").first(matcher("a\r", .smart, .literal)) == 0..<2)
  }

  @Test func `finds no line in nothing`() throws {
    for pattern in ["", "^", "$", "a*", "x"] {
      #expect(try Lines("").first(matcher(pattern)) == nil)
      #expect(try Lines("").count(matcher(pattern)) == 0)
      #expect(try Lines("").last(matcher(pattern), 0) == nil)
      #expect(try Lines("").matches(matcher(pattern)).isEmpty)
    }
    #expect(try Lines("\n\n").count(matcher("")) == 2)
    #expect(try Lines("\n").first(matcher("$"), from: 1) == nil)
    #expect(try Lines("a").first(matcher("$"), from: 1) == 1..<1)
  }

  @Test func `finds no text with a line feed`() throws {
    #expect(try Lines("a\nb\n").count(matcher("a\nb", .smart, .literal)) == 0)
  }

  @Test func `knows letters beyond ASCII`() throws {
    #expect(try Lines("große Öfen\n").matches(matcher(#"\w+"#)) == [0..<6, 7..<12])
    #expect(try Lines("ÖFEN").count(matcher("öfen")) == 1)
    #expect(try Lines("ta\u{17F}\u{212A}").count(matcher("task")) == 1)
    #expect(try Lines("ta\u{17F}\u{212A}").count(matcher("task", .smart, .literal)) == 1)
    #expect(try Lines("TASK ta\u{17F}k").matches(matcher("task", .smart, .literal)).count == 2)
    #expect(try Lines("TASK").count(matcher("Task")) == 0)
  }

  @Test func `finds what comes after invalid bytes`() throws {
    let lines = Lines(Array("caf".utf8) + [0xE9] + Array(" error\n".utf8))
    for pattern in [".* error", "error$", #"\berror"#] {
      #expect(try lines.count(matcher(pattern)) == 1)
    }
    #expect(try lines.count(matcher("f.* e")) == 0)
  }

  @Test(arguments: [#"$\b"#, "é", #"\w$"#])
  func `reads nothing after the end of what it is given`(pattern: String) throws {
    // Together with the byte after it, the last byte would be a letter.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: [0x61, 0x20, 0xC3, 0xA9])
    let cut = UnsafeRawBufferPointer(rebasing: memory[..<3])
    #expect(try matcher(pattern).firstMatch(in: cut, from: 0) == nil)
    #expect(try matcher(pattern).firstMatch(in: UnsafeRawBufferPointer(memory), from: 0) != nil)
  }

  @Test func `shows all matches of a line but the empty ones`() throws {
    #expect(try Lines("baab\n").matches(matcher("a*")) == [1..<3])
    #expect(try Lines("aXbX\r\n").matches(matcher("x", .ignored)) == [1..<2, 3..<4])
    #expect(try Lines("a,b,c").matches(matcher("[^,]")) == [0..<1, 2..<3, 4..<5])
    #expect(try Lines(String(repeating: "a", count: 5000)).matches(matcher("a")).count == 1000)
    #expect(try Lines("aaa").matches(matcher("a"), limit: 2) == [0..<1, 1..<2])
  }

  @Test(arguments: [
    "(a+)+b?[0-9]", "(a|aa)+$[^a]", #"(\w*\s?)*[0-9]"#, "[a-z]{3}[a-z]*[a-z]*[0-9]",
    #"(a+)+(\R|[0-9])"#,
  ])
  func `says which line an expression is too hard for`(pattern: String) throws {
    let lines = Lines("a\n" + String(repeating: "a", count: 200_000) + "!\nb1 aaaa1\n")
    let hard = MatchError.tooHard(line: 2..<200_004)
    let matcher = try matcher(pattern)
    #expect(throws: hard) { try lines.first(matcher) }
    #expect(throws: hard) { try lines.count(matcher) }
    #expect(throws: hard) { try lines.last(matcher, 200_004) }
    #expect(try lines.first(matcher, from: 200_004) != nil || pattern.hasPrefix("(a|"))
  }
}
