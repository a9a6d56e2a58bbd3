import Records
import Testing

@Suite struct `A part of a text of JSON` {
  private let reader = JSONReader(maximumSize: 20)

  private func end(_ text: String, at offset: Int = 0, isComplete: Bool = false)
    throws(JSONError) -> Int?
  {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(JSONError) in
      try reader.end(
        ofValueAt: offset, in: UnsafeRawBufferPointer(bytes), isComplete: isComplete)
    }
  }

  private func element(_ text: String, after offset: Int? = nil, isComplete: Bool = false)
    throws(JSONError) -> JSONElement?
  {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(JSONError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard let offset else {
        return try reader.firstElement(ofArrayAt: 0, in: bytes, isComplete: isComplete)
      }
      return try reader.nextElement(after: offset, in: bytes, isComplete: isComplete)
    }
  }

  @Test func `has the end of a value whatever follows it`() throws {
    #expect(try end("{\"a\":[1]}, x", at: 0) == 9)
    #expect(try end("  [1]!", at: 2) == 5)
    #expect(try end("12,", at: 0) == 2)
    #expect(try end("\"a\\\"b\"\"", at: 0) == 6)
  }

  @Test(arguments: [
    "", "{", "{\"a\"", "\"\\", "\"\\u12", "tru", "-", "12", "1.", "1e", "[1,", "\"\\ud800",
  ])
  func `needs more bytes`(text: String) throws {
    #expect(try end(text) == nil)
  }

  @Test func `needs the rest of a character`() throws {
    let bytes: [UInt8] = [0x22, 0xF0, 0x9F]
    #expect(
      try bytes.withUnsafeBytes { try reader.end(ofValueAt: 0, in: $0, isComplete: false) } == nil)
  }

  @Test func `is all there is of a number at the end of all`() throws {
    #expect(try end("12", isComplete: true) == 2)
    #expect { try end("[12", isComplete: true) } throws: {
      "\($0)" == "unexpected end at line 1, column 4"
    }
  }

  @Test func `is wrong before it is whole`() {
    #expect { try end("[1, 2 3") } throws: {
      ($0 as? JSONError)?.problem == .expectedCommaOrBracket
    }
  }

  @Test func `is too large as soon as more bytes are there than a value may have`() throws {
    #expect(try end("\"" + String(repeating: "a", count: 19)) == nil)
    for isComplete in [false, true] {
      #expect {
        try end("\"" + String(repeating: "a", count: 20), isComplete: isComplete)
      } throws: {
        ($0 as? JSONError)?.problem == .tooLarge
      }
    }
    #expect(try end("\"" + String(repeating: "a", count: 18) + "\"]") == 20)
    #expect { try end("\"" + String(repeating: "a", count: 19) + "\"]") } throws: {
      ($0 as? JSONError)?.problem == .tooLarge
    }
  }

  @Test func `leads from one element of an array to the next`() throws {
    let text = "[ {\"a\":1} ,\n2, [] ] x"
    #expect(try element(text) == .element(2..<9))
    #expect(try element(text, after: 9) == .element(12..<13))
    #expect(try element(text, after: 13) == .element(15..<17))
    #expect(try element(text, after: 17) == .end(19))
    #expect(try element("[ ]") == .end(3))
  }

  @Test func `needs more bytes for the next element`() throws {
    for text in ["", "[", "[ ", "[{", "[1"] { #expect(try element(text) == nil) }
    #expect(try element("[{} ", after: 3) == nil)
    #expect(try element("[{},", after: 3) == nil)
    #expect { try element("[{},", after: 3, isComplete: true) } throws: {
      "\($0)" == "unexpected end at line 1, column 5"
    }
  }

  @Test func `is wrong where no element follows`() {
    #expect { try element("{}") } throws: { ($0 as? JSONError)?.problem == .expectedArray }
    #expect { try element("[{}[1]", after: 3) } throws: {
      ($0 as? JSONError)?.problem == .expectedCommaOrBracket
    }
    #expect { try element("[{} {}", after: 3) } throws: {
      ($0 as? JSONError)?.problem == .expectedCommaOrBracket
    }
    #expect { try element("[{},]", after: 3) } throws: {
      ($0 as? JSONError)?.problem == .expectedValue
    }
  }
}
