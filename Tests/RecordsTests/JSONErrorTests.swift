import Records
import Testing

@Suite struct `What is wrong with a text of JSON` {
  @Test(arguments: [
    ("{\"a\": 1,\n \"b\": [1, 2],\n \"name\": 12 x}", "expected , or } at line 3, column 13"),
    ("{\"a\": \"\u{1F600}é\"", "unexpected end at line 1, column 11"),
    ("[1, 02]", "a number with a leading zero at line 1, column 5"),
    ("[\r\n\"a\\x\"]", "an unknown escape at line 2, column 3"),
    ("\n\n", "unexpected end at line 3, column 1"),
    ("", "unexpected end at line 1, column 1"),
    ("[\"\\ud800\"]", "half of a surrogate pair at line 1, column 3"),
  ]) func `is told with its line and its column`(text: String, message: String) {
    #expect(JSONReader().error(in: Array(text.utf8))?.description == message)
  }

  @Test func `is that it has too many levels`() {
    let text = { (levels: Int) in
      [UInt8](repeating: 0x5B, count: levels) + [UInt8](repeating: 0x5D, count: levels)
    }
    #expect(JSONReader().error(in: text(JSONReader.maximumDepth)) == nil)
    let error = JSONReader().error(in: text(JSONReader.maximumDepth + 1))
    #expect(error?.description == "more levels than 512 at line 1, column 513")
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
