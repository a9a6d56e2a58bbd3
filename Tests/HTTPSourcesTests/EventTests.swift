import Testing

@testable import HTTPSources

/// The bytes of an event stream, converted to lines that are JSON values.
@Suite struct `An event` {
  private func lines(_ text: String, piece: Int = .max, most: Int = 16 << 20) throws -> String {
    var (events, lines, rest) = (EventLines(most: most), [UInt8](), Array(text.utf8)[...])
    while !rest.isEmpty {
      try events.take(rest.prefix(piece), into: &lines)
      rest = rest.dropFirst(piece)
    }
    return String(decoding: lines, as: UTF8.self)
  }

  @Test func `of an object is that object, in one line`() throws {
    #expect(try lines("data: {\"a\": 1}\n\n") == "{\"a\":1}\n")
    #expect(try lines("data: {\ndata: \"a\": [1,\ndata:2]}\n\n") == "{\"a\":[1,2]}\n")
    #expect(try lines("event: update\nid: 7\ndata: {\"a\":1}\n\n") == "{\"a\":1}\n")
  }

  @Test func `of any other data has it beside its type and its identity`() throws {
    #expect(try lines("data: a \"text\"\n\n") == #"{"data":"a \"text\""}"# + "\n")
    #expect(
      try lines("event: delete\nid: 9\ndata: 12\n\n") == #"{"event":"delete","id":"9","data":12}"#
        + "\n")
    #expect(try lines("data: [1,\ndata: 2]\n\n") == #"{"data":[1,2]}"# + "\n")
    #expect(try lines("data: {\"a\": \n\n") == #"{"data":"{\"a\": "}"# + "\n")
  }

  @Test func `has the lines of its data joined`() throws {
    #expect(try lines("data: YHOO\ndata: +2\ndata: 10\n\n") == #"{"data":"YHOO\n+2\n10"}"# + "\n")
    #expect(
      try lines("data\n\ndata\ndata\n\n") == #"{"data":""}"# + "\n" + #"{"data":"\n"}"# + "\n")
  }

  /// The examples of the HTML standard, 9.2.6.
  @Test func `is read as the HTML standard has it`() throws {
    let first =
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n"
    #expect(
      try lines(first) == #"{"id":"1","data":"first event"}"# + "\n"
        + #"{"id":"","data":"second event"}"# + "\n" + #"{"data":" third event"}"# + "\n")
    #expect(
      try lines("data:test\n\ndata: test\n\n") == "{\"data\":\"test\"}\n{\"data\":\"test\"}\n")
    #expect(try lines("retry: 10\nother: x\nDATA: x\n:data: x\n\n") == "")
    #expect(try lines("id: a\u{0}b\ndata: 1\n\n") == "{\"data\":1}\n")
    #expect(try lines("event: x\n\ndata: 1\n\n") == "{\"data\":1}\n")
  }

  @Test func `that the stream ends within is none`() throws {
    #expect(try lines("data: 1\n\ndata: 2\n") == "{\"data\":1}\n")
    #expect(try lines("data: 1\n\ndata: 2") == "{\"data\":1}\n")
  }

  @Test func `that says that the stream is done is no record`() throws {
    #expect(try lines("data: {}\n\ndata: [DONE]\n\n") == "{}\n")
  }

  @Test func `is there with the last byte of it, whatever ends its lines`() throws {
    for end in ["\n", "\r\n", "\r"] {
      var (events, bytes) = (EventLines(), [UInt8]())
      try events.take(Array("data: 1\(end)".utf8)[...], into: &bytes)
      #expect(bytes.isEmpty)
      try events.take([Array(end.utf8)[0]], into: &bytes)
      #expect(bytes == Array("{\"data\":1}\n".utf8))
    }
  }

  @Test func `is the same wherever its bytes are parted`() throws {
    let text =
      "\u{FEFF}: é\r\ndata: {\"ä\":\rdata: 1}\r\r\nevent: x\r\nid: 1\r\ndata: a\r\ndata: b\n\n\r\ndata: [DONE]\n\n"
    let whole = #"{"ä":1}"# + "\n" + #"{"event":"x","id":"1","data":"a\nb"}"# + "\n"
    #expect(try lines(text) == whole)
    for piece in 1...text.utf8.count { #expect(try lines(text, piece: piece) == whole) }
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var (events, lines) = (EventLines(), [UInt8]())
        try events.take(bytes[..<first], into: &lines)
        try events.take(bytes[first..<second], into: &lines)
        try events.take(bytes[second...], into: &lines)
        #expect(String(decoding: lines, as: UTF8.self) == whole)
      }
    }
  }

  @Test func `that is larger than is held is a failure`() throws {
    #expect(try lines("data: 1234\n\n", most: 10) == "{\"data\":1234}\n")
    #expect(throws: HTTPError.self) { try lines("data: 12345\n\n", most: 10) }
    #expect(throws: HTTPError.self) { try lines("data: 1\ndata: 23\n\n", most: 8) }
    // Comments and other fields are not kept after their lines.
    #expect(try lines(": 123456\n: 123456\n\n", most: 10) == "")
  }
}

/// JSON values, each with a separator before it.
@Suite struct `A sequence of values` {
  private func lines(_ text: String, piece: Int = .max) -> String {
    var (sequence, lines, rest) = (SequenceLines(), [UInt8](), Array(text.utf8)[...])
    while !rest.isEmpty {
      sequence.take(rest.prefix(piece), into: &lines)
      rest = rest.dropFirst(piece)
    }
    return String(decoding: lines, as: UTF8.self)
  }

  @Test func `has a line for each, also behind one that has ended early`() {
    for piece in 1...40 {
      #expect(
        lines("\u{1E}{\"a\":1}\n\u{1E}\u{1E}{\"a\":\u{1E}2\n", piece: piece)
          == "{\"a\":1}\n{\"a\":\n2\n")
    }
  }
}
