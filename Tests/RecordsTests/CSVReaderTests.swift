import Records
import Testing

@Suite struct `A reader of CSV` {
  private let reader = CSVReader(CSVDialect())

  @Test(
    arguments: [
      ("", []), ("a", [["a"]]), ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
      ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]), ("a,b\r1,2", [["a", "b"], ["1", "2"]]),
      ("a\n\rb\r\r\nc", [["a"], [], ["b"], [], ["c"]]),
      ("a,\n,b\n,", [["a", ""], ["", "b"], ["", ""]]),
      (" a , b ", [[" a ", " b "]]), ("\n", [[]]), ("a\n\n", [["a"], []]),
    ] as [(String, [[String]])]) func `divides records and fields`(text: String, rows: [[String]])
  {
    #expect(reader.rows(text) == rows)
  }

  @Test(
    arguments: [
      (#""a,b""#, [["a,b"]]), ("\"a\nb\"\n1", [["a\nb"], ["1"]]),
      ("\"a\r\nb\",c", [["a\r\nb", "c"]]),
      (#""a""b""#, [["a\"b"]]), (#""""""#, [["\""]]), (#""""#, [[""]]),
      ("\"\"\",\"\"\"", [["\",\""]]),
      // Forms that RFC 4180 does not allow, but that occur.
      (#"a"b,c""#, [["a\"b", "c\""]]), (#""a"b"c",d"#, [[#"ab"c""#, "d"]]),
      (#" "a,b""#, [[" \"a", "b\""]]),
      (#""a" ,b"#, [["a ", "b"]]),
    ] as [(String, [[String]])]) func `takes quotes away`(text: String, rows: [[String]])
  {
    #expect(reader.rows(text) == rows)
  }

  @Test func `takes a quote that is never closed for text`() {
    #expect(reader.rows("1,\"a\n2,b\n") == [["1", "\"a"], ["2", "b"]])
    #expect(reader.rows("\"a\"\"\nb") == [["\"a\"\""], ["b"]])
  }

  @Test func `takes a quote for text that other lines are before, and text behind`() {
    #expect(
      reader.rows("1,\"a\n2,\"b\"\n3,\"c\nd\"\n")
        == [["1", "\"a"], ["2", "b"], ["3", "c\nd"]])
    #expect(reader.rows("\"a\nb\"c,d\n") == [["\"a"], ["b\"c", "d"]])
    #expect(reader.rows("\"a\"b,\"c\r\nd\"\r\n") == [["ab", "c\r\nd"]])
  }

  @Test func `takes a quote that is closed too late for text`() {
    let reader = CSVReader(CSVDialect(maximumQuotedSize: 4))
    #expect(reader.rows("\"123\"\n") == [["123"]])
    #expect(reader.rows("\"1\n3\",b") == [["1\n3", "b"]])
    #expect(reader.rows("\"1\n34\",b") == [["\"1"], ["34\"", "b"]])
    #expect(reader.rows("\"1\n\"\"\",b") == [["\"1"], ["\"\"\"", "b"]])
  }

  @Test func `keeps fields as they are written beside what they say`() {
    let record = reader.records(#"007,"a ""b""",1.50"#)[0]
    #expect(record.map(\.value.raw.string) == ["007", #""a ""b""""#, "1.50"])
    #expect(record.map(\.value.kind) == [.string, .string, .string])
  }

  @Test(arguments: [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")])
  func `divides fields by another delimiter`(delimiter: UInt8) {
    let reader = CSVReader(CSVDialect(delimiter: delimiter))
    let mark = String(UnicodeScalar(delimiter))
    #expect(reader.rows("a,b\(mark)\"c\(mark)\"") == [["a,b", "c\(mark)"]])
  }

  @Test func `needs more bytes where a record may go on`() {
    for text in ["a", "a,", "a\r", "\"a\n", "\"a\"", "\"a\"\"\n"] {
      let bytes = Array(text.utf8)
      #expect(bytes.withUnsafeBytes { reader.record(at: 0, in: $0, isComplete: false) } == nil)
    }
    let bytes = Array("a\r\nb\n".utf8)
    let extent = bytes.withUnsafeBytes { reader.record(at: 0, in: $0, isComplete: false) }
    #expect(extent?.content == 0..<1)
    #expect(extent?.end == 3)
  }

  @Test func `needs no more bytes than the limit to know that a quote is not closed`() {
    let reader = CSVReader(CSVDialect(maximumQuotedSize: 4))
    let extent = { (text: String) in
      Array(text.utf8).withUnsafeBytes { reader.record(at: 0, in: $0, isComplete: false) }
    }
    #expect(extent("\"1\n3") == nil)
    #expect(extent("\"1\n34")?.content == 0..<2)
  }

  @Test func `makes a line of JSON whose values are strings`() throws {
    let header = try #require(CSVHeader(reader.records("id,\"a \"\"b\"\"\"\n")[0]))
    let record = reader.records("007,\"x\n\u{1}\\\t\",3", header: header)[0]
    #expect(record.jsonLine() == Array(#"{"id":"007","a \"b\"":"x\n\u0001\\\t","3":"3"}"#.utf8))
  }

  @Test func `makes a string of JSON of each value`() {
    let record = reader.records("007,\"x\n\",\"a \"\"b\"\"\",\"c\"d,null\n")[0]
    let values = record.map { field in
      var json: [UInt8] = []
      field.value.appendJSON(to: &json)
      return json[...].string
    }
    #expect(values == [#""007""#, #""x\n""#, #""a \"b\"""#, #""cd""#, #""null""#])
  }

  @Test func `makes a line of JSON of bytes that are no text`() {
    let record = reader.record([0x61, 0xFF, 0x2C, 0x62])
    #expect(record.jsonLine() == Array("{\"1\":\"a\u{FFFD}\",\"2\":\"b\"}".utf8))
  }
}

@Suite struct `A header of CSV` {
  private let reader = CSVReader(CSVDialect())

  @Test func `names the fields of ragged rows`() throws {
    let header = try #require(CSVHeader(reader.records("a,b,c")[0]))
    let records = reader.records("1\n\n1,2,3,4,5\n", header: header)
    #expect(records.map { $0.map(\.name) } == [["a"], [], ["a", "b", "c", "4", "5"]])
    #expect(records[0].value(at: "b") == nil)
    #expect(records[2].value(at: "5")?.text == "5")
  }

  @Test func `is not needed`() {
    #expect(reader.records("x,y")[0].map(\.name) == ["1", "2"])
  }

  @Test(arguments: [
    "a,b", "a", ",id,name", "id,name,id", "country,2019,2020", ",0,1", "a,a", "a,", "a,1",
    "a,\"007\"", "\"first name\",é", "a1,1a", "1.2.3,x", "-,+", "e5,.", "2024-01-01,x", "A,a",
  ]) func `has names of which some are no numbers`(line: String) {
    #expect(CSVHeader(reader.records(line)[0])?.count == reader.rows(line)[0].count)
  }

  @Test(arguments: [
    (",id,name", ["1", "id", "name"]), ("id,name,id", ["id", "name", "id_2"]),
    ("id,id_2,id,id", ["id", "id_2", "id_3", "id_4"]), (",2019,2020", ["1", "2019", "2020"]),
    ("a,, ", ["a", "2", "3"]), (",1", ["1_2", "1"]), ("é,é", ["é", "é_2"]),
    ("\"a\",a,\"a\"\"\"", ["a", "a_2", "a\""]),
  ]) func `keeps all names, and completes those that are blank or repeated`(
    line: String, names: [String]
  ) throws {
    #expect(try #require(CSVHeader(reader.records(line)[0])).names == names)
  }

  @Test func `gives a further field no name that a column has`() throws {
    let header = try #require(CSVHeader(reader.records("a,3,4")[0]))
    let record = reader.records("x,y,z,w,v", header: header)[0]
    #expect(record.map(\.name) == ["a", "3", "4", "4_2", "5"])
  }

  @Test func `takes numbers for names where they are said to be some`() {
    #expect(CSVHeader(naming: reader.records("2019,2020")[0]).names == ["2019", "2020"])
  }

  @Test(arguments: [
    "1,2", "2019,2020", "1,,3", ",", " , ", "1", "-1.5,.5", "1e3,\"007\"", " 1 ,+1E-5",
    "5.,\"2,5\"",
  ]) func `is none of nothing but numbers`(line: String) {
    #expect(CSVHeader(reader.records(line)[0]) == nil)
  }

  @Test func `is none in an empty line`() {
    #expect(CSVHeader(reader.records("\n")[0]) == nil)
  }
}
