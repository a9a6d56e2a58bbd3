import Randomness
import Records
import RecordTrials
import Testing

@Suite struct `A record of JSON` {
  @Test func `keeps its fields in order, also those with the same name`() throws {
    let record = try record(#"{"b":1,"a":2,"b":3,"":4}"#)
    #expect(record.map(\.name) == ["b", "a", "b", ""])
    #expect(record.map(\.value.text) == ["1", "2", "3", "4"])
  }

  @Test func `keeps its values as they are written`() throws {
    let text = #"{"n":1.2300000000000000000000000000e+0500,"s":"\u0041\/","i":-0}"#
    let record = try record(text)
    #expect(
      record.map(\.value.raw.string) == [
        "1.2300000000000000000000000000e+0500", #""\u0041\/""#, "-0",
      ])
    #expect(record.raw.string == text)
  }

  @Test func `says what its values are`() throws {
    let record = try record(#"{"a":null,"b":true,"c":false,"d":1,"e":"x","f":{},"g":[]}"#)
    #expect(record.map(\.value.kind) == [.null, .bool, .bool, .number, .string, .object, .array])
    #expect(record.map(\.value.bool) == [nil, true, false, nil, nil, nil, nil])
    #expect(record[5].value.record?.isEmpty == true)
    #expect(record[6].value.elements?.isEmpty == true)
    #expect(record[4].value.record == nil)
    #expect(record[4].value.elements == nil)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a b""#, "a b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u00e9\u00E9é""#, "ééé"), (#""\uD83D\uDE00!""#, "😀!"), (#""\\u0041""#, #"\u0041"#),
    (#""\u0000""#, "\u{0}"), (#""\uFFFF\uDBFF\uDFFF""#, "\u{FFFF}\u{10FFFF}"),
  ]) func `has the text of its strings`(written: String, text: String) throws {
    let record = try record("{\(written):\(written)}")
    #expect(record[0].name == text)
    #expect(record[0].rawName.string == written)
    #expect(record[0].value.text == text)
    #expect(record[0].value.utf8 == Array(text.utf8)[...])
  }

  @Test func `has the elements of its arrays`() throws {
    let record = try record(#"{"a": [ 1 , "b,]" ,[2,3], {"c":4} ] }"#)
    let elements = try #require(record[0].value.elements)
    #expect(elements.map(\.raw.string) == ["1", #""b,]""#, "[2,3]", #"{"c":4}"#])
    #expect(elements[2].elements?.map(\.text) == ["2", "3"])
    #expect(elements[3].record?[0].value.text == "4")
  }

  @Test(arguments: [
    ("{ \"a\" : [ 1 ,\t2 ] ,\r\n\"b\": \" x \\\" : , \" }", "{\"a\":[1,2],\"b\":\" x \\\" : , \"}"),
    (" {} ", "{}"), (#"{"a\\":"\\" , "b" : 1.0}"#, #"{"a\\":"\\","b":1.0}"#),
    (#"{"a":1, "a":1e400}"#, #"{"a":1,"a":1e400}"#),
    ("{\"é\": \"\\u00e9\"}", "{\"é\":\"\\u00e9\"}"),
  ]) func `is one line without blanks, and the same byte for byte in between`(
    text: String, line: String
  ) throws {
    #expect(try record(text).jsonLine() == Array(line.utf8))
  }

  @Test(arguments: [
    (" {\"a\": 1 }\r", "-{\"a\":1}"), ("{\"a\":1}", "-{\"a\":1}"), ("{\"a\":01}", "-"),
    ("[{}]", "-"),
    ("{} {}", "-"), ("", "-"), ("{\"a\":\"", "-"), ("1", "-"),
  ]) func `is added to a line, or nothing is`(text: String, line: String) {
    var bytes = Array("-".utf8)
    let isObject = Array(text.utf8).withUnsafeBytes { JSONReader().appendObject($0, to: &bytes) }
    #expect(bytes[...].string == line && isObject == (line != "-"))
  }

  @Test func `is added to a line only where it is not too large`() {
    let reader = JSONReader(maximumSize: 8)
    var line: [UInt8] = []
    for (text, isObject) in [("{\"a\":1}  ", true), ("{\"a\":123}", false)] {
      #expect(
        Array(text.utf8).withUnsafeBytes { reader.appendObject($0, to: &line) } == isObject)
    }
    #expect(line[...].string.hasPrefix("{\"a\":1}") && line.count == 7)
  }
}

@Suite struct `A path of names` {
  private func value(_ path: String, _ text: String) throws -> String? {
    try record(text).value(at: FieldPath(path))?.text
  }

  @Test func `leads through objects`() throws {
    let text = #"{"a":{"b":{"c":1}},"x":2}"#
    #expect(try value("x", text) == "2")
    #expect(try value("a.b.c", text) == "1")
    #expect(try value("a.b", text) == #"{"c":1}"#)
    for path in ["", ".", "a.", ".a", "a.c", "x.a", "a.b.c.d", "b"] {
      #expect(try value(path, text) == nil)
    }
  }

  @Test func `means first a field whose name it is`() throws {
    #expect(try value("a.b", #"{"a":{"b":1},"a.b":2}"#) == "2")
    #expect(try value("a.b.c", #"{"a":{"b.c":1,"b":{"c":2}}}"#) == "1")
    #expect(try value("a.b.c", #"{"a":{"b":{"c":1}},"a.b":{"c":2}}"#) == "2")
    #expect(try value("a.b.c", #"{"a":{"b":{"c":1}},"a.b":3}"#) == "1")
    #expect(try value("", #"{"":1}"#) == "1")
    #expect(try value(".", #"{"":{"":1}}"#) == "1")
  }

  @Test func `means the last of fields with the same name`() throws {
    #expect(try value("a", #"{"a":1,"a":2}"#) == "2")
    #expect(try value("a.b", #"{"a":{"b":1},"a":{}}"#) == nil)
  }

  @Test func `knows names by what they say, and not by how they are written`() throws {
    #expect(try value("é.b", #"{"\u00e9":{"\u0062":1}}"#) == "1")
    #expect(try value("e\u{301}", #"{"é":1}"#) == nil)
  }

  @Test func `costs little in objects that are made to mislead it`() throws {
    var text = "1"
    for level in 0..<20 {
      let name = Array(repeating: "a", count: level + 1).joined(separator: ".")
      text = #"{"a":\#(text),"\#(name)":{}}"#
    }
    #expect(try value(Array(repeating: "a", count: 60).joined(separator: "."), text) == nil)
  }
}

/// The first random inputs; `make fuzz` tries more of them.
@Suite struct `Whatever is in a file` {
  @Test(arguments: [1, 2, 3] as [UInt64]) func `is JSON by the grammar alone`(seed: UInt64) {
    #expect(jsonTrial.failure(from: seed, count: 300)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `has the records of a plain reader of CSV`(
    seed: UInt64
  ) {
    #expect(csvTrial.failure(from: seed, count: 60)?.description == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `has the elements of an array of JSON`(
    seed: UInt64
  ) {
    #expect(elementTrial.failure(from: seed, count: 100)?.description == nil)
  }
}
